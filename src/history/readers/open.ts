import { Clock, Effect, Stream } from "effect"
import { FORMATS, formatOf } from "../../files/format.ts"
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
import { Emitter } from "./emitter.ts"
import { type Entry, fault, type Input, openInput, unreadable } from "./input.ts"
import { isMacroFactor, readMacroFactor } from "./macrofactor.ts"
import { type Answers, readTable, recogniseTable, surveyTable, type Table, type TableOptions } from "./table.ts"
import { TABLE_KINDS } from "./tables.ts"

/** So much of a file tells what it is. The document type of a health export comes before its first element. */
const LOOKED_AT = 256 * 1024
/** After so many bytes without a full batch, an empty one tells the progress. */
const PROGRESS_BYTES = 1024 * 1024
/** After so many batches, memory is collected. */
const COLLECTED_EVERY = 8
/** So many files of an archive are looked at. */
const MOST_LOOKED_AT = 2000

/** A file of the input that can be read. */
type Part =
  | { readonly _tag: "Table"; readonly table: Table }
  | { readonly _tag: "HealthExport"; readonly entry: Entry }
  | { readonly _tag: "Workbook"; readonly entry: Entry }

const sourceOf = (part: Part): Source =>
  part._tag === "Table" ? part.table.kind.source : part._tag === "Workbook" ? "macrofactor" : "apple-health"

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

type Look = { readonly part: Part } | { readonly looksLike: string }

const lookAt = async (entry: Entry, source: Source | undefined): Promise<Look> => {
  const bytes = await startOf(entry)
  if (bytes.length === 0) return { looksLike: "is empty" }
  const format = formatOf(bytes)
  const text = new TextDecoder().decode(bytes)
  if (isHealthExport(text)) return { part: { _tag: "HealthExport", entry } }
  if (format === "zip") return { looksLike: "is a ZIP archive within the archive" }
  const kinds = TABLE_KINDS.filter((kind) => source === undefined || kind.source === source)
  const found = format === "utf16" || format === "binary" ? null : recogniseTable(text, kinds)
  if (found !== null && /\r(?!\n)/.test(text) && !text.includes("\n")) {
    throw fault(entry.name, null, "has lines that end with CR alone", "Save it again as CSV UTF-8 in a spreadsheet")
  }
  if (found !== null) return { part: { _tag: "Table", table: { entry, ...found } } }
  const isTable = format === null || format === "csv" || format === "tsv"
  if (isTable && source !== undefined) return { looksLike: `is no export of ${source}` }
  return { looksLike: isTable ? "is of no known kind" : `looks like ${FORMATS[format]}` }
}

/** A Mac puts what it knows of each file beside it, under the file's name. */
const isCandidate = (path: string): boolean => /\.(?:csv|xml|txt|zip)$/i.test(path) && !/(?:^|\/)__MACOSX\//.test(path)

interface Recognised {
  readonly source: Source
  readonly parts: ReadonlyArray<Part>
  /** Files that could have been read, and were not. */
  readonly unread: ReadonlyArray<string>
}

const AS_UTF8 = "Save it as UTF-8 in a text editor, or as CSV UTF-8 in a spreadsheet"
const CHOOSE = "Pass --source with the app that it comes from, or a file that this app exported"

const recognise = async (input: Input, wanted: Source | undefined): Promise<Recognised> => {
  if (input.isArchive && isMacroFactor(input)) {
    if (wanted === undefined || wanted === "macrofactor") {
      const entry = { name: input.name, bytes: input.entries[0]?.bytes ?? noBytes }
      return { source: "macrofactor", parts: [{ _tag: "Workbook", entry }], unread: [] }
    }
  }
  const candidates = input.entries.filter(({ name }) => !input.isArchive || isCandidate(name))
  const parts: Array<Part> = []
  const unread: Array<string> = []
  let problem = "holds no file of a known kind"
  for (const entry of candidates.slice(0, MOST_LOOKED_AT)) {
    const look = await lookAt(entry, wanted)
    if ("part" in look) {
      if (wanted === undefined || sourceOf(look.part) === wanted) parts.push(look.part)
      continue
    }
    unread.push(`${entry.name} ${look.looksLike}`)
    problem = input.isArchive ? `${problem}; ${entry.name} ${look.looksLike}`.slice(0, 500) : look.looksLike
  }
  const sources = [...new Set(parts.map(sourceOf))]
  const [source] = sources
  if (source === undefined) {
    const isUtf16 = problem === `looks like ${FORMATS.utf16}`
    throw fault(input.name, null, problem, isUtf16 ? AS_UTF8 : CHOOSE)
  }
  if (sources.length > 1)
    throw fault(input.name, null, `holds exports of ${sources.join(" and ")}`, "Pass --source with one of them")
  return { source, parts, unread: source === "apple-health" ? [] : unread }
}

async function* noBytes(): AsyncGenerator<never, void, undefined> {}

interface Surveyed {
  readonly questions: ReadonlyArray<Question>
  /** For each part, what was found out. */
  readonly answers: ReadonlyArray<Answers>
}

const survey = async (parts: ReadonlyArray<Part>, options: ReadOptions): Promise<Surveyed> => {
  const questions: Array<Question> = []
  const answers: Array<Answers> = []
  for (const part of parts) {
    const surveyed = part._tag === "Table" ? await surveyTable(part.table, options) : { questions: [], answers: {} }
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
    // Left to itself, garbage grows to a few times what is held: it would come faster than it is collected.
    if (++given % COLLECTED_EVERY === 0) Bun.gc(true)
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
  const difference = emit.check.difference()
  if (difference !== null) emit.warn(null, difference)
  position = input.totalBytes
  yield* taken()
  yield { rows: [], position }
}

export const openHistory: OpenHistory = Effect.fn("History.open")(function* (path, options) {
  const failed = (cause: unknown): UnreadableFile => unreadable(path, null, cause)
  const input = yield* Effect.tryPromise({ try: () => openInput(path), catch: failed })
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
