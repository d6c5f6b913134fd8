import { Clock, Effect, Stream } from "effect"
import { FORMATS, formatOf } from "../../../platform/files/format.ts"
import {
  type Batch,
  type OpenHistory,
  type Question,
  type ReadOptions,
  type Source,
  UnansweredQuestions,
  type UnreadableFile
} from "../rows.ts"
import { isHealthExport, readHealthExport } from "./apple-health.ts"
import { type DocumentKind, parsedDocument, readDocument } from "./document.ts"
import { DOCUMENT_KINDS } from "./documents.ts"
import { Emitter } from "./emitter.ts"
import { type Entry, fault, type Input, isCandidate, openInput, unreadable } from "./input.ts"
import { isMacroFactor, readMacroFactor } from "./macrofactor.ts"
import { plainTableIn } from "./plain-days.ts"
import { recogniseTable, tableStarts } from "./recognise-table.ts"
import { type Answers, readTable, surveyTable, type Table, type TableOptions } from "./table.ts"
import { TABLE_KINDS } from "./tables.ts"
import { OF_UNREAD_APP, unreadAppOf, unreadAppOfArchive } from "./unread-apps.ts"

/** So much of a file says what it is. The document type of a health export comes before its first element. */
const LOOKED_AT = 256 * 1024
/** After so many bytes without a full batch, an empty one states the progress. */
const PROGRESS_BYTES = 1024 * 1024
/** After so many batches, memory is collected: what is made of a batch becomes garbage as well. */
const COLLECTED_EVERY = 16
/** So many files of an archive are looked at. */
const MOST_LOOKED_AT = 2000

/** A file of the input that can be read. */
type Part =
  | { readonly _tag: "Table"; readonly table: Table }
  | { readonly _tag: "HealthExport"; readonly entry: Entry }
  | { readonly _tag: "Workbook"; readonly entry: Entry }
  | { readonly _tag: "Document"; readonly entry: Entry; readonly kind: DocumentKind }

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
  }
}

const startOf = async (entry: Entry): Promise<Uint8Array> => {
  const parts: Array<Uint8Array> = []
  let length = 0
  for await (const { bytes } of entry.bytes()) {
    parts.push(bytes)
    length += bytes.length
    if (length >= LOOKED_AT) break
  }
  return Buffer.concat(parts).subarray(0, LOOKED_AT)
}

/** A file of the input that is not read. */
interface Unread {
  readonly _tag: "Unread"
  readonly name: string
  /** What it is, as a clause after its name. */
  readonly problem: string
  readonly advice: string
}

type Look = { readonly _tag: "Found"; readonly part: Part; readonly isCertain: boolean } | Unread

const AS_UTF8 = "Save it as UTF-8 in a text editor, or as CSV UTF-8 in a spreadsheet"
const CHOOSE =
  "Pass --source with the app that it comes from, a file that this app exported, or a table with the columns date, metric, value and unit"
const UNKNOWN = "is of no known kind"

const lookAt = async (entry: Entry, source: Source | undefined): Promise<Look> => {
  const unread = (problem: string, advice = CHOOSE): Look => ({ _tag: "Unread", name: entry.name, problem, advice })
  const bytes = await startOf(entry)
  if (bytes.length === 0) return unread("is empty")
  const format = formatOf(bytes)
  const text = new TextDecoder().decode(bytes)
  if (isHealthExport(text)) {
    if (source === undefined || source === "apple-health")
      return { _tag: "Found", part: { _tag: "HealthExport", entry }, isCertain: true }
    return unread(`is no export of ${source}`)
  }
  if (format === "zip") return unread("is a ZIP archive within the archive")
  const document = DOCUMENT_KINDS.find((kind) => kind.matches(text, entry.name))
  if (document !== undefined && (source === undefined || document.source === source)) {
    return { _tag: "Found", part: { _tag: "Document", entry, kind: document }, isCertain: true }
  }
  const starts = format === "utf16" || format === "binary" ? [] : tableStarts(text)
  const app = source === undefined ? unreadAppOf(text) : undefined
  if (app !== undefined) return unread(`is of ${app}, which cannot be read yet`, OF_UNREAD_APP)
  const kinds = TABLE_KINDS.filter((kind) => source === undefined || kind.source === source)
  const found = recogniseTable(starts, entry.name, kinds, text)
  if (found !== null && /\r(?!\n)/.test(text) && !text.includes("\n")) {
    throw fault(entry.name, null, "has lines that end with CR alone", "Save it again as CSV UTF-8 in a spreadsheet")
  }
  if (found !== null) {
    const { kind, header, isCertain } = found
    const part: Part = { _tag: "Table", table: { entry, kind, header } }
    return { _tag: "Found", part, isCertain: isCertain || source !== undefined }
  }
  const isTable = format === null || format === "csv" || format === "tsv"
  if (isTable && source !== undefined) return unread(`is no export of ${source}`)
  if (format === "utf16") return unread(`looks like ${FORMATS[format]}`, AS_UTF8)
  return unread(isTable ? UNKNOWN : `looks like ${FORMATS[format]}`)
}

