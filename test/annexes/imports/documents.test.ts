import { expect, test } from "bun:test"
import { parsedDocument } from "../../../src/annexes/imports/formats/document.ts"

const MIB = 1024 * 1024

/** A document with spaces before it, of so many bytes in all. */
const documentOf = (size: number) => {
  const spaces = Buffer.alloc(MIB, " ")
  return {
    name: "days.json",
    bytes: async function* () {
      for (let at = 0; at < size - 2; at += MIB) yield { bytes: spaces.subarray(0, size - 2 - at), position: at }
      yield { bytes: Buffer.from("{}"), position: size }
    }
  }
}

test("a document that is read as a whole may have 48 MiB, and not a byte more", async () => {
  expect(await parsedDocument(documentOf(48 * MIB))).toEqual({ json: {}, position: 48 * MIB })
  await expect(parsedDocument(documentOf(48 * MIB + 1))).rejects.toThrow("days.json: is larger than 48 MB")
})
