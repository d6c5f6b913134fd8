import { describe, expect, test } from "bun:test"
import { tmpdir } from "node:os"
import { join } from "node:path"
import fc from "fast-check"
import { recogniseTable, tableStarts } from "../../../src/annexes/imports/apps/recognise-table.ts"
import { HealthElementReader } from "../../../src/annexes/imports/apps/recorders/health-elements.ts"
import { TABLE_KINDS } from "../../../src/annexes/imports/apps/tables.ts"
import { Emitter } from "../../../src/annexes/imports/formats/emitter.ts"
import type { Entry } from "../../../src/annexes/imports/formats/input.ts"
import { readTable } from "../../../src/annexes/imports/formats/table.ts"
import { PersonClock } from "../../../src/annexes/imports/formats/zones.ts"
import { UnreadableFile } from "../../../src/annexes/imports/rows/rows.ts"
import { archiveOf } from "./archive-of.ts"
import { expectedOf, fixture, fixtureNames, type Outcome, readContent, readPath } from "./reading.ts"

const text = (name: string): string => new TextDecoder().decode(fixture(name))
const MIB = 1024 * 1024

const faultOf = async (name: string, content: Uint8Array | string): Promise<string> =>
  (await readContent(name, content)).fault?.message ?? "none"

/** A file whose content is generated while it is read: a start, and then the same piece again and again up to 10 GB. */
const endless = (start: string, again: string): { readonly entry: Entry; readonly read: () => number } => {
  let read = 0
  const piece = Buffer.from(again.repeat(Math.ceil(MIB / 4 / again.length)))
  async function* bytes() {
    yield { bytes: Buffer.from(start), position: 0 }
    for (; read < 10_000_000_000; read += piece.length) yield { bytes: piece, position: read }
  }
  return { entry: { name: "endless.csv", bytes }, read: () => read }
}

const drain = async (items: AsyncIterable<unknown>): Promise<UnreadableFile | null> => {
  try {
    for await (const _ of items);
    return null
  } catch (cause) {
    if (cause instanceof UnreadableFile) return cause
    throw cause
  }
}

describe("an archive", () => {
  test("that would unpack to far more than allowed is refused before it is unpacked", async () => {
    const bomb = archiveOf([["workouts.csv", new Uint8Array(80 * MIB)]])
    expect(await faultOf("bomb.zip", bomb)).toContain("workouts.csv: unpacks to far more than any export holds")
  })

  test("that lies about the size of a file is refused once it has given more", async () => {
    const archive = Buffer.from(archiveOf([["workouts.csv", text("hevy-kg.csv")]]))
    const directory = archive.indexOf("PK\x01\x02", 0, "latin1")
    archive.writeUInt32LE(500, directory + 24)
    const { fault } = await readContent("lie.zip", archive)
    expect(fault?.message).toMatch(/lie\.zip|workouts\.csv/)
  })

  test("whose paths lead outside is refused", async () => {
    for (const path of ["../workouts.csv", "/etc/workouts.csv", "a/../../workouts.csv"]) {
      expect(await faultOf("climb.zip", archiveOf([[path, text("hevy-kg.csv")]]))).toContain("leads outside")
    }
  })

  test("with longer names than files can have is refused, because each row that is left out would repeat them", async () => {
    const named = (bytes: number) =>
      archiveOf([[`${"é".repeat((bytes - 5) / 2)}x.csv`, "date,metric,value,unit\nno,x,1,kg\n"]])
    expect(await faultOf("long.zip", named(257))).toContain(
      "long.zip: holds a file whose name is longer than 255 bytes"
    )
    expect((await readContent("long.zip", named(255))).rows).toMatchObject([{ _tag: "LeftOut" }])
  })

  test("whose files overlap is refused, because the same bytes would be unpacked again and again", async () => {
    const content = "date,metric,value,unit\n2024-01-01,weight,80,kg\n"
    const archive = Buffer.from(
      archiveOf([
        ["a.csv", content],
        ["b.csv", content]
      ])
    )
    expect(await faultOf("twice.zip", archive)).toBe("none")
    const second = archive.lastIndexOf("PK\x01\x02", archive.length, "latin1")
    for (const start of [0, 20]) {
      archive.writeUInt32LE(start, second + 42)
      expect(await faultOf("twice.zip", archive)).toContain("twice.zip: holds files that overlap")
    }
  })

  test("within an archive is not unpacked", async () => {
    const inner = archiveOf([["workouts.csv", text("hevy-kg.csv")]])
    expect(await faultOf("outer.zip", archiveOf([["inner.zip", inner]]))).toContain(
      "inner.zip is a ZIP archive within the archive"
    )
  })

  test("packed on a Mac is read without the files that a Mac adds", async () => {
    const archive = archiveOf([
      ["export/workouts.csv", text("hevy-kg-miles.csv")],
      ["__MACOSX/export/._workouts.csv", "\0\x05\x16\x07\0\x02\0\0Mac OS X"]
    ])
    const { rows, source } = await readContent("export.zip", archive)
    expect({ source, kinds: rows.map(({ _tag }) => _tag) }).toEqual({ source: "hevy", kinds: ["Workout"] })
  })

  test("without files, or without files of a known kind, is reported", async () => {
    expect(await faultOf("empty.zip", archiveOf([]))).toContain("holds no file of a known kind")
    expect(await faultOf("other.zip", archiveOf([["a.csv", "x,y\n1,2\n"]]))).toContain("a.csv is of no known kind")
  })

  test("of two apps is refused until one is named, and then reads that one", async () => {
    const both = archiveOf([
      ["hevy.csv", text("hevy-kg.csv")],
      ["strong.csv", text("strong-c.csv")]
    ])
    expect(await faultOf("both.zip", both)).toContain("holds exports of hevy and strong")
    const { rows, source } = await readContent("both.zip", both, { source: "strong" })
    expect(source).toBe("strong")
    expect(new Set(rows.map(({ place }) => place?.file ?? ""))).toEqual(new Set(["", "strong.csv"]))
    expect(rows[0]).toEqual({
      _tag: "Warning",
      place: null,
      text: "hevy.csv is not an export of strong, and was not read"
    })
  })

  test("locked with a password is reported", async () => {
    const archive = Buffer.from(archiveOf([["workouts.csv", text("hevy-kg.csv")]]))
    archive.writeUInt16LE(0x801, archive.indexOf("PK\x01\x02", 0, "latin1") + 8)
    expect(await faultOf("locked.zip", archive)).toContain("locked with a password")
  })
})

