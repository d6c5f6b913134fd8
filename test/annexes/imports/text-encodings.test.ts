import { expect, test } from "bun:test"
import { fromUtf16 } from "../../../src/annexes/imports/formats/encodings.ts"

/** What a file of these pieces in UTF-16 is in UTF-8. */
const utf8Of = async (...pieces: ReadonlyArray<Uint8Array>): Promise<Buffer> => {
  const entry = {
    name: "table.csv",
    bytes: async function* () {
      for (const bytes of pieces) yield { bytes, position: 0 }
    }
  }
  const found: Array<Uint8Array> = []
  for await (const { bytes } of fromUtf16(entry).bytes()) found.push(bytes)
  return Buffer.concat(found)
}

const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, "utf16le")
/** No text in UTF-8 has this byte. */
const BROKEN = Buffer.from([0xff])

test("a file in UTF-16 is read as the same text, wherever its pieces are divided", async () => {
  const text = utf16("naïve 😀")
  for (let at = 1; at <= text.length; at++) {
    const whole = await utf8Of(text.subarray(0, at), text.subarray(at))
    expect([at, whole.toString()]).toEqual([at, "naïve 😀"])
  }
})

test("what is not UTF-16 in it stays visible as a fault in its place: halves of pairs, and an end in mid-character", async () => {
  expect(await utf8Of(utf16("a\ud83db"))).toEqual(Buffer.concat([Buffer.from("a"), BROKEN, Buffer.from("b")]))
  expect(await utf8Of(utf16("\ude00b"))).toEqual(Buffer.concat([BROKEN, Buffer.from("b")]))
  expect(await utf8Of(utf16("ab").subarray(0, -1))).toEqual(Buffer.concat([Buffer.from("a"), BROKEN]))
})
