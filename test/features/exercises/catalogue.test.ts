import { describe, expect, test } from "bun:test"
import { catalogueTable, readDataset } from "../../../scripts/exercises/build.ts"
import { readAdditions } from "../../../scripts/exercises/tables.ts"
import { readCatalogue } from "../../../src/features/exercises/catalogue/read.ts"
import { isCompendiumCode } from "../../../src/features/exercises/compendium.ts"
import { formsOf } from "../../../src/features/exercises/words.ts"

const table = await Bun.file(new URL("../../../src/features/exercises/catalogue/exercises.tsv", import.meta.url)).text()
const exercises = readCatalogue(table)

const twice = (texts: ReadonlyArray<string>) => texts.filter((text, at) => texts.indexOf(text) !== at)

describe("the shipped exercises", () => {
  test("are the source's 873 and the additions", () => {
    expect(exercises).toHaveLength(873 + readAdditions().length)
    expect(exercises.length).toBeGreaterThan(1060)
    expect(exercises.length).toBeLessThan(1300)
  })

  test("can be rebuilt exactly", async () => {
    expect(catalogueTable(await readDataset())).toBe(table)
  })

  test("keep every id that was ever shipped, because people's workouts refer to them", async () => {
    const shipped = await Bun.file(new URL("./ids.txt", import.meta.url)).text()
    const ids = new Set(exercises.map(({ id }) => id))
    expect(
      shipped
        .trim()
        .split("\n")
        .filter((id) => !ids.has(id))
    ).toEqual([])
  })

  test("have distinct ids and names", () => {
    expect(twice(exercises.map(({ id }) => id))).toEqual([])
    expect(twice(exercises.map(({ name }) => name.toLowerCase()))).toEqual([])
    for (const { id } of exercises) expect(id.length).toBeLessThanOrEqual(128)
  })

  test("each trains something, with real equipment or none", () => {
    for (const { name, muscleGroups, equipment } of exercises) {
      expect([name, muscleGroups.length > 0]).toEqual([name, true])
      expect([name, twice(muscleGroups)]).toEqual([name, []])
      expect(["other", "none", "body only"]).not.toContain(equipment)
    }
  })

  test("each has a row of the Compendium", () => {
    expect(exercises.filter(({ compendium }) => !isCompendiumCode(compendium))).toEqual([])
  })

  test("an alias belongs to one exercise and is no exercise's name, however it is spelt", () => {
    const names = new Set(exercises.flatMap(({ name }) => formsOf(name).spellings))
    const aliases = exercises.flatMap((exercise) => exercise.aliases)
    expect(twice(aliases.flatMap((alias) => [...new Set(formsOf(alias).spellings)]))).toEqual([])
    expect(aliases.filter((alias) => formsOf(alias).spellings.some((text) => names.has(text)))).toEqual([])
  })

  test("category and tracking type go together", () => {
    const kinds = new Set(exercises.map(({ category, trackingType }) => `${category} ${trackingType}`))
    expect([...kinds].sort()).toEqual([
      "bodyweight duration",
      "bodyweight hold",
      "bodyweight reps",
      "cardio distance_duration",
      "cardio duration",
      "cardio weight_distance",
      "flexibility duration",
      "flexibility hold",
      "flexibility reps",
      "strength duration",
      "strength hold",
      "strength reps",
      "strength weight_distance",
      "strength weight_reps"
    ])
  })
})

