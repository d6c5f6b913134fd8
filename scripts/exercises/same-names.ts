import { readFileSync } from "node:fs"
import { APPS, type App, readAppNames } from "../../src/features/exercises/catalogue/app-names.ts"
import { exerciseById } from "../../src/features/exercises/exercises.ts"
import { tableRows } from "../../src/values/text/rows.ts"
import { singular, wordsOf } from "../../src/values/text/words.ts"

/**
 * Measures how many exercises are called by the same words in the catalogue as in two apps, and prints those that are
 * not, with the reason.
 *
 *     bun scripts/exercises/same-names.ts
 */

/** Words for what is lifted, which apps write in brackets at the end. */
const EQUIPMENT: ReadonlySet<string> = new Set(
  `barbell dumbbell kettlebell cable machine band smith plate loaded trap bar ez suspension bodyweight ball stability
  exercise stationary treadmill`.split(/\s+/)
)

/** Words that some write as two. */
const COMPOUNDS: Readonly<Record<string, string>> = {
  jackknife: "jack knife",
  kickback: "kick back",
  pulldown: "pull down",
  pullapart: "pull apart",
  pullover: "pull over",
  pushdown: "push down",
  pushup: "push up",
  skullcrusher: "skull crusher"
}

const ASIDE: ReadonlySet<string> = new Set(["the", "on", "a", "to"])

/** The words of a name in alphabetical order, without equipment, plurals, brackets, hyphens and small words. */
export const comparedWords = (name: string): string => {
  const words = wordsOf(name).flatMap((word) => (COMPOUNDS[singular(word)] ?? singular(word)).split(" "))
  const telling = words.filter((word) => !EQUIPMENT.has(word) && !ASIDE.has(word))
  return (telling.length === 0 ? words : telling).sort().join(" ")
}

export interface Difference {
  readonly app: App
  readonly name: string
  /** The catalogue's name. */
  readonly called: string
}

const tableOf = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8")

/** Whether two names have the same words, with or without what stands in brackets. */
const isSame = (name: string, called: string): boolean =>
  [name, name.replace(/\([^()]*\)/g, "")].some((each) => comparedWords(each) === comparedWords(called))

/** For an app: how many exercises it has, and those that the catalogue calls by other words. */
export const differences = (app: App): { readonly names: number; readonly different: ReadonlyArray<Difference> } => {
  const names = readAppNames(tableOf("../../src/features/exercises/catalogue/app-names.tsv")).filter(
    (each) => each.app === app
  )
  const different = names.flatMap(({ name, id }) => {
    const called = exerciseById(id)?.name ?? id
    return isSame(name, called) ? [] : [{ app, name, called }]
  })
  return { names: names.length, different }
}

/** Why a name stays different, by app and name, as reviewed by hand. */
export const reviewedReasons = (): ReadonlyMap<string, string> =>
  new Map(
    tableRows(tableOf("different-names.tsv"), ["app", "name", "reason"]).map(
      ({ app, name, reason }) => [`${app}\t${name}`, reason] as const
    )
  )

if (import.meta.main) {
  const reasons = reviewedReasons()
  for (const app of APPS.filter((each) => each !== "fitnotes")) {
    const { names, different } = differences(app)
    const same = names - different.length
    console.log(`${app}: ${same} of ${names} by the same words (${((same / names) * 100).toFixed(1)} %)`)
    for (const { name, called } of different)
      console.log(`  ${name} → ${called}: ${reasons.get(`${app}\t${name}`) ?? "not reviewed"}`)
  }
}
