import { describe, expect, test } from "bun:test"
import { csvRows } from "../../../../src/annexes/catalogue/food-import/csv.ts"
import { ListSplitter } from "../../../../src/annexes/catalogue/food-import/json-stream.ts"
import { LineSplitter } from "../../../../src/annexes/catalogue/food-import/lines.ts"
import { CsvSplitter } from "../../../../src/platform/files/csv.ts"

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The bytes cut in two at every position, and one byte at a time. */
const cuts = function* (bytes: Uint8Array): Generator<ReadonlyArray<Uint8Array>> {
  for (let at = 0; at <= bytes.length; at++) yield [bytes.subarray(0, at), bytes.subarray(at)]
  yield Array.from(bytes, (byte) => Uint8Array.of(byte))
}

const chunksOf = async function* (pieces: ReadonlyArray<Uint8Array>) {
  let position = 0
  for (const bytes of pieces) {
    position += bytes.length
    yield { bytes, position }
  }
}

const readCsv = async (pieces: ReadonlyArray<Uint8Array>) => {
  const rows = []
  for await (const read of csvRows(chunksOf(pieces), ["id", "name", "absent"], ["id"])) rows.push(...read.rows)
  return rows
}

const splitCsv = (text: string): ReadonlyArray<ReadonlyArray<string>> => {
  const splitter = new CsvSplitter()
  return [...splitter.push(text), ...splitter.end()].map(({ fields }) => fields)
}

describe("CSV", () => {
  test("has quoted fields with commas, doubled quotes and line ends; records end with LF or CRLF", () => {
    expect(splitCsv('a,"b,1","say ""hi""","two\r\nlines"\r\n,"",x\n\n"","""",""""""')).toEqual([
      ["a", "b,1", 'say "hi"', "two\r\nlines"],
      ["", "", "x"],
      ["", '"', '""']
    ])
  })
  test("has empty fields at either end, and a last record without a line end", () => {
    expect(splitCsv(",a,\nb,")).toEqual([
      ["", "a", ""],
      ["b", ""]
    ])
  })
  test("has a last record if it ends with an empty field in quotes, and none for a blank line", () => {
    expect(splitCsv('a,b\n""\n""')).toEqual([["a", "b"], [""]])
    expect(splitCsv("a,b\n\n\r\n\r")).toEqual([["a", "b"]])
  })
  test("treats a quote inside an unquoted field as a character", () => {
    expect(splitCsv('pan 9" wide,b\n')).toEqual([['pan 9" wide', "b"]])
  })
  test("fails if it ends inside quotes", () => {
    expect(() => splitCsv('a,"b\n')).toThrow("quoted")
  })

  const text = '\ufeff"name","id"\r\n"Crème, ""brûlée""",1\r\n"日本茶\n🍫",2\n\nplain,3\r\nshort\n"last","4"'
  const rows = [
    { id: "1", name: 'Crème, "brûlée"', absent: "" },
    { id: "2", name: "日本茶\n🍫", absent: "" },
    { id: "3", name: "plain", absent: "" },
    null,
    { id: "4", name: "last", absent: "" }
  ]
  test("reads the same wherever its bytes are cut, including byte order mark and long characters", async () => {
    for (const pieces of cuts(encode(text))) expect(await readCsv(pieces)).toEqual(rows)
  })
  test("finds columns by header, and fails if a needed one is missing", async () => {
    await expect(readCsv([encode("name\nx\n")])).rejects.toThrow("no column id")
    await expect(readCsv([])).rejects.toThrow("no header")
  })
})

describe("lines", () => {
  const split = (pieces: ReadonlyArray<Uint8Array>) => {
    const splitter = new LineSplitter()
    return [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end()]
  }
  test("are the same wherever the bytes are cut", () => {
    const bytes = encode('\ufeffcode\tname\r\n1\t"日本茶\n\n2\t🍫"\n3')
    for (const pieces of cuts(bytes)) expect(split(pieces)).toEqual(["code\tname", '1\t"日本茶', '2\t🍫"', "3"])
  })
  test("of more than 64 MiB fail the import instead of filling the memory", () => {
    const splitter = new LineSplitter()
    const block = new Uint8Array(16 * 1024 * 1024).fill(0x61)
    expect(() => Array.from({ length: 5 }, () => splitter.push(block))).toThrow("64 MiB")
  })
})

describe("JSON lists", () => {
  const split = (pieces: ReadonlyArray<Uint8Array>) => {
    const splitter = new ListSplitter(["Foods", "More"])
    const elements = pieces.flatMap((piece) => splitter.push(piece))
    splitter.end()
    return elements.map(({ list, json }) => [list, JSON.parse(json)])
  }
  test("return their elements wherever the bytes are cut", () => {
    const foods = [{ a: 'x"]},\\', b: [1, [2], {}], c: { Foods: ["no"] } }, null, "日本,茶]", 1.5, [], {}]
    const root = {
      about: "Foods",
      skip: [1, { Foods: [2] }],
      other: { Foods: [3] },
      Foods: foods,
      Empty: [],
      More: [{ z: 1 }]
    }
    const expected = [...foods.map((food) => ["Foods", food]), ["More", { z: 1 }]]
    for (const text of [JSON.stringify(root), `${JSON.stringify(root, null, 2)}\n`]) {
      for (const pieces of cuts(encode(text))) expect(split(pieces)).toEqual(expected)
    }
  })
  test("may be empty", () => expect(split([encode('{"Foods": [ ] }')])).toEqual([]))
  test("fail if truncated, missing, or not in an object", () => {
    expect(() => split([encode('{"Foods":[{"a":1},')])).toThrow("ends before")
    expect(() => split([encode('{"foods":[]}')])).toThrow("none of Foods, More")
    expect(() => split([encode("[1]")])).toThrow("not a JSON object")
    expect(() => split([encode("{}}")])).toThrow("closes more")
  })
})
