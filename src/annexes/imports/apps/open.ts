import { Clock, Effect, Stream } from "effect"
import { readActivityFile } from "../formats/activities/activity-files.ts"
import { parsedDocument, readDocument } from "../formats/document.ts"
import { Emitter } from "../formats/emitter.ts"
import { type Input, openInput, unreadable } from "../formats/input.ts"
import { type Answers, type ReaderOptions, readTable, surveyTable, type TableOptions } from "../formats/table.ts"
import { PersonClock } from "../formats/zones.ts"
import { type Question, UnansweredQuestions } from "../rows/questions.ts"
import type { Batch, OpenedHistory, ReadOptions, UnreadableFile } from "../rows/rows.ts"
import { readMacroFactor } from "./food/macrofactor.ts"
import { type Part, type Recognised, recognise } from "./recognise.ts"
import { readHealthExport } from "./recorders/apple-health.ts"

/** After this many bytes without a full batch, an empty one reports the progress. */
const PROGRESS_BYTES = 1024 * 1024
/** Memory is collected after this many batches, because what is made from a batch becomes garbage as well. */
const COLLECTED_EVERY = 16

/** The questions of a document. An unreadable one is reported when its turn comes, after the rows before it. */
const documentQuestions = async (
  { entry, kind }: Extract<Part, { _tag: "Document" }>,
  options: ReaderOptions
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
  /** What was determined for each part. */
  readonly answers: ReadonlyArray<Answers>
}

const survey = async (parts: ReadonlyArray<Part>, options: ReaderOptions): Promise<Surveyed> => {
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
    case "Activities":
      return yield* readActivityFile(part, { clock: options.clock, now }, emit)
    case "Document":
      return yield* readDocument(part.entry, part.kind, { file: part.entry.name, options, now }, emit)
  }
}

async function* batchesOf(
  input: Input,
  { parts, unread, beside, source }: Recognised,
  answers: ReadonlyArray<Answers>,
  options: ReaderOptions,
  now: number
): AsyncGenerator<Batch, void, undefined> {
  const emit = new Emitter()
  let position = 0
  let reported = 0
  let given = 0
  const give = (rows: Batch["rows"]): Batch => {
    if (rows.length > 0 && ++given % COLLECTED_EVERY === 0) Bun.gc(true)
    return { rows, position }
  }
  const taken = function* (): Generator<Batch> {
    for (const rows of emit.take()) yield give(rows)
  }
  for (const file of unread) emit.warn(null, `${file}, and was not read`)
  if (beside.length > 0) {
    const files = beside.length === 1 ? `${beside[0]} was` : `${beside[0]} and ${beside.length - 1} like it were`
    emit.warn(
      null,
      `${files} not read, but the export of ${source} beside; the source activity-files reads them instead`
    )
  }
  try {
    for (const [index, part] of parts.entries()) {
      for await (const at of readPart(part, input, { ...options, ...answers[index] }, now, emit)) {
        position = Math.max(position, Math.min(at, input.totalBytes))
        if (emit.isFull) yield* taken()
        else if (position - reported >= PROGRESS_BYTES) yield give([])
        else continue
        reported = position
      }
      yield* taken()
    }
  } catch (cause) {
    yield* taken()
    throw cause
  }
  for (const row of [...emit.steps.readings(), ...emit.nights.rows(), ...emit.portions.rows()]) emit.push(row)
  const difference = emit.check.difference()
  if (difference !== null) emit.warn(null, difference)
  position = input.totalBytes
  yield* taken()
  yield { rows: [], position, notKept: emit.kindsNotKept() }
}

/**
 * Recognises a file's source by its content, asks for what the file does not state, and reads it. Nothing is stored,
 * and nothing stays open once the rows have ended, failed or been interrupted. `name` is the file's name in reports, by
 * default its path.
 */
export const openHistory = Effect.fn("History.open")(function* (path: string, asked: ReadOptions, name?: string) {
  const failed = (cause: unknown): UnreadableFile => unreadable(name ?? path, null, cause)
  const input = yield* Effect.tryPromise({ try: () => openInput(path, name), catch: failed })
  const recognised = yield* Effect.tryPromise({ try: () => recognise(input, asked.source), catch: failed })
  const options = { ...asked, clock: new PersonClock(asked.timezone, asked.eras?.[recognised.source]) }
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
  } satisfies OpenedHistory
})
