import { describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { matchNames } from "../../../../src/annexes/imports/ledger/take.ts"
import { isLanguage, LANGUAGES } from "../../../../src/annexes/imports/names/languages.ts"
import { languageOf, matchTranslated } from "../../../../src/annexes/imports/names/match-translated.ts"
import { exerciseByAppName, exerciseById, exerciseByName } from "../../../../src/features/exercises/exercises.ts"

const NONE = "-"
const RECORDED = { weight: true, reps: true, distance: false, duration: false }

/**
 * 100 names of public lists, each with the catalogue's name for it, or none if it is uncertain or missing, and the
 * number of lists that contain it: 0 for what lifters say.
 */
const setOf = (language: string) =>
  readFileSync(`${import.meta.dir}/${language}.tsv`, "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => {
      const [name = "", expected = ""] = line.split("\t")
      return { name, expected }
    })

/** The catalogue's names for the exercises that the names of one file mean. */
const meant = (names: ReadonlyArray<string>): ReadonlyArray<string> =>
  matchNames("hevy", new Map(names.map((name) => [name, RECORDED]))).map(({ match }) =>
    match.by === "own" ? NONE : (exerciseById(match.exerciseId)?.name ?? NONE)
  )

describe.each([...LANGUAGES])("100 names in the language %s", (language) => {
  const names = setOf(language)

  test("identify the language, and at least 85 of them are mapped, none to another exercise", () => {
    expect(names).toHaveLength(100)
    expect(languageOf(names.map(({ name }) => name))).toBe(language)
    const found = meant(names.map(({ name }) => name))
    const wrong = names.flatMap(({ name, expected }, at) =>
      found[at] === expected || found[at] === NONE ? [] : [`${name}: ${found[at]}, not ${expected}`]
    )
    expect(wrong).toEqual([])
    expect(found.filter((name) => name !== NONE).length).toBeGreaterThanOrEqual(85)
  })
})

/**
 * 40 names of each language as its apps have them, collected after the table and before anything was built for them,
 * each with Hevy's English names for what it may mean.
 */
const moreNames = readFileSync(`${import.meta.dir}/later.tsv`, "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => {
    const [language = "", name = "", english = ""] = line.split("\t")
    const meant = english.split("|").map((each) => exerciseByAppName("hevy", each)?.name)
    return { language, name, meant }
  })

describe.each([...LANGUAGES])("40 more names in the language %s", (language) => {
  const names = moreNames.filter((each) => each.language === language)

  test("are mapped, at least 38 of them, and none to another exercise", () => {
    expect(names).toHaveLength(40)
    const found = meant(names.map(({ name }) => name))
    const wrong = names.filter(({ meant }, at) => found[at] !== NONE && !meant.includes(found[at]))
    expect(wrong).toEqual([])
    expect(found.filter((name) => name !== NONE).length).toBeGreaterThanOrEqual(38)
  })
})

/** Words of a language that are names of other exercises in English. */
const OTHERWISE_IN_ENGLISH = ["Planche", "Rowing (Machine)"]

describe("the table of names", () => {
  const rows = readFileSync("src/annexes/imports/names/translated-names.tsv", "utf8").trim().split("\n").slice(1)
  const names = rows.flatMap((row) => {
    const [language = "", name = "", english = ""] = row.split("\t")
    return isLanguage(language) ? [{ language, name, english }] : []
  })

  test("has an exercise for each name that is not marked as uncertain, and none for those that are", () => {
    expect(names).toHaveLength(rows.length)
    const failed = names.filter(({ language, name, english }) => {
      const match = matchTranslated(language, "hevy", name, false)
      return (match.by === "own") !== english.startsWith("?")
    })
    expect(failed).toEqual([])
  })

  test("leaves an English name to the exercise that has it in English", () => {
    const taken = names.filter(({ language, name }) => {
      const english = exerciseByAppName("hevy", name) ?? exerciseByAppName("strong", name) ?? exerciseByName(name)
      const match = matchTranslated(language, "hevy", name, false)
      return english !== undefined && match.by !== "own" && match.exerciseId !== english.id
    })
    expect(taken.map(({ name }) => name)).toEqual(OTHERWISE_IN_ENGLISH)
  })
})

