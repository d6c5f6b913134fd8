import { expect, test } from "bun:test"
import { fileURLToPath } from "node:url"

const SOURCE = fileURLToPath(new URL("../../../src/", import.meta.url))

/** Lists the project's modules that are loaded with the program of a reader process. */
const PROGRAM = `
  await import(${JSON.stringify(`${SOURCE}annexes/imports/jobs/reader.ts`)})
  console.log(JSON.stringify(Object.keys(require.cache)))
  process.exit(0)
`

test("a process that reads a file loads readers, and nothing that writes or serves operations", () => {
  const { stdout } = Bun.spawnSync([process.execPath, "-e", PROGRAM])
  const loaded: ReadonlyArray<string> = JSON.parse(stdout.toString())
  const own = loaded.flatMap((path) => (path.startsWith(SOURCE) ? [path.slice(SOURCE.length)] : []))
  expect(own).toContain("annexes/imports/apps/strength/hevy.ts")
  const writing =
    /^(call|surfaces)\/|^platform\/database\/|store(\.sql|\.memory)?\.ts$|\/ledger\/(decide|entries|readings|overlapping|withdraw|workouts|write)/
  expect(own.filter((path) => writing.test(path))).toEqual([])
  expect(own).not.toContain("contract/operation.ts")
  expect(loaded.filter((path) => path.includes("/node_modules/@effect/"))).toEqual([])
})
