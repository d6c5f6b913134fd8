import { createReadStream } from "node:fs"
import { open, stat } from "node:fs/promises"
import { basename } from "node:path"
import { createGunzip } from "node:zlib"
import { Schema } from "effect"

/** Distinguishes versions of a file. For a folder: its name, total size, and latest modification. */
export const FileIdentity = Schema.Struct({ name: Schema.String, size: Schema.Number, modifiedAt: Schema.Number })
export type FileIdentity = typeof FileIdentity.Type

export interface Chunk {
  readonly bytes: Uint8Array
  /** Bytes read so far from the file on disk. */
  readonly position: number
}

/** Longest row. Dumps have no longer ones; this bounds memory. */
export const ROW_MAX_BYTES = 64 * 1024 * 1024

const READ_BYTES = 256 * 1024

/** The file's content, unpacked if it is gzip, whatever its name. Closes the file if the iteration stops early. */
export async function* chunks(path: string): AsyncGenerator<Chunk, void, undefined> {
  const zipped = await isGzip(path)
  const file = createReadStream(path, { highWaterMark: READ_BYTES })
  let position = 0
  try {
    if (!zipped) {
      for await (const bytes of bytesOf(file)) {
        position += bytes.length
        yield { bytes, position }
      }
      return
    }
    const plain = createGunzip({ chunkSize: READ_BYTES })
    file.on("data", (bytes) => {
      position += bytes.length
    })
    file.on("error", (error) => plain.destroy(error))
    for await (const bytes of bytesOf(file.pipe(plain))) yield { bytes, position }
  } finally {
    file.destroy()
  }
}

/** Node types a stream's items as `any`; without an encoding they are bytes. */
const bytesOf = (stream: AsyncIterable<unknown>): AsyncIterable<Uint8Array> => stream as AsyncIterable<Uint8Array>

const isGzip = async (path: string): Promise<boolean> => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(2), 0, 2, 0)
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b
  } finally {
    await file.close()
  }
}

/** Fails if the path is not a file. */
export const identify = async (path: string): Promise<FileIdentity> => {
  const found = await stat(path)
  if (!found.isFile()) throw new Error("is not a file")
  return { name: basename(path), size: found.size, modifiedAt: found.mtimeMs }
}