describe("suggestions", () => {
  const suggested = (name: string) => {
    const match = matchTranslated(undefined, "strong", name, true)
    return match.by === "own" ? match.suggestions.map(({ name }) => name) : [exerciseById(match.exerciseId)?.name]
  }

  test("are made for names that are like those of the catalogue", () => {
    const expected = {
      "Extension Triceps (Poulie)": "Dumbbell Triceps Extension",
      "Barbel Bech Pres": "Barbell Bench Press",
      "Squat pause 3s": "Pause Squat",
      "Cable Crunch kneeling rope": "Cable Crunch",
      "Deadlift deficit 2in": "Deficit Deadlift",
      "Plank w/ weight": "Plank",
      "Curl EZ preacher": "Preacher Curl",
      "Kettlebell swing heavy": "Kettlebell Swing",
      "Lat pull wide": "Lat Pulldown",
      "Hip thrusts banded": "Barbell Hip Thrust"
    }
    for (const [name, exercise] of Object.entries(expected)) expect(suggested(name)).toContain(exercise)
  })

  test("are not made for names that are like none", () => {
    const names = [
      "Gyaloglás",
      "Futás",
      "Natação em piscina",
      "Gargoyle Heave",
      "Styrketräning",
      "Rehab",
      "My Finisher"
    ]
    for (const name of [...names, "Zirkel A", "Sauna", "Physio", "Spartan Race"]) expect(suggested(name)).toEqual([])
  })
})

describe("names of sports", () => {
  const sports = readFileSync(`${import.meta.dir}/sports.tsv`, "utf8")
    .trim()
    .split("\n")
    .slice(1)
  const meantBy = (source: string, name: string): string => {
    const match = matchTranslated(undefined, source, name, false)
    return match.by === "own" ? NONE : (exerciseById(match.exerciseId)?.name ?? NONE)
  }

  test("are known in many languages where a source records activities", () => {
    expect(sports).toHaveLength(318)
    const wrong = sports.filter((line) => {
      const [, name = "", exercise] = line.split("\t")
      return meantBy("garmin", name) !== exercise
    })
    expect(wrong).toEqual([])
  })

  test("mean lifts in a gym's log, where they do", () => {
    expect(["strava", "hevy"].map((source) => meantBy(source, "Remo"))).toEqual(["Rowing", NONE])
    expect(["strava", "hevy"].map((source) => meantBy(source, "Roeien"))).toEqual(["Rowing", "Bent-Over Barbell Row"])
  })

  test("come after a person's own names for other things", () => {
    expect(meantBy("garmin", "Kettlebell Swing")).toBe("Kettlebell Swing")
    expect(meantBy("garmin", "Sonstiges")).toBe(NONE)
  })
})

