import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { makeReader, query, SYNC, withPrefix } from "../../../src/platform/database/wire.ts"

const int32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

const typed = (type: string, body: Buffer) => Buffer.concat([Buffer.from(type), int32(body.length + 4), body])
const startup = Buffer.concat([int32(23), int32(196608), Buffer.from("user\0postgres\0\0")])
const encryption = Buffer.concat([int32(8), int32(80877103)])

/** Cuts bytes into chunks at these places. */
const cut = (bytes: Buffer, places: ReadonlyArray<number>) => {
  const at = [0, ...places.map((place) => place % bytes.length).toSorted((one, other) => one - other), bytes.length]
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end))
}

const bodies = fc.array(fc.tuple(fc.constantFrom("P", "B", "D", "E", "S", "Q", "d"), fc.uint8Array({ maxLength: 40 })))

describe("the messages of a client", () => {
  test("are the same wherever their bytes are cut", () => {
    fc.assert(
      fc.property(bodies, fc.array(fc.nat()), fc.boolean(), (bodies, places, isEncrypted) => {
        const first = isEncrypted ? [encryption, startup] : [startup]
        const sent = [...first, ...bodies.map(([type, body]) => typed(type, Buffer.from(body)))]
        const read = makeReader()
        const messages = cut(Buffer.concat(sent), places).flatMap((chunk) => read(chunk))
        expect(messages.map(({ bytes }) => bytes.toString("hex"))).toEqual(sent.map((bytes) => bytes.toString("hex")))
        expect(messages.flatMap((message) => (message.kind === "typed" ? [message.type] : []))).toEqual(
          bodies.map(([type]) => type)
        )
      })
    )
  })

  test("cost no more if a long one arrives in more chunks", () => {
    const long = typed("Q", Buffer.alloc(50_000_000, "x"))
    const read = makeReader()
    read(startup)
    const began = performance.now()
    const messages = cut(
      long,
      Array.from({ length: 5000 }, (_, index) => index * 10_000)
    ).flatMap((chunk) => read(chunk))
    expect(messages.map(({ bytes }) => bytes.length)).toEqual([long.length])
    expect(performance.now() - began).toBeLessThan(2000)
  })

  test.each([
    ["HTTP", Buffer.from("GET / HTTP/1.1\r\n\r\n")],
    ["a length of zero", int32(0)],
    ["a length below its own", Buffer.concat([startup, Buffer.from("Q"), int32(3)])]
  ])("are refused if they are invalid: %s", (_, bytes) => {
    expect(() => makeReader()(bytes)).toThrow(RangeError)
  })
})

const name = fc.string({ minLength: 1, maxLength: 70 }).filter((name) => !name.includes("\0"))

/** The message of a client with this body, as it is read. */
const messageOf = (bytes: Buffer) => {
  const read = makeReader()
  read(startup)
  const [message] = read(bytes)
  if (message?.kind !== "typed") throw new Error("This is not a typed message")
  return message
}

describe("a prefix", () => {
  test("precedes the name of a prepared statement wherever a message contains it, and nothing else", () => {
    const rest = Buffer.from([1, 0, 2, 0, 0, 3])
    fc.assert(
      fc.property(name, name, (statement, portal) => {
        const made = (type: string, ...parts: ReadonlyArray<string>) =>
          typed(type, Buffer.concat([Buffer.from(parts.join("")), rest]))
        for (const [type, before] of [
          ["P", ""],
          ["B", `${portal}\0`],
          ["B", "\0"],
          ["D", "S"],
          ["C", "S"]
        ] as const) {
          expect(withPrefix(messageOf(made(type, before, statement, "\0")), "7.")).toEqual({
            name: `7.${statement}`,
            bytes: made(type, before, "7.", statement, "\0")
          })
        }
        for (const bytes of [
          made("P", "\0SELECT 1\0"),
          made("B", portal, "\0\0"),
          made("D", "P", portal, "\0"),
          made("C", "P", portal, "\0"),
          made("E", portal, "\0"),
          query(statement),
          SYNC
        ]) {
          expect(withPrefix(messageOf(bytes), "7.")).toEqual({ name: undefined, bytes })
        }
      })
    )
  })
})
