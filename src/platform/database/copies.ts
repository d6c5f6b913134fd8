import { constants, createWriteStream, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs"
import { copyFile, mkdir } from "node:fs/promises"
import { dirname, join } from "node:path"
import { Transform } from "node:stream"
import { finished, pipeline } from "node:stream/promises"
import { crc32 } from "node:zlib"
import { type ZipFile as Archive, type Entry, openPromise } from "yauzl"
import { ZipFile } from "yazl"
import { draftOf } from "../files/drafts.ts"
import { privately } from "./data-folder.ts"

/** Written last when a copy is unpacked: without it, the folder does not count as a database. */
const LAST = "PG_VERSION"

/**
 * Copies the content of a folder into another, which must not exist. On some file systems, the copies share their
 * blocks.
 */
export const copyFolder = async (from: string, to: string): Promise<void> => {
  await mkdir(to, { mode: 0o700 })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await copyFolder(source, target)
    else if (entry.isFile()) await copyFile(source, target, constants.COPYFILE_FICLONE)
  }
}

const addFolder = (zip: ZipFile, folder: string, prefix: string): void => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const name = `${prefix}${entry.name}`
    if (entry.isDirectory()) {
      zip.addEmptyDirectory(name)
      addFolder(zip, join(folder, entry.name), `${name}/`)
    } else zip.addFile(join(folder, entry.name), name)
  }
}

/**
 * Writes a folder as one archive, which appears only once it is complete and on the disk. It is readable by its owner
 * only.
 */
export const pack = async (folder: string, file: string): Promise<void> => {
  const draft = draftOf(file, "partial")
  const zip = new ZipFile()
  try {
    const out = createWriteStream(draft, { mode: 0o600, flush: true })
    const written = finished(zip.outputStream.pipe(out))
    addFolder(zip, folder, "")
    zip.end()
    await written
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

const unpackFile = async (archive: Archive, entry: Entry, file: string): Promise<void> => {
  let sum = 0
  const check = new Transform({
    transform: (bytes: Buffer, _encoding, done) => {
      sum = crc32(bytes, sum)
      done(null, bytes)
    }
  })
  mkdirSync(dirname(file), { recursive: true })
  await pipeline(await archive.openReadStreamPromise(entry), check, createWriteStream(file, { flush: true }))
  if (sum !== entry.crc32) throw new Error(`${entry.fileName} is damaged`)
}

/**
 * Unpacks such an archive into a folder. If this fails, nothing is left there. Fails if the archive is damaged or of
 * another kind.
 */
export const unpack = (file: string, folder: string): Promise<void> =>
  privately(async () => {
    const archive = await openPromise(file, { autoClose: false })
    try {
      let last: Entry | undefined
      for await (const entry of archive.eachEntry()) {
        const path = join(folder, entry.fileName)
        if (entry.fileName === LAST) last = entry
        else if (entry.fileName.endsWith("/")) mkdirSync(path, { recursive: true })
        else await unpackFile(archive, entry, path)
      }
      if (last === undefined) throw new Error("it is not a backup of an embedded database")
      await unpackFile(archive, last, join(folder, LAST))
    } catch (error) {
      rmSync(folder, { recursive: true, force: true })
      throw error
    } finally {
      archive.close()
    }
  })