describe("exercises as people log them", () => {
  test.each([
    ["Barbell Squat", "strength", "weight_reps", "barbell", "02052", "quadriceps"],
    ["Barbell Bench Press", "strength", "weight_reps", "barbell", "02054", "chest"],
    ["Barbell Deadlift", "strength", "weight_reps", "barbell", "02052", "lower back"],
    ["Romanian Deadlift", "strength", "weight_reps", "barbell", "02052", "hamstrings"],
    ["Trap Bar Deadlift", "strength", "weight_reps", "trap bar", "02052", "quadriceps"],
    ["Power Clean", "strength", "weight_reps", "barbell", "02052", "hamstrings"],
    ["Leg Press", "strength", "weight_reps", "machine", "02054", "quadriceps"],
    ["Decline Smith Press", "strength", "weight_reps", "smith machine", "02054", "chest"],
    ["Close-Grip EZ-Bar Curl", "strength", "weight_reps", "ez curl bar", "02054", "biceps"],
    ["Kettlebell Swing", "strength", "weight_reps", "kettlebell", "02058", "hamstrings"],
    ["Kneeling High Pulley Row", "strength", "weight_reps", "cable", "02054", "lats"],
    ["Weighted Pull-Up", "strength", "weight_reps", "pull-up bar", "02054", "lats"],
    ["Ball Slam", "strength", "weight_reps", "medicine ball", "02052", "lats"],
    ["Atlas Stone", "strength", "weight_reps", "atlas stone", "02050", "lower back"],
    ["Farmer's Walk", "strength", "weight_distance", "farmer's handles", "02050", "forearms"],
    ["Sled Push", "strength", "weight_distance", "sled", "02050", "quadriceps"],
    ["Prowler Sprint", "strength", "weight_distance", "sled", "02050", "hamstrings"],
    ["Band Pull-Apart", "strength", "reps", "band", "02054", "shoulders"],
    ["Strength Training", "strength", "duration", "", "02054", "quadriceps"],
    ["Plate Pinch", "strength", "hold", "weight plate", "02054", "forearms"],
    ["Cable Hip Adduction", "strength", "weight_reps", "cable", "02054", "adductors"],
    ["Push-Up", "bodyweight", "reps", "", "02056", "chest"],
    ["Pull-Up", "bodyweight", "reps", "pull-up bar", "02022", "lats"],
    ["Muscle-Up", "bodyweight", "reps", "pull-up bar", "02022", "lats"],
    ["Ring Dip", "bodyweight", "reps", "rings", "02022", "triceps"],
    ["Inverted Row", "bodyweight", "reps", "barbell", "02056", "middle back"],
    ["Ab Wheel", "bodyweight", "reps", "ab wheel", "02056", "abdominals"],
    ["Box Jump", "bodyweight", "reps", "box", "02020", "hamstrings"],
    ["Hurdle Hop", "bodyweight", "reps", "hurdles", "02020", "hamstrings"],
    ["Burpee", "bodyweight", "reps", "", "02020", "quadriceps"],
    ["Plank", "bodyweight", "hold", "", "02056", "abdominals"],
    ["Side Plank", "bodyweight", "hold", "", "02056", "abdominals"],
    ["Wall Sit", "bodyweight", "hold", "", "02056", "quadriceps"],
    ["Glute Bridge", "bodyweight", "reps", "", "02056", "glutes"],
    ["Bicycle Crunch", "bodyweight", "reps", "", "02056", "abdominals"],
    ["Running", "cardio", "distance_duration", "", "12050", "quadriceps"],
    ["Cycling", "cardio", "distance_duration", "bicycle", "01014", "quadriceps"],
    ["Rowing Machine", "cardio", "distance_duration", "machine", "02071", "quadriceps"],
    ["Elliptical Trainer", "cardio", "duration", "machine", "02048", "quadriceps"],
    ["Jump Rope", "cardio", "duration", "jump rope", "02068", "quadriceps"],
    ["Battle Ropes", "cardio", "duration", "battle ropes", "02020", "shoulders"],
    ["Hamstring Stretch", "flexibility", "hold", "", "02101", "hamstrings"],
    ["Arm Circle", "flexibility", "reps", "", "02101", "shoulders"],
    ["Calf Foam Roll", "flexibility", "duration", "foam roller", "02101", "calves"],
    ["Adductor Foam Roll", "flexibility", "duration", "foam roller", "02101", "adductors"],
    ["Yoga", "flexibility", "duration", "", "02150", "hamstrings"]
  ])("%s", (name, category, trackingType, equipment, compendium, trainedMost) => {
    const exercise = exercises.find((candidate) => candidate.name === name)
    expect(exercise).toMatchObject({ category, trackingType, equipment, compendium })
    expect<string | undefined>(exercise?.muscleGroups[0]).toBe(trainedMost)
  })
})

describe("reading the table", () => {
  const [header = "", first = "", second = ""] = table.split("\n")

  test("reads what is well formed", () => {
    expect(readCatalogue(`${header}\n`)).toEqual([])
    expect(readCatalogue(`${header}\n${first}\n`)).toEqual(exercises.slice(0, 1))
  })

  test.each([
    ["no header", `${first}\n`, "line 1"],
    ["no line feed at the end", `${header}\n${first}`, "line feed"],
    ["a cell too few", `${header}\n${first.slice(0, first.lastIndexOf("\t"))}\n`, "line 2"],
    ["an unknown category", `${header}\n${first.replace("\tstrength\t", "\tmuscle\t")}\n`, "line 2"],
    ["a popularity out of range", `${header}\n${first.slice(0, -1)}4\n`, "line 2"],
    ["a row twice", `${header}\n${first}\n${first}\n`, "line 3"],
    ["rows out of order", `${header}\n${second}\n${first}\n`, "line 3"]
  ])("refuses %s", (_, text, message) => {
    expect(() => readCatalogue(text)).toThrow(message)
  })
})
