import { describe, expect, test } from "bun:test"
import type { Recorded } from "../../../../src/annexes/imports/ledger/mapping.ts"
import { makeNames, matchNames } from "../../../../src/annexes/imports/ledger/take.ts"
import { exerciseById } from "../../../../src/features/exercises/exercises.ts"
import { readContent } from "../reading.ts"

const LIFTED: Recorded = { weight: true, reps: true, distance: false, duration: false }
const MOVED: Recorded = { weight: false, reps: false, distance: true, duration: true }
const DONE: Recorded = { weight: false, reps: true, distance: false, duration: false }

/** The exercise that a name of a file means; "asked" with the suggestions if the person is asked. */
const meant = (source: string, names: Readonly<Record<string, Recorded>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    matchNames(source, new Map(Object.entries(names))).map(({ name, match }) => [
      name,
      match.by === "own"
        ? `asked: ${match.suggestions.map((each) => each.name).join(", ")}`
        : (exerciseById(match.exerciseId)?.name ?? "")
    ])
  )

const one = (source: string, name: string, recorded: Recorded): string =>
  meant(source, { [name]: recorded })[name] ?? ""

describe("a name that an app uses in a sense of its own", () => {
  test("is the app's exercise in its files, with any load", () => {
    expect(one("strong", "Chest Fly", { ...LIFTED, load: 60 })).toBe("Machine Chest Fly")
    expect(one("strong", "Chest Fly", { ...LIFTED, load: 12 })).toBe("Machine Chest Fly")
    expect(one("strong", "Cable Kickback", LIFTED)).toBe("Cable Triceps Kickback")
  })

  test("is not that exercise elsewhere", () => {
    expect(one("fitnotes", "Chest Fly", { ...LIFTED, load: 12 })).toBe("Dumbbell Chest Fly")
    for (const name of ["Cable Kickback", "Cable Kickbacks", "Kickback (Cable)"])
      expect(one("fitnotes", name, LIFTED)).toMatch(/^asked: .*(?:Kickback.*){2}/)
  })
})

describe("a name of English words in a file of another language", () => {
  const FRENCH = { "Développé couché": LIFTED, "Fente Marchees": DONE, "Étirement ": DONE, Tractions: DONE }

  test("is what an app without translated names means by it", () => {
    expect(meant("strong", { "Rowing (Machine)": MOVED, ...FRENCH })["Rowing (Machine)"]).toBe("Rowing Machine")
    expect(meant("strong", { "Rowing (Machine)": LIFTED, ...FRENCH })["Rowing (Machine)"]).toBe("Rowing Machine")
  })

  test("is in others what its sets record", () => {
    const ofHevy = (recorded: Recorded) =>
      meant("hevy", { "Rowing (Machine)": recorded, ...FRENCH })["Rowing (Machine)"]
    expect(ofHevy(LIFTED)).toBe("Seated Machine Row")
    expect(ofHevy(MOVED)).toBe("Rowing Machine")
  })
})

describe("a machine loaded with plates", () => {
  test("is a machine, however the name says so", () => {
    const names = {
      "Plate Loaded Chest Fly": "Machine Chest Fly",
      "Chest Fly (Plate Loaded)": "Machine Chest Fly",
      "Plate-Loaded Chest Fly Machine": "Machine Chest Fly",
      "Plate Loaded Seated Row": "Iso-Lateral Row",
      "Seated Row - Plate Loaded": "Iso-Lateral Row",
      "Plate Loaded Dip": "Seated Machine Dip",
      "Plate Loaded Leg Press": "Leg Press",
      "Plate Loaded Shoulder Press": "Plate-Loaded Shoulder Press",
      "Seated Calf Raise (Plate Loaded)": "Seated Calf Raise"
    }
    for (const [name, exercise] of Object.entries(names))
      expect([name, one("fitbod", name, LIFTED)]).toEqual([name, exercise])
  })

  test("is asked about if the catalogue has no such machine", () => {
    for (const name of ["Plate Loaded Lunge", "Plate Loaded Good Morning", "Plate Loaded Push Up"])
      expect([name, one("fitbod", name, LIFTED)]).toEqual([name, expect.stringMatching(/^asked/)])
  })
})

test("variations of a plank are not a plank", () => {
  for (const name of ["Plank Jack", "Plank Jacks", "Body Saw", "Stability Ball Plank", "Plank on Exercise Ball"])
    expect([name, one("strong", name, DONE)]).toEqual([name, expect.stringMatching(/^asked/)])
  expect(one("strong", "High Plank", DONE)).toBe("Plank")
})

describe("sets that contradict what a name would mean", () => {
  test("ask which exercise it is: weights too heavy for the dumbbells that it does not mention", () => {
    expect(one("fitnotes", "Chest Fly", { ...LIFTED, load: 48 })).toBe(
      "asked: Machine Chest Fly, Cable Crossover, Dumbbell Chest Fly"
    )
    expect(one("fitnotes", "Lateral Raise", { ...LIFTED, load: 45 })).toMatch(/^asked: Machine Lateral Raise/)
    expect(one("fitnotes", "Lateral Raise", { ...LIFTED, load: 10 })).toBe("Dumbbell Lateral Raise")
    expect(one("fitnotes", "Dumbbell Chest Fly", { ...LIFTED, load: 48 })).toBe("Dumbbell Chest Fly")
  })

  test("ask: weights for an exercise with the body alone", () => {
    expect(one("fitnotes", "Hip Thrusts", { ...LIFTED, load: 100 })).toMatch(/^asked: .*Barbell Hip Thrust/)
    expect(one("fitnotes", "Push Up", { ...LIFTED, load: 80 })).toBe("Push-Up")
  })

  test("ask: a distance for a lift, and weights for a sport", () => {
    expect(one("fitnotes", "Seated Row", MOVED)).toMatch(/^asked/)
    expect(one("fitnotes", "Rowing", { ...LIFTED, load: 60 })).toMatch(/^asked/)
    expect(one("fitnotes", "Rowing", MOVED)).toBe("Rowing")
    expect(one("fitnotes", "Farmers Walk", { ...MOVED, weight: true, load: 40 })).toBe("Farmer's Walk")
  })
})

const TABLE =
  "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE\n"

test("the load of a name is the middle one of its sets", async () => {
  const sets = [20, 48, 50, 52, 400].map(
    (weight, at) => `2026-02-23 20:06:11,"Push",1h,"Pec Flyes Mine",${at + 1},${weight},8,0,0,"",,\n`
  )
  const outcome = await readContent("strong.csv", TABLE + sets.join(""), { weightUnit: "kg" })
  expect(outcome.fault).toBeNull()
  const names = makeNames()
  for (const row of outcome.rows) if (row._tag === "Workout") row.exercises.forEach(names.record)
  expect(names.recorded().get("Pec Flyes Mine")).toEqual({ ...LIFTED, load: 50, sets: 5 })
})
