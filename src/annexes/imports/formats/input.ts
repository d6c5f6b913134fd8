import { createReadStream } from "node:fs"
import { open, stat } from "node:fs/promises"
import { basename } from "node:path"
import { Readable } from "node:stream"
import { constants, crc32, createGunzip } from "node:zlib"
import { openPromise, type Entry as ZipEntry } from "yauzl"
import { isOfMachine } from "../../../platform/files/fault.ts"
import { type Advice, AGAIN, pass } from "../rows/advice.ts"
import { UnreadableFile } from "../rows/rows.ts"

/** Bytes of a file within the input. */
export interface Chunk {
  readonly bytes: Uint8Array
  /** Progress in bytes of the input on disk. */
  readonly position: number
}

/** A file of the input: the input itself, or a file within it if it is an archive. */
export interface Entry {
  readonly name: string
  /** Its bytes from the start. What this opens is closed when the iteration ends. */
  readonly bytes: () => AsyncGenerator<Chunk, void, undefined>
}

export interface Input {
  readonly path: string
  readonly name: string
  readonly totalBytes: number
  readonly isArchive: boolean
  readonly entries: ReadonlyArray<Entry>
}

const READ_BYTES = 256 * 1024

/** Bounds of an archive. Deflate reaches a ratio of about 1,000 only on pure repetition; exports reach 10 to 100. */
const MOST_ENTRIES = 20_000
const MOST_UNPACKED = 64 * 1024 ** 3
const RATIO_FROM = 64 * 1024 ** 2
const HIGHEST_RATIO = 500
/** The longest file name of any file system. Each left-out row names its file. */
const LONGEST_NAME = 255
/** Size of the header before the name and bytes of each file. */
const LOCAL_HEADER_BYTES = 30

const AS_MADE = pass("the archive as the app made it")

const ZIP = [0x50, 0x4b]

export const fault = (file: string, line: number | null, problem: string, advice: Advice): UnreadableFile =>
  new UnreadableFile({ file, line, problem, advice })

/** Memory is collected after this many bytes of content. */
const COLLECTED_BYTES = 8 * 1024 ** 2

/**
 * Passes content on, and collects garbage on the way. Otherwise memory grows to a few times what is in use: the strings
 * made from the content arrive faster than they are collected.
 */
async function* collecting(chunks: AsyncIterable<Chunk>): AsyncGenerator<Chunk, void, undefined> {
  let given = 0
  for await (const chunk of chunks) {
    yield chunk
    given += chunk.bytes.length
    if (given < COLLECTED_BYTES) continue
    given = 0
    Bun.gc(true)
  }
}

async function* fileBytes(path: string): AsyncGenerator<Chunk, void, undefined> {
  const file = createReadStream(path, { highWaterMark: READ_BYTES })
  let position = 0
  try {
    for await (const bytes of bytesOf(file)) {
      position += bytes.length
      yield { bytes, position }
    }
  } finally {
    file.destroy()
  }
}

/** Node types a stream's items as `any`; without an encoding they are bytes. */
const bytesOf = (stream: AsyncIterable<unknown>): AsyncIterable<Uint8Array> => stream as AsyncIterable<Uint8Array>

async function* entryBytes(path: string, entry: ZipEntry): AsyncGenerator<Chunk, void, undefined> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false })
  try {
    const stream = await zip.openReadStreamPromise(entry)
    const ratio = entry.uncompressedSize === 0 ? 0 : entry.compressedSize / entry.uncompressedSize
    let unpacked = 0
    let checksum = 0
    try {
      for await (const bytes of bytesOf(stream)) {
        unpacked += bytes.length
        checksum = crc32(bytes, checksum)
        yield { bytes, position: entry.relativeOffsetOfLocalHeader + Math.floor(unpacked * ratio) }
      }
    } finally {
      stream.destroy()
    }
    // The library does not compare them.
    if (checksum !== entry.crc32) throw fault(entry.fileName, null, "is damaged: its checksum is wrong", AGAIN)
  } finally {
    zip.close()
  }
}

const GZIP = [0x1f, 0x8b]

/** Whether a file with this start is packed by gzip. */
export const isGzip = (start: Uint8Array): boolean => GZIP.every((byte, place) => start[place] === byte)

async function* unpacked(bytes: Entry["bytes"]): AsyncGenerator<Chunk, void, undefined> {
  let last = 0
  const packed = Readable.from(
    (async function* () {
      for await (const { bytes: piece, position } of bytes()) {
        last = position
        yield piece
      }
    })(),
    { objectMode: false }
  )
  // Content that is cut short is detected when it is read.
  const unpacking = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH, chunkSize: READ_BYTES })
  packed.once("error", (cause) => unpacking.destroy(cause))
  try {
    for await (const piece of bytesOf(packed.pipe(unpacking))) yield { bytes: piece, position: last }
  } finally {
    packed.destroy()
    unpacking.destroy()
  }
}

/** The unpacked content of a gzip file. If the file is cut short, as much as there is. */
export const gunzipped = ({ name, bytes }: Entry): Entry => ({ name, bytes: () => collecting(unpacked(bytes)) })

