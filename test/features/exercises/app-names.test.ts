import { describe, expect, test } from "bun:test"
import { APP_NAME_COLUMNS, readAppNames } from "../../../src/features/exercises/catalogue/app-names.ts"
import {
  exerciseByAppName,
  exerciseById,
  exercises,
  searchExercises
} from "../../../src/features/exercises/exercises.ts"

const table = await Bun.file(new URL("../../../src/features/exercises/catalogue/app-names.tsv", import.meta.url)).text()
const names = readAppNames(table)

/** The equipment that a word in brackets means at the end of an app's name. */
const EQUIPMENT: Readonly<Record<string, string>> = {
  band: "band",
  barbell: "barbell",
  cable: "cable",
  "cable - straight bar": "cable",
  "captain's chair": "dip bars",
  dumbbell: "dumbbell",
  indoor: "machine",
  kettlebell: "kettlebell",
  machine: "machine",
  "machine plates": "machine",
  "pec deck": "machine",
  plate: "weight plate",
  "plate loaded": "machine",
  "smith machine": "smith machine",
  smith: "smith machine",
  "stability ball": "exercise ball",
  suspension: "suspension trainer",
  "svend press": "weight plate",
  "trap bar": "trap bar",
  treadmill: "machine"
}

/** Brackets that do not state equipment. */
const OTHER = [
  "assisted",
  "bodyweight",
  "down to up",
  "floors",
  "gironda",
  "hyperextension",
  "knees",
  "single arm",
  "steps",
  "up to down",
  "weighted",
  "weighted hyperextension"
]

const bracketOf = (name: string) => name.match(/\(([^()]*)\)$/)?.[1]?.toLowerCase()

/**
 * Names with another everyday meaning, or another exercise of exactly that name: the app's exercise comes within the
 * first five.
 */
const MEANT_OTHERWISE = [
  "fitnotes Dumbbell Preacher Curl",
  "hevy Hack Squat",
  "hevy Hip Thrust",
  "strong Cable Kickback",
  "strong Chest Fly",
  "strong Hip Thrust",
  "hevy Seated Triceps Press",
  "hevy Standing Calf Raise",
  "hevy Torso Rotation"
]

describe("names that apps give to exercises", () => {
  test("are all 429 of Hevy and 253 of Strong, 517 together ignoring case, and those of FitNotes that mean something else here", () => {
    expect(names.filter(({ app }) => app === "hevy")).toHaveLength(429)
    expect(names.filter(({ app }) => app === "strong")).toHaveLength(253)
    const ofBoth = names.filter(({ app }) => app !== "fitnotes")
    expect(new Set(ofBoth.map(({ name }) => name.toLowerCase())).size).toBe(517)
    const known = new Map(
      exercises().flatMap(({ id, name, aliases }) => [name, ...aliases].map((each) => [each.toLowerCase(), id]))
    )
    for (const { name, id } of names.filter(({ app }) => app === "fitnotes"))
      expect([name, known.get(name.toLowerCase())]).not.toEqual([name, id])
  })

  test.each(names.map(({ app, name, id }) => [app, name, id] as const))("%s: %s is %s", (app, name, id) => {
    const exercise = exerciseByAppName(app, name)
    expect(exercise?.id).toBe(id)
    expect(exerciseByAppName(app, name.toUpperCase())?.id).toBe(id)

    const bracket = bracketOf(name)
    if (bracket !== undefined && !OTHER.includes(bracket)) {
      expect([name, EQUIPMENT[bracket]]).toEqual([name, exercise?.equipment])
    }
    if (bracket === "bodyweight") expect(exercise?.category).toBe("bodyweight")
    if (bracket === "assisted") expect(exercise?.name).toStartWith("Assisted")
    if (bracket === "weighted") expect([name, exercise?.trackingType]).toEqual([name, "weight_reps"])

    const { exercises: found, searchedFor } = searchExercises({ query: name, limit: 5 })
    const place = found.findIndex((each) => each.id === id)
    if (MEANT_OTHERWISE.includes(`${app} ${name}`)) expect(place).toBeGreaterThan(0)
    else expect([name, place]).toEqual([name, 0])
    expect(searchedFor).toBeUndefined()
  })

  test("equipment at the start of a name or within it agrees too", () => {
    const said = /\b(barbell|cable|dumbbell|kettlebell|ez bar)\b/i
    for (const { app, name, id } of names) {
      const word = name.match(said)?.[1]?.toLowerCase()
      if (word === undefined) continue
      const equipment = word === "ez bar" ? "ez curl bar" : word
      expect([app, name, exerciseById(id)?.equipment]).toEqual([app, name, equipment])
    }
  })

  test("a name means what its app means by it", () => {
    expect(exerciseByAppName("hevy", "Hack Squat")?.name).toBe("Barbell Hack Squat")
    expect(exerciseByAppName("strong", "Hack Squat")?.name).toBe("Hack Squat")
    expect(exerciseByAppName("hevy", "Incline Bench Press (Dumbbell)")?.name).toBe("Incline Dumbbell Press")
    expect(exerciseByAppName("strong", "Clamshell")).toBeUndefined()
    expect(exerciseByAppName("hevy", "")).toBeUndefined()
  })

  test("each exercise knows its names once", () => {
    for (const { appNames } of exercises()) expect(new Set(appNames).size).toBe(appNames.length)
  })
})

describe("reading the table", () => {
  const header = APP_NAME_COLUMNS.join("\t")

  test("reads what is well formed", () => {
    expect(readAppNames(`${header}\nhevy\tPlank\texr_plank\n`)).toEqual([
      { app: "hevy", name: "Plank", id: "exr_plank" }
    ])
  })

  test.each([
    ["no header", "hevy\tPlank\texr_plank\n", "line 1"],
    ["no line feed at the end", `${header}\nhevy\tPlank\texr_plank`, "line feed"],
    ["an unknown app", `${header}\nother\tPlank\texr_plank\n`, "line 2"],
    ["a cell too many", `${header}\nhevy\tPlank\texr_plank\tx\n`, "line 2"],
    ["no name", `${header}\nhevy\t\texr_plank\n`, "line 2"],
    ["a name twice", `${header}\nhevy\tPlank\texr_plank\nhevy\tPlank\texr_plank\n`, "line 3"]
  ])("refuses %s", (_, text, message) => {
    expect(() => readAppNames(text)).toThrow(message)
  })
})