interface Recognised {
  readonly source: Source
  readonly parts: ReadonlyArray<Part>
  /** Files that could have been read, and were not. */
  readonly unread: ReadonlyArray<string>
}

const whenAlone = (part: Part) => (part._tag === "Table" ? part.table.kind.whenAlone : undefined)

/** Why an input is refused in which nothing was found. */
const nothingIn = (input: Input, unread: ReadonlyArray<Unread>): UnreadableFile => {
  const [first] = unread
  if (!input.isArchive && first !== undefined) return fault(input.name, null, first.problem, first.advice)
  const app = unreadAppOfArchive(input.entries.map(({ name }) => name))
  if (app !== undefined) return fault(input.name, null, `is of ${app}, which cannot be read yet`, OF_UNREAD_APP)
  const problems = ["holds no file of a known kind", ...unread.map(({ name, problem }) => `${name} ${problem}`)]
  const advice = unread.find((each) => each.advice !== CHOOSE)?.advice ?? CHOOSE
  return fault(input.name, null, problems.join("; ").slice(0, 500), advice)
}

const recognise = async (input: Input, wanted: Source | undefined): Promise<Recognised> => {
  if (input.isArchive && isMacroFactor(input)) {
    if (wanted === undefined || wanted === "macrofactor") {
      const entry = { name: input.name, bytes: input.entries[0]?.bytes ?? noBytes }
      return { source: "macrofactor", parts: [{ _tag: "Workbook", entry }], unread: [] }
    }
  }
  const candidates = input.entries.filter(({ name }) => !input.isArchive || isCandidate(name))
  const looks: Array<{ readonly entry: Entry; readonly look: Look }> = []
  for (const entry of candidates.slice(0, MOST_LOOKED_AT)) looks.push({ entry, look: await lookAt(entry, wanted) })
  const sources = new Set<Source>()
  for (const { look } of looks) {
    if (look._tag === "Found" && look.isCertain && whenAlone(look.part) === undefined) sources.add(sourceOf(look.part))
  }
  const [source] = sources
  const parts: Array<Part> = []
  const unread: Array<Unread> = []
  for (const { entry, look } of looks) {
    if (look._tag === "Unread") unread.push(look)
    // A table that several apps write is of the app that the others in the archive are of.
    else if (sources.has(sourceOf(look.part))) parts.push(look.part)
    else unread.push({ _tag: "Unread", name: entry.name, problem: UNKNOWN, advice: CHOOSE, ...whenAlone(look.part) })
  }
  const [alone] = input.isArchive ? [] : candidates
  if (source === undefined && alone !== undefined && (wanted === undefined || wanted === "csv")) {
    const plain = plainTableIn(new TextDecoder().decode(await startOf(alone)), alone.name)
    if (plain !== null)
      return { source: "csv", parts: [{ _tag: "Table", table: { entry: alone, ...plain } }], unread: [] }
  }
  if (source === undefined) throw nothingIn(input, unread)
  if (sources.size > 1)
    throw fault(input.name, null, `holds exports of ${[...sources].join(" and ")}`, "Pass --source with one of them")
  return {
    source,
    parts,
    unread: source === "apple-health" ? [] : unread.map(({ name, problem }) => `${name} ${problem}`)
  }
}