describe("what is not an export", () => {
  test("is refused with what it looks like", async () => {
    expect(await faultOf("empty.csv", "")).toContain("empty.csv: is empty")
    expect(await faultOf("blank.csv", "\n\n\n")).toContain("is of no known kind")
    expect(await faultOf("photo.csv", Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\0\0\0", "latin1"))).toContain(
      "looks like binary data"
    )
    expect(await faultOf("backup.fitnotes", "SQLite format 3\0")).toContain("looks like a SQLite database")
    expect(await faultOf("page.html", "<!doctype html><p>Sign in</p>")).toContain("looks like a web page")
    const missing = await readPath(join(tmpdir(), "no-such-history.csv"))
    expect(missing.fault?.message).toContain("there is no such file. Correct the path")
    expect((await readPath(tmpdir())).fault?.message).toContain("is not a file")
  })

  test("with characters that cannot be stored is read without them", async () => {
    const { rows } = await readContent("hevy.csv", text("hevy-kg-miles.csv").replaceAll("Legs", "Le\0gs"))
    expect(rows).toMatchObject([{ title: "Legs" }])
  })

  test("in UTF-16 is read as if it were in UTF-8", async () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text("hevy-kg.csv"), "utf16le")])
    expect(await readContent("hevy.csv", utf16)).toEqual(await readContent("hevy.csv", text("hevy-kg.csv")))
  })

  test("in an older encoding is named as such, also if that hides what its columns are", async () => {
    const german = "Datum;Gewicht (kg);Körperfett (%)\n01.03.2026;82,5;18,5\n"
    expect(await faultOf("werte.csv", Buffer.from(german, "latin1"))).toContain(
      "has characters that are not UTF-8. Export it again, or save it as UTF-8"
    )
  })

  test("with the line ends of the first Macs is read like others", async () => {
    const old = text("hevy-kg.csv").replaceAll("\n", "\r")
    expect(await readContent("hevy.csv", old)).toEqual(await readContent("hevy.csv", text("hevy-kg.csv")))
  })

  test("in Latin-1 is read up to the first line that is not UTF-8, which is reported", async () => {
    const latin = text("hevy-kg.csv").replace("Evening run", "Soirée")
    const { rows, fault } = await readContent("hevy.csv", Buffer.from(latin, "latin1"))
    expect(fault?.message).toBe(
      "hevy.csv, line 12: has characters that are not UTF-8. Export it again, or save it as UTF-8 in a text editor"
    )
    expect(rows.map(({ _tag }) => _tag)).toEqual(["Workout"])
  })
})

