import { describe, expect, test } from "bun:test"
import { isCompendiumCode, VARIANTS } from "../../../src/features/exercises/compendium.ts"
import { COMPENDIUM } from "../../../src/features/exercises/compendium-rows.ts"
import { compendiumCodeOf, type EffortSet, estimatedCalories } from "../../../src/features/workouts/calories.ts"

const exercise = (category: string, compendium: string) => ({ category, compendium })
const times = (count: number, set: EffortSet) => Array.from({ length: count }, () => set)

const running = exercise("cardio", "12050")
const walking = exercise("cardio", "17190")
const cycling = exercise("cardio", "01014")
const rowing = exercise("cardio", "02071")
const elliptical = exercise("cardio", "02048")
const benchPress = exercise("strength", "02054")
const squat = exercise("strength", "02052")
const farmersWalk = exercise("strength", "02050")
const pushUp = exercise("bodyweight", "02056")
const plank = exercise("bodyweight", "02056")
const yoga = exercise("flexibility", "02150")

describe("whole kcal = MET × 3.5 × kg / 200 × minutes", () => {
  test.each([
    {
      // 10 km in 60 min is 6.21 mph: 12050, 9.3 MET. 9.3 × 3.5 × 70 / 200 × 60 = 683.55
      workout: "10 km in an hour, 70 kg",
      input: {
        bodyWeightKg: 70,
        exercises: [{ exercise: running, sets: [{ distanceMeters: 10000, durationSeconds: 3600 }] }]
      },
      kcal: 684
    },
    {
      // 5 km in 25 min is 7.46 mph, nearest 7.5: 12080, 11.8 MET. 11.8 × 3.5 × 80 / 200 × 25 = 413
      workout: "5 km in 25 min, 80 kg, whatever the intensity",
      input: {
        bodyWeightKg: 80,
        exercises: [{ exercise: running, sets: [{ distanceMeters: 5000, durationSeconds: 1500, intensity: 1 }] }]
      },
      kcal: 413
    },
    {
      // no distance, intensity 8: vigorous, 12070, 11.0 MET. 11 × 3.5 × 60 / 200 × 30 = 346.5
      workout: "half an hour of hard running, 60 kg",
      input: { bodyWeightKg: 60, exercises: [{ exercise: running, sets: [{ durationSeconds: 1800, intensity: 8 }] }] },
      kcal: 347
    },
    {
      // 3 km in 36 min is 3.11 mph: 17190, 3.8 MET. 3.8 × 3.5 × 65 / 200 × 36 = 155.61
      workout: "3 km walked in 36 min, 65 kg",
      input: {
        bodyWeightKg: 65,
        exercises: [{ exercise: walking, sets: [{ distanceMeters: 3000, durationSeconds: 2160 }] }]
      },
      kcal: 156
    },
    {
      // 20 km in 60 min is 12.43 mph: 01030, 8.0 MET. 8 × 3.5 × 75 / 200 × 60 = 630
      workout: "20 km cycled in an hour, 75 kg",
      input: {
        bodyWeightKg: 75,
        exercises: [{ exercise: cycling, sets: [{ distanceMeters: 20000, durationSeconds: 3600 }] }]
      },
      kcal: 630
    },
    {
      // 2000 m in 480 s is 4.167 m/s, 2.8 × 4.167³ = 203 W: 02074, 14.0 MET. 14 × 3.5 × 80 / 200 × 8 = 156.8
      workout: "2 km rowed in 8 min, 80 kg",
      input: {
        bodyWeightKg: 80,
        exercises: [{ exercise: rowing, sets: [{ distanceMeters: 2000, durationSeconds: 480 }] }]
      },
      kcal: 157
    },
    {
      // no intensity is moderate: 02048, 5.0 MET. 5 × 3.5 × 72 / 200 × 20 = 126
      workout: "20 min elliptical, 72 kg",
      input: { bodyWeightKg: 72, exercises: [{ exercise: elliptical, sets: [{ durationSeconds: 1200 }] }] },
      kcal: 126
    },
    {
      // 3 × (10 × 4 s + 90 s) = 390 s = 6.5 min; 02054, 3.5 MET. 3.5 × 3.5 × 80 / 200 × 6.5 = 31.85
      workout: "bench press 3 × 10, 80 kg",
      input: { bodyWeightKg: 80, exercises: [{ exercise: benchPress, sets: times(3, { reps: 10 }) }] },
      kcal: 32
    },
    {
      // 5 × (5 × 4 s + 90 s) = 550 s = 9.1667 min; mean intensity 9, 02050, 6.0 MET. 6 × 3.5 × 90 / 200 × 9.1667 = 86.625
      workout: "heavy squats 5 × 5, 90 kg",
      input: { bodyWeightKg: 90, exercises: [{ exercise: squat, sets: times(5, { reps: 5, intensity: 9 }) }] },
      kcal: 87
    },
    {
      // 3 × 20 × 4 s = 240 s = 4 min, no rest outside strength; 02056, 3.0 MET. 3 × 3.5 × 70 / 200 × 4 = 14.7
      workout: "push-ups 3 × 20, 70 kg",
      input: { bodyWeightKg: 70, exercises: [{ exercise: pushUp, sets: times(3, { reps: 20 }) }] },
      kcal: 15
    },
    {
      // 3 × 60 s = 3 min; 02056, 3.0 MET. 3 × 3.5 × 70 / 200 × 3 = 11.025
      workout: "plank 3 × 1 min, 70 kg",
      input: { bodyWeightKg: 70, exercises: [{ exercise: plank, sets: times(3, { holdSeconds: 60 }) }] },
      kcal: 11
    },
    {
      // 4 × (30 s + 90 s) = 8 min; speed has no rows here: 02050, 6.0 MET. 6 × 3.5 × 85 / 200 × 8 = 71.4
      workout: "farmer's walk 4 × 40 m in 30 s, 85 kg",
      input: {
        bodyWeightKg: 85,
        exercises: [{ exercise: farmersWalk, sets: times(4, { distanceMeters: 40, durationSeconds: 30 }) }]
      },
      kcal: 71
    },
    {
      // shares of 45 min: bench 390 s, run 1200 s of 1590 s: 11.0377 and 33.9623 min.
      // 4 km in 20 min is 7.46 mph, 11.8 MET. (3.5 × 11.0377 + 11.8 × 33.9623) × 3.5 × 80 / 200 = 615.13
      workout: "bench press and a run in a session of 45 min, 80 kg",
      input: {
        bodyWeightKg: 80,
        durationSeconds: 2700,
        exercises: [
          { exercise: benchPress, sets: times(3, { reps: 10 }) },
          { exercise: running, sets: [{ distanceMeters: 4000, durationSeconds: 1200 }] }
        ]
      },
      kcal: 615
    },
    {
      // no set time anywhere: 20 min each. (9.3 + 2.3) × 3.5 × 60 / 200 × 20 = 243.6
      workout: "a run and yoga without times in a session of 40 min, 60 kg",
      input: {
        bodyWeightKg: 60,
        durationSeconds: 2400,
        exercises: [
          { exercise: running, sets: [{ distanceMeters: 5000 }] },
          { exercise: yoga, sets: [{}] }
        ]
      },
      kcal: 244
    },
    {
      // two sets of 3.36 kcal are 6.72, rounded once: 2 exercises × 16 × 4 s = 64 s each. 3 × 3.5 × 60 / 200 × 128 / 60 = 6.72
      workout: "rounded once, over all exercises",
      input: {
        bodyWeightKg: 60,
        exercises: [
          { exercise: pushUp, sets: [{ reps: 16 }] },
          { exercise: pushUp, sets: [{ reps: 16 }] }
        ]
      },
      kcal: 7
    },
    {
      workout: "nothing that takes time",
      input: { bodyWeightKg: 70, exercises: [{ exercise: running, sets: [{ distanceMeters: 5000 }] }] },
      kcal: 0
    },
    {
      // a session of 0 s counts as unknown: the set's 10 min. 2.3 × 3.5 × 70 / 200 × 10 = 28.175
      workout: "a session of no length, 70 kg",
      input: {
        bodyWeightKg: 70,
        durationSeconds: 0,
        exercises: [{ exercise: yoga, sets: [{ durationSeconds: 600 }] }]
      },
      kcal: 28
    }
  ])("$workout: $kcal kcal", ({ input, kcal }) => {
    expect(estimatedCalories(input)).toBe(kcal)
  })

  test("a set's time is its duration, else its hold, else that of its reps, never a sum", () => {
    const kcal = (set: EffortSet) =>
      estimatedCalories({ bodyWeightKg: 100, exercises: [{ exercise: plank, sets: [set] }] })
    // 3 × 3.5 × 100 / 200 = 5.25 kcal a minute
    expect(kcal({ durationSeconds: 1200, holdSeconds: 600, reps: 300 })).toBe(105)
    expect(kcal({ holdSeconds: 600, reps: 300 })).toBe(53)
    expect(kcal({ durationSeconds: 0, holdSeconds: 0, reps: 300 })).toBe(105)
  })

  test("warm-ups count like working sets", () => {
    const kcal = (setType: "warmup" | "working") =>
      estimatedCalories({ bodyWeightKg: 80, exercises: [{ exercise: squat, sets: times(4, { reps: 8, setType }) }] })
    expect(kcal("warmup")).toBe(kcal("working"))
  })
})

