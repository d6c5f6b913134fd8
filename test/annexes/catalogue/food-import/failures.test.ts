import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { cp, mkdtemp, rm, truncate, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import fc from "fast-check"
import { IMPORT_KINDS } from "../../../../src/annexes/catalogue/food-import/importer.ts"
import { type Generated, generate } from "./generate.ts"
import { complaint, fixture, importTo, readAll, Shelf } from "./support.ts"

const ROWS = 2500
let folder: string
let paths: Generated

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "fettle-test-"))
  paths = await generate(folder, ROWS, 3)
})
afterAll(() => rm(folder, { recursive: true }))

const written = async (name: string, content: string | Uint8Array): Promise<string> => {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

const storedBefore = (foods: number): string => `${foods.toLocaleString("en-US")} foods were stored before the cut.`
const AGAIN = "Download it again and repeat the command: what is stored stays, and the rest is added"

describe("a truncated file", () => {
  test("says how many foods were stored before, and that a repeat continues", async () => {
    for (const kind of ["off-tsv", "off-jsonl"] as const) {
      const bytes = await Bun.file(paths[kind]).bytes()
      // In the middle of a barcode, not of a row's last field.
      const start = bytes.lastIndexOf(0x0a, Math.floor(bytes.length * 0.8)) + 1
      const path = await written(`cut-${kind}`, bytes.subarray(0, start + 9))
      const shelf = new Shelf()
      expect(await complaint(kind, path, shelf)).toBe(
        `${path}: ends in the middle of a row, so a part is missing. ${storedBefore(shelf.foods.size)} ${AGAIN}`
      )
      // A file cut exactly between two rows is indistinguishable from a complete one, and has the same foods.
      const whole = new Shelf()
      await importTo(whole, kind, await written(`whole-${kind}`, bytes.subarray(0, start)))
      expect(shelf.sorted()).toEqual(whole.sorted())
      expect(shelf.foods.size).toBeGreaterThan(ROWS / 2)
    }
  })

  test("is not one whose last row has no line end, even if that row is left out", async () => {
    const header = "code\tproduct_name\tenergy-kcal_100g\tproteins_100g\tcarbohydrates_100g\tfat_100g"
    const path = await written(
      "no-line-end.tsv",
      `${header}\n3017620422003\tOats\t370\t13\t59\t7\n00000017\tRye\t340\t\t\t`
    )
    const { foods, tally } = await readAll("off-tsv", path)
    expect([foods.size, tally]).toEqual([1, { rowsIn: 2, kept: 1, leftOut: { nutrient_missing: 1 } }])
  })

  test("says so too when it is compressed", async () => {
    const zipped = gzipSync(await Bun.file(paths["off-tsv"]).bytes())
    const path = await written("cut.tsv.gz", zipped.subarray(0, zipped.length / 2))
    const shelf = new Shelf()
    expect(await complaint("off-tsv", path, shelf)).toBe(
      `${path}: the compressed data ends too early, so a part is missing. ${storedBefore(shelf.foods.size)} ${AGAIN}`
    )
  })

  test("stores no food of a source whose barcodes must be compared first, and says so", async () => {
    const json = await Bun.file(paths["fdc-json"]).bytes()
    const path = await written("cut.json", json.subarray(0, json.length / 2))
    expect(await complaint("fdc-json", path)).toBe(
      `${path}: ends before its JSON does, so a part is missing. ${storedBefore(0)} ${AGAIN}`
    )
    const csv = join(folder, "cut-fdc")
    await cp(paths["fdc-csv"], csv, { recursive: true })
    await truncate(join(csv, "food.csv"), 30_000)
    expect(await complaint("fdc-csv", csv)).toMatch(
      /cut-fdc: food\.csv ends (in the middle of a row|inside a quoted field), so a part is missing\. 0 foods were stored/
    )
  })

  test("wherever it is cut, importing the complete file afterwards gives the same as importing only that", async () => {
    for (const kind of ["off-tsv", "off-jsonl", "fdc-json"] as const) {
      const path = fixture({ "off-tsv": "off.tsv", "off-jsonl": "off.jsonl", "fdc-json": "branded.json" }[kind])
      const bytes = await Bun.file(path).bytes()
      const whole = new Shelf()
      const { tally } = await importTo(whole, kind, path)
      await fc.assert(
        fc.asyncProperty(fc.nat(bytes.length), async (length) => {
          const shelf = new Shelf()
          await complaint(kind, await written(`cut-anywhere-${kind}`, bytes.subarray(0, length)), shelf)
          expect((await importTo(shelf, kind, path)).tally).toEqual(tally)
          expect(shelf.sorted()).toEqual(whole.sorted())
        }),
        { numRuns: 24 }
      )
    }
  })
})

describe("a file of another kind", () => {
  const noise = Uint8Array.from({ length: 5000 }, (_, index) => (index * index * 31 + index * 7) % 251)
  const others: ReadonlyArray<readonly [string, string | Uint8Array, string]> = [
    ["noise.bin", noise, "binary data"],
    ["products.parquet", Buffer.concat([Buffer.from("PAR1"), noise]), "a Parquet file"],
    ["products.zip", Buffer.concat([Buffer.from("PK\u0003\u0004"), noise]), "a ZIP archive"],
    ["products.csv", 'code,"product name",brands\n1,Bread,Baker\n', "CSV with commas"],
    ["error.html", "<!DOCTYPE html><html><body>404</body></html>", "a web page"],
    ["utf16.jsonl", Buffer.from('\ufeff{"code":"1"}\n', "utf16le"), "text in UTF-16"]
  ]
  const takes = {
    "off-jsonl": "one JSON object a line",
    "off-tsv": "values with tabs between them",
    "fdc-json": "a JSON document"
  } as const

  test.each(others)("%s says what it looks like, plain or gzipped", async (name, content, looks) => {
    for (const kind of ["off-jsonl", "off-tsv", "fdc-json"] as const) {
      for (const zip of [false, true]) {
        const path = await written(name, zip ? gzipSync(content) : content)
        expect(await complaint(kind, path)).toBe(
          `${path}: looks like ${looks}, but ${kind} takes ${takes[kind]}. Check the file and the kind`
        )
      }
    }
  })
  test("JSON and tabs are distinguished", async () => {
    expect(await complaint("off-jsonl", paths["off-tsv"])).toContain("looks like values with tabs between them")
    expect(await complaint("off-tsv", paths["off-jsonl"])).toContain("looks like one JSON object a line")
    expect(await complaint("off-jsonl", fixture("branded.json"))).toContain("looks like a JSON document")
    expect(await complaint("fdc-json", paths["off-jsonl"])).toContain("holds more than one JSON document")
  })
  test("a file instead of a folder, or a folder instead of a file, is reported with what to pass", async () => {
    const table = join(paths["fdc-csv"], "food.csv")
    expect(await complaint("fdc-csv", table)).toBe(
      `${table}: is not a folder. Unpack the download, and give the folder that holds food.csv`
    )
    expect(await complaint("fdc-json", folder)).toBe(`${folder}: is not a file. Check that it is a whole fdc-json dump`)
  })
  test("inside the CSV folder is named", async () => {
    const csv = join(folder, "odd-fdc")
    await cp(paths["fdc-csv"], csv, { recursive: true })
    await writeFile(join(csv, "food_nutrient.csv"), noise)
    expect(await complaint("fdc-csv", csv)).toBe(
      `${csv}: food_nutrient.csv looks like binary data, but fdc-csv takes CSV with commas. Check the file and the kind`
    )
  })
  test("no file of a right kind is refused", async () => {
    for (const kind of IMPORT_KINDS) expect(await complaint(kind, paths[kind])).toBe("no complaint")
    // The first row of a good file may be damaged.
    const path = await written("tail.jsonl", ' "a","b":{"c":1}}\n{"code":"1","product_name":"x"}\n')
    expect(await complaint("off-jsonl", path)).toBe("no complaint")
  })
})