describe("a file of any size is read in bounded memory", () => {
  const table = (entry: Entry, start: string) => {
    const found = recogniseTable(tableStarts(start), "export.csv", TABLE_KINDS, start)
    if (found === null) throw new Error("not recognised")
    return readTable({ entry, ...found }, { clock: new PersonClock("UTC") }, new Emitter())
  }
  const header = text("hevy-kg.csv").split("\n")[0] ?? ""

  test("with 10 GB in one line", async () => {
    for (const again of ["x", ",", '"x', '""']) {
      const { entry, read } = endless(`${header}\n"`, again)
      const fault = await drain(table(entry, `${header}\n`))
      expect(fault?.message).toMatch(/^endless\.csv, line 2: .*longer than 1 MiB|^endless\.csv, line/)
      expect(read()).toBeLessThan(8 * MIB)
    }
  })

  test("with 10 GB in one element", async () => {
    const elements = (entry: Entry) =>
      new HealthElementReader(entry, { isRead: () => true, record() {}, workout() {}, skipped() {} }).read()
    for (const [start, again] of [
      ['<HealthData><Record type="', "x"],
      ["<HealthData><Record ", 'a="b" '],
      ["<HealthData><!-- ", "x"],
      ["<HealthData>", "<a>"],
      ["<HealthData><", "x"],
      ["<!DOCTYPE ", "x"]
    ] as const) {
      const { entry, read } = endless(start, again)
      const fault = await drain(elements(entry))
      expect(fault).toBeInstanceOf(UnreadableFile)
      expect(read()).toBeLessThan(24 * MIB)
    }
  })

  test("with a million columns", async () => {
    const wide = `${header},${"a,".repeat(100_000)}b\n1\n`
    expect(await faultOf("wide.csv", wide)).toContain("wide.csv, line 1: has more than 1000 columns")
  })

  test("with a million rows that give nothing: the first are reported one by one, the others as a count", async () => {
    const bad = `date,metric,value,unit\n${"never,weight,1,kg\n".repeat(50_000)}`
    const { rows } = await readContent("bad.csv", bad)
    expect(rows.length).toBe(1001)
    expect(rows.at(-1)).toMatchObject({ _tag: "LeftOut", rows: 49_000, place: { line: 1002 } })
  })
})

describe("a health export", () => {
  test("with custom entities does not expand them", async () => {
    const levels = Array.from({ length: 9 }, (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`)
    const laughs = `<?xml version="1.0"?>\n<!DOCTYPE HealthData [\n<!ENTITY l0 "ha">\n${levels.join("\n")}\n<!ENTITY file SYSTEM "file:///etc/passwd">\n]>
<HealthData>
 <Record type="HKQuantityTypeIdentifierBodyMass" sourceName="&l9;&file;&#65;&amp;" unit="kg" startDate="2024-07-05 08:00:00 +0200" endDate="2024-07-05 08:00:00 +0200" value="70"/>
</HealthData>
`
    const { rows, fault } = await readContent("export.xml", laughs)
    expect(fault).toBeNull()
    expect(rows).toMatchObject([{ metric: "weight", value: 70, origin: "&l9;&file;A&" }])
  })

  test("that ends before its root element gives its weights, reports that its steps were not imported, and fails", async () => {
    const whole = new TextDecoder().decode(Buffer.from(text("apple-health-plain.xml")))
    const steps = `<Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" startDate="2024-07-05 08:00:00 +0200" endDate="2024-07-05 08:10:00 +0200" value="70"/>\n`
    const cut = whole.replace("</HealthData>\n", `${steps}<Record type="HKQuantityTypeIdent`)
    const { rows, fault } = await readContent("export.xml", cut)
    expect(rows).toMatchObject([{ metric: "weight" }, { _tag: "Warning" }])
    expect(rows[1]).toHaveProperty("text", expect.stringContaining("its steps and foods were not taken"))
    expect(fault?.message).toMatch(/^export\.xml, line \d+: ends before its root element does\. A part is missing/)
  })
})

/**
 * Whether the rows are a prefix of the whole file's. The last row of a table, or last sum over days of a health export,
 * may be missing; nothing else may differ.
 */
const isPrefixOf = (part: Outcome, whole: Outcome): boolean => {
  const known = new Set(
    whole.rows.map((row) => (row._tag === "Workout" ? `${row.title} ${row.place.line}` : JSON.stringify(row)))
  )
  const facts = part.rows.filter(({ _tag }) => _tag !== "Warning" && _tag !== "LeftOut")
  const lastRow = facts.findLastIndex((row) => "rows" in row && row.rows > 0)
  const settled = facts.slice(0, Math.max(0, lastRow))
  return settled.every((row) =>
    known.has(row._tag === "Workout" ? `${row.title} ${row.place.line}` : JSON.stringify(row))
  )
}

/** Apps that write no line end after the last row. */
const ENDS_OPEN = /^(?:hevy|strong|fitnotes|fitbod|gymbook|jefit)/

/** Whether a cut lies before or within the last cell of a row, where nothing shows that a part is missing. */
const isInLastCell = (name: string, at: number): boolean => {
  const rest = new TextDecoder().decode(fixture(name).subarray(at))
  return (/unquoted/.test(name) ? /^[^\r\n]*/ : /^(?:"(?:[^"]|"")*"|[^,;\t"\r\n]*)"?\r?(?:\n|$)/).test(rest)
}

