import { Effect, Option, Schema } from "effect"
import { type Entry, type Input, openInput } from "../formats/input.ts"
import { UnreadableFile } from "../rows/rows.ts"
import type { Numbered } from "../uploads/spool.ts"
import { FORMAT, fileOfPart, partNames, VERSION } from "./format.ts"

const MANIFEST = "manifest.json"
/** No line that a person can have is longer: ten thousand sets take 2 MB. */
const MOST_BYTES_OF_LINE = 4 * 1024 * 1024

const Manifest = Schema.Struct({
  format: Schema.Literal(FORMAT),
  version: Schema.Int.pipe(Schema.positive()),
  sha256: Schema.optionalWith(Schema.Record({ key: Schema.String, value: Schema.String }), { default: () => ({}) })
})

/** An archive of Fettle. */
export interface Archive {
  readonly input: Input
  /** What the manifest states: the SHA-256 of each file, in hex, by name. */
  readonly sha256: Readonly<Record<string, string>>
}

/** The lines of a file within an archive. */
export async function* linesOf({ name, bytes }: Entry): AsyncGenerator<Numbered, void, undefined> {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  let rest = ""
  let line = 0
  for await (const chunk of bytes()) {
    const parts = (rest + decoder.decode(chunk.bytes, { stream: true })).split("\n")
    rest = parts.pop() ?? ""
    if (rest.length > MOST_BYTES_OF_LINE) {
      const problem = `has a line of more than ${MOST_BYTES_OF_LINE} characters`
      throw new UnreadableFile({ file: name, line: line + parts.length + 1, problem, advice: "Export it again" })
    }
    for (const text of parts) yield { line: ++line, text }
  }
  if (rest + decoder.decode() !== "") yield { line: ++line, text: rest }
}

/** Why a file of an archive cannot be read. */
export const faultOf = (file: string) => (cause: unknown) =>
  cause instanceof UnreadableFile
    ? cause
    : new UnreadableFile({
        file,
        line: null,
        problem: `cannot be read (${cause instanceof Error ? cause.message : String(cause)})`,
        advice: "Export it again"
      })

/** None for an input that is no archive of Fettle. Fails for one whose manifest is missing or damaged. */
const withoutManifest = ({ name, entries }: Input): Effect.Effect<Option.Option<Archive>, UnreadableFile> => {
  const files = new Set(partNames.map(fileOfPart))
  if (!entries.some((entry) => files.has(entry.name))) return Effect.succeedNone
  const problem = `is an archive of Fettle whose ${MANIFEST} is missing or damaged`
  return new UnreadableFile({ file: name, line: null, problem, advice: "Export it again" })
}

/** The archive at a path, if it is one of Fettle; otherwise none. Fails if a later version wrote it. */
export const openArchive = Effect.fn("openArchive")(function* (path: string, name: string) {
  const input = yield* Effect.tryPromise({ try: () => openInput(path, name), catch: faultOf(name) })
  const entry = input.isArchive ? input.entries.find(({ name }) => name === MANIFEST) : undefined
  if (entry === undefined) return yield* withoutManifest(input)
  const text = yield* Effect.tryPromise({
    try: async () => {
      let text = ""
      for await (const line of linesOf(entry)) text += `${line.text}\n`
      return text
    },
    catch: faultOf(MANIFEST)
  })
  const manifest = Schema.decodeUnknownOption(Schema.parseJson(Manifest))(text)
  if (Option.isNone(manifest)) return yield* withoutManifest(input)
  if (manifest.value.version > VERSION) {
    const problem = `is of version ${manifest.value.version}, and this Fettle knows up to ${VERSION}`
    return yield* new UnreadableFile({ file: input.name, line: null, problem, advice: "Update Fettle" })
  }
  return Option.some<Archive>({ input, sha256: manifest.value.sha256 })
})