async function* noBytes(): AsyncGenerator<never, void, undefined> {}

/** A document that cannot be read says so when its turn comes, after the rows before it. */
const documentQuestions = async (
  { entry, kind }: Extract<Part, { _tag: "Document" }>,
  options: ReadOptions
): Promise<ReadonlyArray<Question>> => {
  if (kind.questions === undefined) return []
  try {
    const { json } = await parsedDocument(entry)
    return kind.questions(json, { file: entry.name, options, now: 0 })
  } catch {
    return []
  }
}

interface Surveyed {
  readonly questions: ReadonlyArray<Question>
  /** For each part, what was found out. */
  readonly answers: ReadonlyArray<Answers>
}

const survey = async (parts: ReadonlyArray<Part>, options: ReadOptions): Promise<Surveyed> => {
  const questions: Array<Question> = []
  const answers: Array<Answers> = []
  for (const part of parts) {
    const surveyed =
      part._tag === "Table"
        ? await surveyTable(part.table, options)
        : { questions: part._tag === "Document" ? await documentQuestions(part, options) : [], answers: {} }
    questions.push(...surveyed.questions)
    answers.push(surveyed.answers)
  }
  return { questions, answers }
}

async function* readPart(
  part: Part,
  input: Input,
  options: TableOptions,
  now: number,
  emit: Emitter
): AsyncGenerator<number, void, undefined> {
  switch (part._tag) {
    case "Table":
      return yield* readTable(part.table, options, emit)
    case "HealthExport":
      return yield* readHealthExport(part.entry, options, now, emit)
    case "Workbook":
      return yield* readMacroFactor(input, options, emit)
    case "Document":
      return yield* readDocument(part.entry, part.kind, { file: part.entry.name, options, now }, emit)
  }
}

async function* batchesOf(
  input: Input,
  { parts, unread }: Recognised,
  answers: ReadonlyArray<Answers>,
  options: ReadOptions,
  now: number
): AsyncGenerator<Batch, void, undefined> {
  const emit = new Emitter()
  let position = 0
  let told = 0
  let given = 0
  const give = (rows: Batch["rows"]): Batch => {
    if (rows.length > 0 && ++given % COLLECTED_EVERY === 0) Bun.gc(true)
    return { rows, position }
  }
  const taken = function* (): Generator<Batch> {
    for (const rows of emit.take()) yield give(rows)
  }
  for (const file of unread) emit.warn(null, `${file}, and was not read`)
  try {
    for (const [index, part] of parts.entries()) {
      for await (const at of readPart(part, input, { ...options, ...answers[index] }, now, emit)) {
        position = Math.max(position, Math.min(at, input.totalBytes))
        if (emit.isFull) yield* taken()
        else if (position - told >= PROGRESS_BYTES) yield give([])
        else continue
        told = position
      }
      yield* taken()
    }
  } catch (cause) {
    yield* taken()
    throw cause
  }
  for (const row of [...emit.steps.readings(), ...emit.portions.rows()]) emit.push(row)
  const difference = emit.check.difference()
  if (difference !== null) emit.warn(null, difference)
  position = input.totalBytes
  yield* taken()
  yield { rows: [], position }
}

export const openHistory: OpenHistory = Effect.fn("History.open")(function* (path, options, name) {
  const failed = (cause: unknown): UnreadableFile => unreadable(name ?? path, null, cause)
  const input = yield* Effect.tryPromise({ try: () => openInput(path, name), catch: failed })
  const recognised = yield* Effect.tryPromise({ try: () => recognise(input, options.source), catch: failed })
  const { questions, answers } = yield* Effect.tryPromise({
    try: () => survey(recognised.parts, options),
    catch: failed
  })
  const [question, ...more] = questions
  if (question !== undefined) {
    return yield* new UnansweredQuestions({ source: recognised.source, questions: [question, ...more] })
  }
  const now = yield* Clock.currentTimeMillis
  return {
    source: recognised.source,
    totalBytes: input.totalBytes,
    batches: Stream.suspend(() => Stream.fromAsyncIterable(batchesOf(input, recognised, answers, options, now), failed))
  }
})