describe("a file cut anywhere", () => {
  const tables = fixtureNames.filter((name) => name.endsWith(".csv"))
  const wholes = new Map<string, Promise<Outcome>>()
  const wholeOf = (name: string): Promise<Outcome> => {
    const known = wholes.get(name) ?? readContent(name, fixture(name), expectedOf(name).options)
    wholes.set(name, known)
    return known
  }

  const check = async (name: string, at: number) => {
    const bytes = fixture(name)
    const { options } = expectedOf(name)
    const part = await readContent(name, bytes.subarray(0, at), options)
    const last = String.fromCharCode(bytes[at - 1] ?? 0)
    const isReported =
      part.fault !== null ||
      part.questions.length > 0 ||
      last === "\n" ||
      // Lines may end with CR alone, as far as one can see.
      last === "\r" ||
      (ENDS_OPEN.test(name) && isInLastCell(name, at)) ||
      part.rows.some((row) => row._tag === "Warning" && row.text.includes("may be cut short"))
    expect({ name, at, isReported }).toEqual({ name, at, isReported: true })
    if (part.fault !== null) expect(part.fault.file).toBe(name)
    const whole = await wholeOf(name)
    if (name.endsWith(".csv") && part.questions.length === 0 && whole.questions.length === 0 && whole.fault === null)
      expect(isPrefixOf(part, whole)).toBe(true)
  }

  test("at each of the last bytes of an export of each kind of quoting", async () => {
    for (const name of [
      "strong-a-quoted-lines.csv",
      "hevy-measurements.csv",
      "withings-german.csv",
      "jefit-cardio.csv"
    ]) {
      const { length } = fixture(name)
      for (let at = Math.max(0, length - 250); at < length; at++) await check(name, at)
    }
  })

  test("gives rows, and reports where it ends", async () => {
    const cuts = fc
      .constantFrom(...tables)
      .chain((name) => fc.tuple(fc.constant(name), fc.nat(fixture(name).length - 1)))
    await fc.assert(
      fc.asyncProperty(cuts, ([name, at]) => check(name, at)),
      { numRuns: 250, examples: [[["fatsecret.csv", 712]], [["eufy-family.csv", 79]], [["fitbit-food-log.csv", 96]]] }
    )
  })

  test("of an archive or a workbook gives a fault", async () => {
    const archives = fixtureNames.filter((name) => /\.(zip|xlsx)$/.test(name))
    const cuts = fc
      .constantFrom(...archives)
      .chain((name) => fc.tuple(fc.constant(name), fc.nat(fixture(name).length - 1)))
    await fc.assert(
      fc.asyncProperty(cuts, async ([name, at]) => {
        const { fault } = await readContent(name, fixture(name).subarray(0, at), expectedOf(name).options)
        expect(fault).toBeInstanceOf(UnreadableFile)
      }),
      { numRuns: 150 }
    )
  })
})

describe("bytes that are changed anywhere", () => {
  test("in an archive, with the checksum of before, are a fault", async () => {
    const table = "date,metric,value,unit\n2026-03-01,weight,82.5,kg\n"
    const bytes = Buffer.from(archiveOf([["weights.csv", table]]))
    expect((await readContent("weights.zip", bytes)).rows).toMatchObject([{ metric: "weight", value: 82.5 }])
    const checksum = bytes.lastIndexOf("PK\x01\x02") + 16
    bytes[checksum] = (bytes[checksum] ?? 0) ^ 1
    const { fault } = await readContent("weights.zip", bytes)
    expect(fault?.message).toBe(
      "weights.csv: is damaged: its checksum is wrong. Export it again and repeat the command"
    )
  })

  test("lead only to rows, questions or a fault", async () => {
    const changed = fc.constantFrom(...fixtureNames).chain((name) =>
      fc.record({
        name: fc.constant(name),
        changes: fc.array(fc.tuple(fc.nat(fixture(name).length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 })
      })
    )
    await fc.assert(
      fc.asyncProperty(changed, async ({ name, changes }) => {
        const bytes = Uint8Array.from(fixture(name))
        for (const [at, byte] of changes) bytes[at] = byte
        const { rows, fault } = await readContent(name, bytes, expectedOf(name).options)
        if (fault !== null) expect(fault.advice).not.toBe("")
        for (const row of rows) if (row._tag === "Reading") expect(Number.isFinite(row.value)).toBe(true)
      }),
      { numRuns: 250 }
    )
  })
})
