import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Either, Stream } from "effect"
import { openHistory } from "../../../src/annexes/imports/apps/open.ts"
import type { NotKeptKind } from "../../../src/annexes/imports/rows/model.ts"
import { type Question, UnansweredQuestions } from "../../../src/annexes/imports/rows/questions.ts"
import type { HistoryRow, ReadOptions, UnreadableFile } from "../../../src/annexes/imports/rows/rows.ts"
import type { Source } from "../../../src/annexes/imports/sources.ts"
import { archiveOf } from "./archive-of.ts"

/** The outcome of reading a file. */
export interface Outcome {
  readonly source: Source | null
  readonly rows: ReadonlyArray<HistoryRow>
  /** The kinds of data that are not kept. */
  readonly notKept: ReadonlyArray<NotKeptKind>
  readonly fault: UnreadableFile | null
  readonly questions: ReadonlyArray<Question>
}

const BERLIN: ReadOptions = { timezone: "Europe/Berlin" }

/** Reads a file to its end, or to where it becomes unreadable. A defect rejects. */
export const readPath = (path: string, options: Partial<ReadOptions> = {}): Promise<Outcome> =>
  Effect.runPromise(
    Effect.gen(function* () {
      const opened = yield* Effect.either(openHistory(path, { ...BERLIN, ...options }))
      if (Either.isLeft(opened)) {
        const isAsked = opened.left instanceof UnansweredQuestions
        return isAsked
          ? { source: opened.left.source, rows: [], notKept: [], fault: null, questions: opened.left.questions }
          : { source: null, rows: [], notKept: [], fault: opened.left, questions: [] }
      }
      const { source, batches } = opened.right
      const rows: Array<HistoryRow> = []
      const notKept: Array<NotKeptKind> = []
      const take = Stream.runForEach(batches, (batch) =>
        Effect.sync(() => {
          rows.push(...batch.rows)
          notKept.push(...(batch.notKept ?? []))
        })
      )
      const end = yield* Effect.either(take)
      return { source, rows, notKept, fault: Either.isLeft(end) ? end.left : null, questions: [] }
    })
  )

/** Reads a content as a file of this name. */
export const readContent = async (
  name: string,
  content: Uint8Array | string,
  options: Partial<ReadOptions> = {}
): Promise<Outcome> => {
  const folder = mkdtempSync(join(tmpdir(), "fettle-history-"))
  try {
    const path = join(folder, name)
    writeFileSync(path, content)
    return await readPath(path, options)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const FIXTURES = join(import.meta.dir, "fixtures")

/** The names of the exports in `fixtures`. A folder represents the archive of its files. */
export const fixtureNames: ReadonlyArray<string> = readdirSync(FIXTURES)
  .filter((name) => !name.endsWith(".expected"))
  .sort()

/** The bytes of an export. */
export const fixture = (name: string): Uint8Array => {
  const path = join(FIXTURES, name)
  if (!statSync(path).isDirectory()) return readFileSync(path)
  const files = readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((file) => statSync(join(path, file)).isFile())
    .sort()
  return archiveOf(files.map((file) => [file, readFileSync(join(path, file))] as const))
}

/** The expected outcome of an export: the options in the first line, then one line a row as `shown` writes it. */
export const expectedOf = (name: string): { readonly options: Partial<ReadOptions>; readonly lines: string } => {
  const [options = "{}", ...lines] = readFileSync(join(FIXTURES, `${name}.expected`), "utf8").split("\n")
  return { options: JSON.parse(options), lines: lines.join("\n") }
}

/** The smallest export of a source that can be read whole with no other options than these, and its options. */
export const smallestOf = (source: Source, stated: ReadonlySet<string>) => {
  const read = fixtureNames.flatMap((name) => {
    const { options, lines } = expectedOf(name)
    const isWhole = lines.startsWith(`source ${source}\n`) && !/^(asks|fault|unreadable)/m.test(lines)
    const isStated = Object.keys(options).every((option) => stated.has(option))
    return isWhole && isStated ? [{ name, options, content: fixture(name) }] : []
  })
  const [smallest] = read.sort((one, other) => one.content.byteLength - other.content.byteLength)
  if (smallest === undefined) throw new Error(`No export of ${source} can be read with ${[...stated].join(", ")} alone`)
  return smallest
}
