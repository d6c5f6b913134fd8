import { describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { exerciseOfSport } from "../../../../src/annexes/imports/formats/activities/sports.ts"
import { matchNames } from "../../../../src/annexes/imports/ledger/take.ts"
import { isRecorder } from "../../../../src/annexes/imports/names/sport-names.ts"
import { exerciseById } from "../../../../src/features/exercises/exercises.ts"
import { expectedOf, fixture, fixtureNames, readContent } from "../reading.ts"

const NONE = "-"
const RECORDED = { weight: false, reps: false, distance: false, duration: true }

interface Sport {
  readonly source: string
  readonly language: string
  readonly sport: string
  /** The catalogue's exercise; none if it has no such sport. */
  readonly exercise: string
}

/** The kinds of sessions that recorders offer, as they write them in a language. Polar's are read from activity files. */
const sports: ReadonlyArray<Sport> = readFileSync(`${import.meta.dir}/recorders.tsv`, "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => {
    const [source = "", language = "", sport = "", exercise = ""] = line.split("\t")
    return { source, language, sport, exercise }
  })

const meant = (source: string, names: ReadonlyArray<string>): ReadonlyArray<string> =>
  matchNames(source, new Map(names.map((name) => [name, RECORDED]))).map(({ match }) =>
    match.by === "own" ? NONE : (exerciseById(match.exerciseId)?.name ?? NONE)
  )

const meantBy = ({ source, sport }: Sport): string | undefined =>
  source === "polar" ? meant("activity-files", [exerciseOfSport(sport)])[0] : meant(source, [sport])[0]

const share = (some: ReadonlyArray<unknown>, all: ReadonlyArray<unknown>): number => some.length / all.length

describe("kinds of sessions of recorders", () => {
  const found = sports.map((sport) => ({ ...sport, meant: meantBy(sport) }))

  test("mean their exercise of the catalogue, and none means another", () => {
    expect(found).toHaveLength(1208)
    expect(found.filter(({ meant, exercise }) => meant !== exercise)).toEqual([])
  })

  test("become own exercises in at most 5 of 100 cases where the catalogue has the sport, and in 6 of all", () => {
    const own = found.filter(({ meant }) => meant === NONE)
    expect(share(own, found)).toBeLessThanOrEqual(0.06)
    const had = found.filter(({ exercise }) => exercise !== NONE)
    expect(
      share(
        own.filter(({ exercise }) => exercise !== NONE),
        had
      )
    ).toBeLessThanOrEqual(0.05)
    for (const language of new Set(found.map(({ language }) => language))) {
      const ofLanguage = found.filter((each) => each.language === language)
      const lacking = ofLanguage.filter(({ meant }) => meant === NONE)
      expect([language, share(lacking, ofLanguage) <= (language === "en" ? 0.09 : 0.07)]).toEqual([language, true])
    }
  })
})

test("sessions in exports of recorders become own exercises only if they name no sport, or several", async () => {
  let sessions = 0
  const own = new Set<string>()
  for (const file of fixtureNames) {
    const { source, rows } = await readContent(file, fixture(file), expectedOf(file).options)
    if (source === null || !isRecorder(source)) continue
    for (const row of rows) {
      if (row._tag !== "Workout") continue
      const names = row.exercises.map(({ name }) => name)
      sessions += names.length
      for (const name of names) if (meant(source, [name])[0] === NONE) own.add(name)
    }
  }
  expect(sessions).toBeGreaterThan(50)
  expect([...own].sort()).toEqual(["Multi Sport", "Workout"])
})
