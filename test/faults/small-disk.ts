import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const SIZE = "200m"
const MEGABYTE = 1_000_000

const mount = (folder: string): boolean =>
  process.platform === "linux" &&
  process.getuid?.() === 0 &&
  Bun.spawnSync(["mount", "-t", "tmpfs", "-o", `size=${SIZE}`, "tmpfs", folder]).success

/** A small file system; undefined if this user may not mount one. Removed when disposed of. */
export const mountSmallDisk = () => {
  const folder = mkdtempSync(join(tmpdir(), "fettle-disk-"))
  if (!mount(folder)) {
    rmdirSync(folder)
    return undefined
  }
  const ballast = join(folder, "ballast")
  const giveBack = () => rmSync(ballast, { force: true })
  return {
    folder,
    /** Fills it up to this many megabytes. */
    leave: (megabytes: number) => {
      giveBack()
      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(ballast, Buffer.alloc(bavail * bsize - megabytes * MEGABYTE, 1))
    },
    giveBack,
    [Symbol.dispose]: () => {
      Bun.spawnSync(["umount", "--lazy", folder])
      rmdirSync(folder)
    }
  }
}

/** A prefix of a command: no file that it writes may grow beyond this many megabytes, as if the disk were full. */
export const withFilesUpTo = (megabytes: number): ReadonlyArray<string> => [
  "sh",
  "-c",
  `trap '' XFSZ; ulimit -f ${megabytes * 2048}; exec "$@"`,
  "sh"
]
