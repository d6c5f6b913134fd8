import { FORMATS, formatOf } from "../../../platform/files/format.ts"
import { activityFormatOf, isActivityPath } from "../formats/activities/activity-format.ts"
import type { DocumentKind } from "../formats/document.ts"
import { asReadersExpect, mayBeTable, startOf } from "../formats/encodings.ts"
import { type Entry, fault, gunzipped, type Input, isCandidate, isGzip, mayBeCandidate } from "../formats/input.ts"
import { isOfSleep, OF_SLEEP } from "../formats/measures/sleep.ts"
import type { Table } from "../formats/table.ts"
import { type Advice, CHOOSE, CHOOSE_ONE } from "../rows/advice.ts"
import type { UnreadableFile } from "../rows/rows.ts"
import type { Source } from "../sources.ts"
import { plainTableIn } from "./body/plain-days.ts"
import { DOCUMENT_KINDS } from "./documents.ts"
import { isMacroFactor } from "./food/macrofactor.ts"
import { recogniseTable, tableStarts } from "./recognise-table.ts"
import { isHealthExport } from "./recorders/apple-health.ts"
import { TABLE_KINDS } from "./tables.ts"
import { refusalOfArchive, refusalOfFile } from "./unread-apps.ts"
import { UNKNOWN, unreadFiles } from "./unread-files.ts"

/** Most files of an archive that are checked. */
const MOST_LOOKED_AT = 2000
/** Most of its other files that are checked if these give nothing. */
const MOST_OTHERS = 200

/** A file of the input that can be read. */
export type Part =
  | { readonly _tag: "Table"; readonly table: Table }
  | { readonly _tag: "HealthExport"; readonly entry: Entry }
  | { readonly _tag: "Workbook"; readonly entry: Entry }
  | { readonly _tag: "Document"; readonly entry: Entry; readonly kind: DocumentKind }
  | ActivityPart

/** A file with one or a few activities. If one of several cannot be read, it is left out, and the others are read. */
export interface ActivityPart {
  readonly _tag: "Activities"
  readonly entry: Entry
  readonly isAlone: boolean
}

const sourceOf = (part: Part): Source => {
  switch (part._tag) {
    case "Table":
      return part.table.kind.source
    case "Document":
      return part.kind.source
    case "Workbook":
      return "macrofactor"
    case "HealthExport":
      return "apple-health"
    case "Activities":
      return "activity-files"
  }
}

const nameOf = (part: Part): string => (part._tag === "Table" ? part.table.entry.name : part.entry.name)

/** A file of the input that is not read. */
interface Unread {
  readonly _tag: "Unread"
  readonly name: string
  /** What it is, as a clause to follow its name. */
  readonly problem: string
  readonly advice: Advice
}

const BESIDE = "is a table of a person's own, which is read if nothing beside it is an app's"
const BY_TIME = "counts by time of day the steps that another table sums by day"

type Look = { readonly _tag: "Found"; readonly part: Part; readonly isCertain: boolean } | Unread

interface LookedAt {
  readonly look: Look
  /** The same file as a table of the person's own, if it can be one. */
  readonly plain: Table | null
}

const isActivity = async (entry: Entry, start: Uint8Array): Promise<boolean> => {
  if (!isGzip(start)) return activityFormatOf(start) !== null
  try {
    return activityFormatOf(await startOf(gunzipped(entry))) !== null
  } catch {
    return false
  }
}

