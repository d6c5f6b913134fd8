import { describe, expect, test } from "bun:test"
import { differences, reviewedReasons } from "../../../scripts/exercises/same-names.ts"
import {
  exerciseByLooseName,
  exerciseByName,
  exercises,
  searchExercises
} from "../../../src/features/exercises/exercises.ts"
import { fold } from "../../../src/values/text/words.ts"

const allNames = exercises().flatMap(({ id, name, formerNames }) =>
  [name, ...formerNames].map((each) => ({ id, name: each }))
)

describe("what exercises are called", () => {
  test.each([
    ["exr_side_bridge", "Side Plank"],
    ["exr_butt_lift_bridge", "Glute Bridge"],
    ["exr_standing_military_press", "Overhead Press"],
    ["exr_push_ups_close_triceps_position", "Diamond Push-Up"],
    ["exr_seated_cable_rows", "Seated Cable Row"],
    ["exr_natural_glute_ham_raise", "Nordic Hamstring Curl"],
    ["exr_running_treadmill", "Treadmill"],
    ["exr_rope_jumping", "Jump Rope"],
    ["exr_leverage_iso_row", "Iso-Lateral Row"]
  ])("%s is called %s", (id, name) => expect(exerciseByName(name)?.id).toBe(id))

  test("has one house form", () => {
    const names = exercises().map(({ name }) => name)
    expect(names.filter((name) => /[(),]| - |\b(?:version|variation|leverage|on the)\b/i.test(name))).toEqual([])
    expect(
      names.filter((name) => /\b(?:flyes?|curls|raises|rows|squats|lunges|crunches|presses|dips)\b/i.test(name))
    ).toEqual([])
    expect(names.filter((name) => name.length > 40)).toEqual([])
  })

  test("no name, of today or earlier, means two exercises", () => {
    const ids = Map.groupBy(allNames, ({ name }) => fold(name))
    expect([...ids].filter(([, named]) => new Set(named.map(({ id }) => id)).size > 1)).toEqual([])
  })

  test.each([
    ["hevy", 429, 0.9],
    ["strong", 253, 0.85]
  ] as const)("is what %s says in the same words, with reviewed differences", (app, count, least) => {
    const { names, different } = differences(app)
    expect(names).toBe(count)
    expect(1 - different.length / names).toBeGreaterThanOrEqual(least)
    const reviewed = [...reviewedReasons().keys()].filter((key) => key.startsWith(`${app}\t`))
    expect(different.map(({ name }) => `${app}\t${name}`).sort()).toEqual(reviewed.sort())
  })
})

describe("what exercises were called before", () => {
  test("is taken as an exact name, also with other hyphens and plurals", () => {
    for (const { id, name } of allNames) {
      expect([name, exerciseByName(name)?.id]).toEqual([name, id])
      expect([undefined, id]).toContain(exerciseByLooseName(name)?.id)
    }
  })

  test("is found first", () => {
    const late = allNames.filter(({ id, name }) => searchExercises({ query: name, limit: 1 }).exercises[0]?.id !== id)
    // Two exercises with bands had the same words already.
    expect(late.map(({ name }) => name)).toEqual(["Squats - With Bands"])
  })
})
