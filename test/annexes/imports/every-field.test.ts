import { describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { recogniseBody } from "../../../src/annexes/imports/bodies/read-body.ts"
import { isTechnical } from "../../../src/annexes/imports/formats/columns/unread.ts"
import { PersonClock } from "../../../src/annexes/imports/formats/zones.ts"
import { SOURCE_ROWS } from "../../../src/annexes/imports/sources.ts"
import { ActivityDay } from "../../../src/values/activity-day.ts"
import { CAMEL_BODY, EVERY_BODY } from "./every-body.ts"
import { EVERY_FIELD, type EveryField } from "./every-field.ts"
import { readContent } from "./reading.ts"
import { tableIn } from "./table-in.ts"

/** What a report has of a document: its facts as text, and the names of what is not kept. */
interface Read {
  readonly facts: string
  readonly named: ReadonlySet<string>
}

const ofFile = async (document: EveryField, without = -1): Promise<Read> => {
  const { rows, notKept, fault, source } = await readContent(document.name, document.content(without), {
    weightUnit: "kg",
    steps: "largest"
  })
  if (fault !== null || source !== document.source) return { facts: `${fault?.message} ${source}`, named: new Set() }
  const reasons = rows.flatMap((row) => (row._tag === "LeftOut" ? [row.reason] : []))
  const facts = rows.filter(({ _tag }) => _tag !== "LeftOut" && _tag !== "Warning")
  const names = [
    ...notKept.map(({ kind }) => kind),
    ...reasons.flatMap((reason) => /^(?:records of )?(\w+)(?:, which are|: is) not kept$/.exec(reason)?.[1] ?? [])
  ]
  return { facts: JSON.stringify(facts, (key, value) => (key === "place" ? undefined : value)), named: new Set(names) }
}

const reader = {
  clock: new PersonClock("UTC"),
  today: ActivityDay.make("2026-03-14"),
  now: Date.parse("2026-03-14T12:00:00Z")
}

const ofBody = (body: unknown): Read => {
  const parts = [...(recogniseBody(body, { aggregation: "days" })?.parts(reader) ?? [])]
  const facts = parts.flatMap((part) => (part._tag === "Record" ? [part.record] : []))
  const named = parts.flatMap((part) =>
    part._tag === "Record" ? [] : (part.reason.split("is kept without ")[1]?.split(", ") ?? [part.what])
  )
  return { facts: JSON.stringify(facts), named: new Set(named) }
}

const nameOf = (source: EveryField["source"]): string =>
  Object.entries(SOURCE_ROWS).find(([each]) => each === source)?.[1].name ?? source

/** Of the fields of a document, which change what is read, and which the report names. */
const fatesOf = async ({ fields, beside }: EveryField, read: (without?: number) => Promise<Read> | Read) => {
  const whole = await read()
  const count = Map.groupBy(
    fields.flatMap((field) => [...new Set(field.split(" › "))]),
    (part) => part
  )
  const fates = []
  for (const [at, field] of fields.entries()) {
    const path = field.split(" › ")
    if (beside.includes(field) || isTechnical(path.at(-1) ?? "", {})) continue
    const { facts } = await read(at)
    const isKept = facts !== whole.facts
    // A name that several fields have may be another one's.
    const named = path.find((part) => whole.named.has(part) && (!isKept || count.get(part)?.length === 1))
    fates.push({ field, isKept, isNamed: named !== undefined, label: named ?? path.at(-1) ?? "" })
  }
  return { whole, fates }
}

const [LIFE_DASHBOARD] = EVERY_BODY
/** The app saves the body that it sends as a file, too. There, nothing keeps what says which records are the same. */
const asFile = (body: EveryField): EveryField => ({
  ...body,
  name: "HealthAutoExport.json",
  beside: [...body.beside, ...body.fields.filter((field) => / › (?:source|sleepStart|id)$/.test(field))]
})
const FILES = [...EVERY_FIELD, ...EVERY_BODY.filter(({ source }) => source === "health-auto-export").map(asFile)]

const bodyOf = (body: EveryField) => fatesOf(body, (without = -1) => ofBody(JSON.parse(String(body.content(without)))))

describe("of every field that an app writes, nothing is dropped in silence", () => {
  test.each(FILES.map((each) => [`${each.source}, ${each.name}`, each] as const))("%s", async (_, document) => {
    const { whole, fates } = await fatesOf(document, (without) => ofFile(document, without))
    expect(whole.facts).toStartWith("[{")
    expect(fates.filter(({ isKept, isNamed }) => isKept === isNamed)).toEqual([])
  })

  test.each(EVERY_BODY.map((each) => [each.source, each] as const))("a body of %s", async (_, body) => {
    const { whole, fates } = await bodyOf(body)
    expect(whole.facts).toStartWith("[{")
    expect(fates.filter(({ isKept, isNamed }) => isKept === isNamed)).toEqual([])
  })

  test("a body of hc-webhook in camelCase is read as the other one", () => {
    const [, other] = EVERY_BODY
    expect(ofBody(CAMEL_BODY)).toEqual(ofBody(JSON.parse(String(other?.content(-1)))))
  })
})

test("docs/history.md has the table of fields that are kept and that are named as the readers do it", async () => {
  const lines = []
  const lineOf = (title: string, { fates }: Awaited<ReturnType<typeof bodyOf>>) => {
    const [kept, named] = [true, false].map((wanted) => {
      const fields = fates.flatMap(({ label, isKept }) => (isKept === wanted ? [label] : []))
      return [...new Set(fields)].join(", ")
    })
    return `${title} | ${kept} | ${named || "–"}`
  }
  for (const document of FILES) {
    const name = nameOf(document.source)
    lines.push(lineOf(`${name}, \`${document.name}\``, await fatesOf(document, (without) => ofFile(document, without))))
  }
  if (LIFE_DASHBOARD !== undefined)
    lines.push(lineOf("Life Dashboard Companion, HC Webhook", await bodyOf(LIFE_DASHBOARD)))
  const text = readFileSync(new URL("../../../docs/history.md", import.meta.url), "utf8")
  expect(tableIn(text, "| Fields of")).toEqual(lines)
})