const lookAt = async (given: Entry, source: Source | undefined): Promise<LookedAt> => {
  const { entry, bytes, text } = await asReadersExpect(given)
  const certain = (part: Part): LookedAt => ({ look: { _tag: "Found", part, isCertain: true }, plain: null })
  const unread = (problem: string, advice = CHOOSE, plain: Table | null = null): LookedAt => ({
    look: { _tag: "Unread", name: entry.name, problem, advice },
    plain
  })
  if (bytes.length === 0) return unread("is empty")
  const format = formatOf(bytes)
  if (isHealthExport(text)) {
    if (source === undefined || source === "apple-health") return certain({ _tag: "HealthExport", entry })
    return unread(`is not an export of ${source}`)
  }
  if (format === "zip") return unread("is a ZIP archive within the archive")
  if (await isActivity(entry, bytes)) {
    if (source === undefined || source === "activity-files")
      return certain({ _tag: "Activities", entry, isAlone: true })
    return unread(`is not an export of ${source}`)
  }
  const document = DOCUMENT_KINDS.find((kind) => kind.matches(text, entry.name))
  if (document !== undefined && (source === undefined || document.source === source)) {
    return certain({ _tag: "Document", entry, kind: document })
  }
  const starts = format === "binary" ? [] : tableStarts(text)
  const kinds = TABLE_KINDS.filter((kind) => source === undefined || kind.source === source)
  const found = recogniseTable(starts, entry.name, kinds, text)
  const refusal = refusalOfFile(entry.name, starts, text)
  const isCertain = found?.isCertain === true || source !== undefined
  const own = isCertain && found !== null ? null : plainTableIn(starts, entry.name, text)
  const plain = own === null ? null : { entry, ...own }
  if (found !== null && (isCertain || refusal === undefined)) {
    const { kind, header } = found
    return { look: { _tag: "Found", part: { _tag: "Table", table: { entry, kind, header } }, isCertain }, plain }
  }
  const isTable = mayBeTable(format)
  if (isTable && source !== undefined) return unread(`is not an export of ${source}`, CHOOSE, plain)
  if (refusal !== undefined) return unread(refusal.problem, refusal.advice, plain)
  if (isOfSleep(entry.name, starts)) return unread("is a report of sleep in no known form", OF_SLEEP, plain)
  if (!isTable) return unread(`looks like ${FORMATS[format]}`)
  // The last character may be cut in two.
  return text.slice(0, -3).includes("\ufffd")
    ? unread("has characters that are not UTF-8", "Export it again, or save it as UTF-8 in a text editor", plain)
    : unread(UNKNOWN, CHOOSE, plain)
}

/** What an input is, and which of its files are read. */
export interface Recognised {
  readonly source: Source
  readonly parts: ReadonlyArray<Part>
  /** Readable files that were not read, as sentences to which `, and was not read` is added. */
  readonly unread: ReadonlyArray<string>
  /** Names of activity files that are not read, because an app's export of the same input counts instead. */
  readonly beside: ReadonlyArray<string>
}

const whenAlone = (part: Part) => (part._tag === "Table" ? part.table.kind.whenAlone : undefined)

/** The refusal of an input in which nothing was found. */
const nothingIn = (input: Input, unread: ReadonlyArray<Unread>): UnreadableFile => {
  const [first] = unread
  if (!input.isArchive && first !== undefined) return fault(input.name, null, first.problem, first.advice)
  const refusal = refusalOfArchive(input.entries.map(({ name }) => name))
  if (refusal !== undefined) return fault(input.name, null, refusal.problem, refusal.advice)
  const problems = ["holds no file of a known kind", ...unread.map(({ name, problem }) => `${name} ${problem}`)]
  const advice = unread.find((each) => each.advice !== CHOOSE)?.advice ?? CHOOSE
  return fault(input.name, null, problems.join("; ").slice(0, 500), advice)
}

/** The activity files: those with such a name in an archive, and others recognised by their content. */
const activitiesOf = (input: Input, looks: ReadonlyArray<LookedAt>): ReadonlyArray<Entry> => {
  const found = looks.flatMap(({ look }) =>
    look._tag === "Found" && look.part._tag === "Activities" ? look.part.entry : []
  )
  return [...found, ...(input.isArchive ? input.entries.filter(({ name }) => isActivityPath(name)) : [])]
}

const ofActivities = (input: Input, entries: ReadonlyArray<Entry>, unread: ReadonlyArray<Unread>): Recognised => ({
  source: "activity-files",
  parts: entries.map((entry) => ({ _tag: "Activities", entry, isAlone: !input.isArchive })),
  unread: unreadFiles(input.entries, unread, entries),
  beside: []
})

const looksAt = async (entries: ReadonlyArray<Entry>, wanted: Source | undefined): Promise<Array<LookedAt>> => {
  const looks: Array<LookedAt> = []
  for (const entry of entries) looks.push(await lookAt(entry, wanted))
  return looks
}

/** The apps that an input is certainly from. */
const sourcesOf = (looks: ReadonlyArray<LookedAt>): ReadonlySet<Source> =>
  new Set(
    looks.flatMap(({ look }) =>
      look._tag === "Found" && look.part._tag !== "Activities" && look.isCertain && whenAlone(look.part) === undefined
        ? sourceOf(look.part)
        : []
    )
  )