describe("the row of the Compendium", () => {
  const code = (performed: { category: string; compendium: string }, ...sets: ReadonlyArray<EffortSet>) =>
    compendiumCodeOf({ exercise: performed, sets })
  const mph = (speed: number): EffortSet => ({ distanceMeters: speed * 1609.344, durationSeconds: 3600 })

  test("running uses the nearest listed speed, of two equally near ones the slower", () => {
    expect([4, 5, 6, 7, 8, 9, 10].map((speed) => COMPENDIUM[code(running, mph(speed))].met)).toEqual([
      6.5, 8.5, 9.3, 11, 12, 13, 14.8
    ])
    expect(code(running, mph(6.2))).toBe("12050")
    expect(code(running, mph(6.4))).toBe("12050")
    expect(code(running, mph(6.6))).toBe("12060")
    expect(code(running, mph(10.4))).toBe("12120")
  })

  test("below 4 mph a run is a walk, and above all listed speeds it has the fastest row", () => {
    expect(code(running, mph(3))).toBe("17190")
    expect(code(running, mph(0.5))).toBe("17151")
    expect(code(running, mph(25))).toBe("12135")
    expect(code(walking, mph(9))).toBe("17231")
    expect(code(cycling, mph(30))).toBe("01060")
    expect(code(cycling, mph(3))).toBe("01018")
  })

  test("speed is the distance over the time of the sets that have both", () => {
    const half = { distanceMeters: 1609.344, durationSeconds: 600 }
    expect(code(running, half, { ...half, durationSeconds: 400 })).toBe("12070") // 2 miles in 1000 s: 7.2 mph
    expect(code(running, half, { distanceMeters: 9000 }, { durationSeconds: 9000 })).toBe("12050")
    expect(code(running, { distanceMeters: 9000 }, { durationSeconds: 9000, intensity: 2 })).toBe("12020")
    expect(code(running, { distanceMeters: 0, durationSeconds: 9000, intensity: 9 })).toBe("12070")
  })

  test("rowing is judged by power", () => {
    const pace = (secondsPer500: number): EffortSet => ({ distanceMeters: 500, durationSeconds: secondsPer500 })
    // 2.8 × (500 / s)³ watts: 150 s 103.7, 155 s 94.0, 133 s 148.8, 132 s 152.2, 121 s 197.6, 120 s 202.5
    expect([155, 150, 133, 132, 121, 120].map((seconds) => code(rowing, pace(seconds)))).toEqual([
      "02071",
      "02072",
      "02072",
      "02073",
      "02073",
      "02074"
    ])
  })

  test("without a speed, the mean intensity of the sets that have one decides", () => {
    const at = (...intensities: ReadonlyArray<number | undefined>) =>
      code(squat, ...intensities.map((intensity) => ({ reps: 5, intensity })))
    expect([at(0), at(3), at(3.4)]).toEqual(["02054", "02054", "02054"])
    expect([at(), at(undefined), at(3.5), at(4), at(6), at(6.4)]).toEqual(Array(6).fill("02052"))
    expect([at(6.5), at(7), at(10), at(4, 9, undefined)]).toEqual(Array(4).fill("02050"))
  })

  test("if the Compendium has no other row, the exercise's own applies", () => {
    const stretch = exercise("flexibility", "02101")
    expect([0, 5, 10].map((intensity) => code(stretch, { intensity }))).toEqual(["02101", "02101", "02101"])
    expect(code(stretch, mph(3))).toBe("02101")
  })

  test("an unknown code is refused", () => {
    expect(() => code(exercise("cardio", "99999"), {})).toThrow("99999")
  })
})

describe("the table", () => {
  test("codes are five digits, values are above rest, and harder rows never cost less", () => {
    for (const [code, { met }] of Object.entries(COMPENDIUM)) {
      expect(code).toMatch(/^\d{5}$/)
      expect(met).toBeGreaterThan(1)
    }
    for (const [code, { light, vigorous, bySpeed = [] }] of Object.entries(VARIANTS)) {
      if (!isCompendiumCode(code)) throw new Error(code)
      expect(COMPENDIUM[light ?? code].met).toBeLessThanOrEqual(COMPENDIUM[code].met)
      expect(COMPENDIUM[vigorous ?? code].met).toBeGreaterThanOrEqual(COMPENDIUM[code].met)
      bySpeed.slice(1).forEach((row, at) => {
        const slower = bySpeed[at] ?? row
        expect([row.from, COMPENDIUM[row.code].met]).toEqual([
          Math.max(row.from, slower.to),
          Math.max(COMPENDIUM[row.code].met, COMPENDIUM[slower.code].met)
        ])
      })
    }
  })
})