const listArchive = async (path: string, name: string): Promise<ReadonlyArray<Entry>> => {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false })
  try {
    if (zip.entryCount > MOST_ENTRIES) {
      throw fault(name, null, `holds more than ${MOST_ENTRIES} files`, AS_MADE)
    }
    const entries: Array<Entry> = []
    const places: Array<{ readonly start: number; readonly end: number }> = []
    let unpacked = 0
    for await (const entry of zip.eachEntry()) {
      const nameBytes = entry.fileNameRaw.length
      if (nameBytes > LONGEST_NAME)
        throw fault(name, null, `holds a file whose name is longer than ${LONGEST_NAME} bytes`, AS_MADE)
      const start = entry.relativeOffsetOfLocalHeader
      places.push({ start, end: start + LOCAL_HEADER_BYTES + nameBytes + entry.compressedSize })
      if (entry.fileName.endsWith("/")) continue
      unpacked += entry.uncompressedSize
      const isBomb =
        entry.uncompressedSize > RATIO_FROM && entry.uncompressedSize > entry.compressedSize * HIGHEST_RATIO
      if (isBomb || unpacked > MOST_UNPACKED) {
        throw fault(entry.fileName, null, "unpacks to far more than any export holds", AS_MADE)
      }
      entries.push({ name: entry.fileName, bytes: () => collecting(entryBytes(path, entry)) })
    }
    // Entries that share the same bytes could unpack to any size.
    places.sort((one, other) => one.start - other.start)
    if (places.some(({ start }, index) => start < (places[index - 1]?.end ?? 0)))
      throw fault(name, null, "holds files that overlap", AS_MADE)
    return entries
  } finally {
    zip.close()
  }
}

const startsWithZip = async (path: string): Promise<boolean> => {
  const file = await open(path)
  try {
    const { buffer } = await file.read(new Uint8Array(2), 0, 2, 0)
    return ZIP.every((byte, place) => buffer[place] === byte)
  } finally {
    await file.close()
  }
}

/**
 * The files of an input: everything in an archive, or else the file itself. `name` is its name in reports; by default
 * the file's. Rejects with UnreadableFile.
 */
export const openInput = async (path: string, name: string = basename(path)): Promise<Input> => {
  try {
    const found = await stat(path)
    if (!found.isFile()) throw fault(name, null, "is not a file", pass("the file that the app exported"))
    if (found.size === 0) throw fault(name, null, "is empty", AGAIN)
    const isArchive = await startsWithZip(path)
    const entries = isArchive ? await listArchive(path, name) : [{ name, bytes: () => collecting(fileBytes(path)) }]
    return { path, name, totalBytes: found.size, isArchive, entries }
  } catch (cause) {
    throw unreadable(name, null, cause)
  }
}

const PLAIN_PROBLEMS: ReadonlyArray<readonly [pattern: RegExp, problem: string, advice: Advice]> = [
  [/ENOENT/, "there is no such file", "Correct the path"],
  [/EACCES|EPERM/, "this user may not read it", "Change its mode, or run Fettle as a user who may"],
  [/[Ee]nd of [Cc]entral [Dd]irectory|not a zip/i, "is not a complete ZIP archive: its end is missing", AGAIN],
  [
    /invalid relative path|absolute path|invalid characters in fileName/i,
    "holds a file with a path that leads outside",
    AGAIN
  ],
  [/encrypted/i, "is locked with a password", "Unpack it and pass the files packed again without one"],
  [
    /unexpected end of file|Z_BUF_ERROR|unexpected EOF|not enough bytes|too few bytes/i,
    "ends too early: a part is missing",
    AGAIN
  ]
]

/**
 * Converts whatever was thrown while a file was read to the reason why it cannot be read. Throws faults of this machine,
 * such as a full disk: no other file could be read either.
 */
export const unreadable = (file: string, line: number | null, cause: unknown): UnreadableFile => {
  if (cause instanceof UnreadableFile) return cause
  const message = cause instanceof Error ? cause.message : String(cause)
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : ""
  const known = PLAIN_PROBLEMS.find(([pattern]) => pattern.test(`${code} ${message}`))
  if (known !== undefined) return fault(file, line, known[1], known[2])
  if (isOfMachine(cause)) throw cause
  return fault(file, line, message, AGAIN)
}

/** Apps export thousands of small JSON files beside the few that are read. */
const JSON_PATHS =
  /(?:^|\/)(?:(?:(?:weight|steps|exercise|food_logs|sleep|resting_heart_rate)-|HealthAutoExport|UDSFile_)[^/]*|[^/]*(?:userBioMetrics|summarizedActivities|sleepData)|days|products)\.json$/i

const OF_MACS = /(?:^|\/)__MACOSX\//

/**
 * Whether a file of an archive may be read, by its path. Macs add a metadata file for each file, under the same name.
 */
export const isCandidate = (path: string): boolean =>
  (/\.(?:csv|tsv|xml|txt|zip)$/i.test(path) || JSON_PATHS.test(path)) && !OF_MACS.test(path)

/** Whether a file of an archive may be one that an app exports, under a name that somebody gave it. */
export const mayBeCandidate = (path: string): boolean =>
  !isCandidate(path) && /\.(?:json|tab|dat)$|(?:^|\/)[^./]+$/i.test(path) && !OF_MACS.test(path)
