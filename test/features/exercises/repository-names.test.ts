import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Glob } from "bun"
import { exercises } from "../../../src/features/exercises/exercises.ts"

const ROOT = join(import.meta.dir, "../../..")

/** What people and agents read, and what builds it. The tables of names, and those of other apps, are not among it. */
const TEXTS = ["README.md", "CHANGELOG.md", "docs/**/*.md", "src/**/*.{ts,tsx,md}", "scripts/**/*.ts"]
const WITH_NAMES = /src\/annexes\/imports\/(?:names|apps)\//

/** Former names of two words are also parts of names of today, such as `Wall Ball` of a wall ball shot. */
const FEWEST_WORDS = 3

test("no document and no text of the service calls an exercise by a former name", () => {
  const names = new Set(exercises().map(({ name }) => name))
  const former = exercises()
    .flatMap(({ formerNames }) => formerNames)
    .filter((name) => !names.has(name) && name.split(" ").length >= FEWEST_WORDS)
  expect(former.length).toBeGreaterThan(100)
  const found = TEXTS.flatMap((pattern) => [...new Glob(pattern).scanSync(ROOT)])
    .filter((path) => !WITH_NAMES.test(path))
    .flatMap((path) => {
      const text = readFileSync(join(ROOT, path), "utf8")
      return former.flatMap((name) => (text.includes(name) ? [`${path}: ${name}`] : []))
    })
  expect(found).toEqual([])
})