describe("names in another language", () => {
  test("have, in a file of that language, their meaning there, even if another exercise has the name in English", () => {
    expect(meant(["Planche"])).toEqual(["Planche"])
    expect(meant(["Rowing (Machine)", "Planche", "Pompes", "Tractions"])).toEqual([
      "Seated Machine Row",
      "Plank",
      "Push-Up",
      "Pull-Up"
    ])
  })

  test("are found alone too, with the equipment in brackets, before them and after them", () => {
    expect(meant(["Schrägbankdrücken mit Kurzhanteln"])).toEqual(["Incline Dumbbell Press"])
    expect(meant(["Kurzhantel-Schrägbankdrücken"])).toEqual(["Incline Dumbbell Press"])
    expect(meant(["SCHRÄGBANKDRÜCKEN (KURZHANTEL)"])).toEqual(["Incline Dumbbell Press"])
    expect(meant(["Press inclinado con mancuernas"])).toEqual(["Incline Dumbbell Press"])
  })

  test("are found without spaces, in full-width brackets, and term by term", () => {
    expect(meant(["ベンチプレス（ダンベル）", "ダンベル・ベンチプレス", "卧推 （哑铃）", "哑铃卧推"])).toEqual(
      Array(4).fill("Dumbbell Bench Press")
    )
    expect(meant(["ワンアーム・ケーブル・ラテラルレイズ", "单臂绳索侧平举"])).toEqual(
      Array(2).fill("Single-Arm Cable Lateral Raise")
    )
  })

  test("are found in other cases, numbers and word orders", () => {
    expect(meant(["Жим штанги лёжа", "Жим лежа со штангой", "Wyciskanie leżąc sztangi"])).toEqual(
      Array(3).fill("Barbell Bench Press")
    )
    expect(meant(["Affondo con manubri", "Affondi (Manubrio)"])).toEqual(Array(2).fill("Dumbbell Lunge"))
  })

  test("mean the exercise with the equipment that they state, not another one that an app calls so in English", () => {
    expect(meant(["French Presses con Un Manubrio da Seduti"])).toEqual(["Dumbbell Triceps Extension"])
  })

  test("appear twice only if both mean the same", () => {
    expect(meant(["Тяга к лицу (Face Pull)", "腕立て伏せ（プッシュアップ）"])).toEqual(["Face Pull", "Push-Up"])
    expect(meant(["Pompki (Pull Up)", "Barra Fixa (Supino)"])).toEqual([NONE, NONE])
  })

  test("with another voicing mark are other names", () => {
    expect(meant(["ハイキング", "バイキング"])).toEqual(["Hiking", NONE])
  })

  test("do not make a file of English names one of a language that has borrowed them", () => {
    const english = ["Hip Thrust", "Hack Squat", "Deadlift (Barbell)", "Crunches", "Shrugs", "Lat Pulldown", "Plank"]
    expect(languageOf(english)).toBeUndefined()
    expect(languageOf([...english, "Beenpers"])).toBeUndefined()
    expect(meant(english).slice(0, 2)).toEqual(["Bodyweight Hip Thrust", "Barbell Hack Squat"])
  })

  test("state in the language how an English movement is done, and with what", () => {
    const file = ["Barfiks", "Şınav", "Tek Bacak Glute Bridge"]
    const names = ["Squat (Bar)", "Oturarak Overhead Press (Dambıl)", "Ters Tutuş Barfiks (Ağırlıklı)", "T Bar Row"]
    expect(meant([...file, ...names]).slice(file.length)).toEqual([
      "Barbell Squat",
      "Seated Dumbbell Overhead Press",
      "Weighted Chin-Up",
      "T-Bar Row"
    ])
    const mixed = ["Agachamento no Smith (Máquina)", "Extensão Lombar (Máquina)", "Incline Supino (Barbell)", "Remada"]
    expect(meant([...mixed, "Supino Reto (Halter)"]).slice(0, 3)).toEqual([
      "Smith Machine Squat",
      "Machine Back Extension",
      "Incline Barbell Bench Press"
    ])
  })

  test("identify the language by their equipment alone", () => {
    expect(languageOf(["Squat (Bar)", "Lateral Raise (Dambıl)", "Leg Extension (Makine)", "Plank"])).toBe("tr")
    expect(languageOf(["Squat (Bar)", "Bench Press (Barbell)", "Plank"])).toBeUndefined()
  })

  test("that are uncertain become own exercises, with suggestions", () => {
    for (const name of [
      "Extension Triceps (Poulie)",
      "Bankdrücken (Trampolin)",
      "Halter Zıplama",
      "シュラッグ",
      "站姿推举"
    ]) {
      expect(matchTranslated(undefined, "hevy", name, true)).toMatchObject({
        by: "own",
        suggestions: expect.any(Array)
      })
    }
  })

  test("leave English names as they were", () => {
    const english = ["Bench Press (Barbell)", "Goblet Squat", "Rowing Machine", "Leg Press (Machine)"]
    expect(meant([...english, "Bankdrücken (Langhantel)"]).slice(0, 4)).toEqual([
      "Barbell Bench Press",
      "Goblet Squat",
      "Rowing Machine",
      "Leg Press"
    ])
  })
})

test("a name with weights does not mean a stretch, unless the app calls it so", () => {
  const names = ["Overhead Triceps", "Shoulder Raise", "Torso Rotation"]
  expect(meant(names)).toEqual([NONE, NONE, "Machine Torso Rotation"])
  const recorded = { ...RECORDED, weight: false }
  const [match] = matchNames("hevy", new Map([["Overhead Triceps", recorded]]))
  expect(match?.match.by).toBe("name")
})

test("names of hostile length match no exercise, and are refused quickly", () => {
  const units = [" ", "a ", "barbell ", "flat ", "each side ", "-(", "ダンベル", "жим "]
  const names = units.map((unit) => `x${unit.repeat(100_000 / unit.length)}y`)
  expect(meant(["Bench Press (Barbell)"])).not.toEqual([NONE])
  const before = performance.now()
  expect(meant(names)).toEqual(names.map(() => NONE))
  expect(performance.now() - before).toBeLessThan(1000)
})