/** Looks at the files that an input may consist of. If none of an archive is known, its other files are tried, too. */
const looksIn = async (input: Input, wanted: Source | undefined): Promise<ReadonlyArray<LookedAt>> => {
  if (!input.isArchive) return looksAt(input.entries, wanted)
  const candidates = input.entries.filter(({ name }) => isCandidate(name))
  const looks = await looksAt(candidates.slice(0, MOST_LOOKED_AT), wanted)
  if (sourcesOf(looks).size > 0 || activitiesOf(input, looks).length > 0) return looks
  const others = input.entries.filter(({ name }) => mayBeCandidate(name)).slice(0, MOST_OTHERS)
  const isWorthIt = ({ look }: LookedAt) => look._tag === "Found" || look.problem === UNKNOWN || look.advice !== CHOOSE
  return [...looks, ...(await looksAt(others, wanted)).filter(isWorthIt)]
}

/** Of steps by time of day, and those by day, which sum them, only the latter count. */
const withoutSummed = (tables: ReadonlyArray<Table>) => {
  const hasSteps = ({ header }: Table) => header.search(/steps?/) !== -1
  const isByTime = (table: Table) => hasSteps(table) && table.header.has("time")
  const hasDays = tables.some((table) => hasSteps(table) && !isByTime(table))
  return {
    tables: tables.filter((table) => !hasDays || !isByTime(table)),
    summed: hasDays ? tables.filter(isByTime) : []
  }
}

/** Recognises an input by its content. Rejects with UnreadableFile if nothing in it can be read. */
export const recognise = async (input: Input, wanted: Source | undefined): Promise<Recognised> => {
  if (input.isArchive && isMacroFactor(input)) {
    if (wanted === undefined || wanted === "macrofactor") {
      const entry = { name: input.name, bytes: input.entries[0]?.bytes ?? noBytes }
      return { source: "macrofactor", parts: [{ _tag: "Workbook", entry }], unread: [], beside: [] }
    }
  }
  const looks = await looksIn(input, wanted)
  const sources = sourcesOf(looks)
  const [source] = sources
  if (sources.size > 1) throw fault(input.name, null, `holds exports of ${[...sources].join(" and ")}`, CHOOSE_ONE)
  const parts: Array<Part> = []
  const left: Array<{ readonly unread: Unread; readonly plain: Table | null }> = []
  for (const { look, plain } of looks) {
    if (look._tag === "Unread") left.push({ unread: look, plain })
    else if (look.part._tag === "Activities") continue
    // A table that several apps write belongs to the app that the archive's other tables are from.
    else if (sources.has(sourceOf(look.part))) parts.push(look.part)
    else {
      const unread = { name: nameOf(look.part), problem: UNKNOWN, advice: CHOOSE, ...whenAlone(look.part) }
      left.push({ unread: { _tag: "Unread", ...unread }, plain })
    }
  }
  const { tables, summed } = withoutSummed(left.flatMap(({ plain }) => plain ?? []))
  const activities = activitiesOf(input, looks)
  const areWanted = wanted === undefined || wanted === "activity-files"
  const areActivities = source === undefined && areWanted && activities.length > 0
  const arePlain =
    !areActivities && (source === undefined || source === "csv") && (wanted === undefined || wanted === "csv")
  const problems = new Map([
    ...tables.map(({ entry }) => [entry.name, BESIDE] as const),
    ...summed.map(({ entry }) => [entry.name, BY_TIME] as const)
  ])
  const read = new Set(arePlain ? tables.map(({ entry }) => entry.name) : [])
  const unread = left.flatMap(({ unread }) =>
    read.has(unread.name) ? [] : { ...unread, problem: problems.get(unread.name) ?? unread.problem }
  )
  if (areActivities) return ofActivities(input, activities, unread)
  if (arePlain) for (const table of tables) parts.push({ _tag: "Table", table })
  const [first] = parts
  if (first === undefined) throw nothingIn(input, unread)
  // A health export also contains the routes of its workouts.
  const beside = source === "apple-health" ? [] : activities
  return {
    source: source ?? sourceOf(first),
    parts,
    unread: unreadFiles(input.entries, unread, [...parts.map((part) => ({ name: nameOf(part) })), ...beside]),
    beside: beside.map(({ name }) => name)
  }
}

async function* noBytes(): AsyncGenerator<never, void, undefined> {}
