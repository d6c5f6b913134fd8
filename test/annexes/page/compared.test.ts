import { describe, expect, test } from "bun:test"
import { changeOf, compared } from "../../../src/annexes/page/workouts/compared.ts"

type Set = Parameters<typeof changeOf>[0]

const set = (weight: number | undefined, reps: number | undefined, more: Partial<Set> = {}): Set => ({
  setNumber: 1,
  setType: "working",
  ...(weight === undefined ? {} : { weight: { value: weight, unit: "kg" } }),
  ...(reps === undefined ? {} : { reps }),
  ...more
})

describe("what is better or worse than last time", () => {
  test.each<[Set, Set, ReturnType<typeof changeOf>]>([
    [set(102.5, 4), set(100, 8), { text: "+2.5", isBetter: true }],
    [set(100, 9), set(102.5, 9), { text: "−2.5", isBetter: false }],
    [set(100, 8), set(100, 9), { text: "−1", isBetter: false }],
    [set(undefined, 12), set(undefined, 10), { text: "+2", isBetter: true }],
    [set(100, 8), set(100, 8), undefined],
    // A load is not compared with none, nor pounds with kilograms.
    [set(100, 8), set(undefined, 8), undefined],
    [set(100, 8), set(100, 8, { weight: { value: 90, unit: "lb" } }), undefined],
    [
      set(20, 8, { loadIntent: "assistance" }),
      set(25, 8, { loadIntent: "assistance" }),
      { text: "−5", isBetter: true }
    ],
    [set(20, 8, { loadIntent: "assistance" }), set(25, 8), undefined],
    [
      set(undefined, undefined, { holdSeconds: 75 }),
      set(undefined, undefined, { holdSeconds: 60 }),
      { text: "+15 s", isBetter: true }
    ],
    [
      set(undefined, undefined, { distanceMeters: 4800 }),
      set(undefined, undefined, { distanceMeters: 5000 }),
      { text: "−0.2 km", isBetter: false }
    ],
    [
      set(undefined, undefined, { distanceMeters: 42.5 }),
      set(undefined, undefined, { distanceMeters: 40 }),
      { text: "+2.5 m", isBetter: true }
    ],
    [
      set(undefined, undefined, { distanceMeters: 1200 }),
      set(undefined, undefined, { distanceMeters: 900 }),
      { text: "+0.3 km", isBetter: true }
    ],
    // Faster and longer may both be meant.
    [set(undefined, undefined, { durationSeconds: 100 }), set(undefined, undefined, { durationSeconds: 90 }), undefined]
  ])("%j after %j", (now, before, change) => {
    expect(changeOf(now, before, "km")).toEqual(change)
  })

  test("of an exercise whose weight helps, less is better", () => {
    expect(changeOf(set(20, 8), set(25, 8), "km", "assistance")).toEqual({ text: "−5", isBetter: true })
  })

  test("a set that says what its weight is compares with one that leaves that to its exercise", () => {
    const said = set(20, 8, { loadIntent: "assistance" })
    expect(changeOf(said, set(25, 8), "km", "assistance")).toEqual({ text: "−5", isBetter: true })
    expect(changeOf(set(5, 8), set(2.5, 8, { loadIntent: "added_bodyweight" }), "km", "added_bodyweight")).toEqual({
      text: "+2.5",
      isBetter: true
    })
    expect(changeOf(set(5, 8, { loadIntent: "added_bodyweight" }), said, "km", "assistance")).toBeUndefined()
  })
})

describe("the sets beside those of last time", () => {
  const warm = (weight: number) => set(weight, 5, { setType: "warmup" })
  const shown = (...given: Parameters<typeof compared>) =>
    compared(...given).map(({ label, earlier, change }) => [label, earlier?.weight?.value, change?.text])

  test("stand at their place among those of their type, with their letters", () => {
    const now = [warm(40), warm(60), set(100, 5), set(80, 5, { technique: "drop" }), set(100, 5)]
    const last = [warm(42), set(95, 5), set(80, 5), set(100, 5), set(100, 5)]
    expect(shown(now, last, "km")).toEqual([
      ["W", 42, "−2"],
      ["W", undefined, undefined],
      ["1", 95, "+5"],
      ["D", 80, undefined],
      ["3", 100, undefined]
    ])
  })

  test("of an exercise that comes again go on where its first part ended", () => {
    expect(shown([set(70, 5)], [set(100, 5), set(65, 5)], "km", { done: { warmUps: 0, working: 1 } })).toEqual([
      ["1", 65, "+5"]
    ])
  })

  test("have nothing beside them the first time", () => {
    expect(shown([set(70, 5)], [], "km")).toEqual([["1", undefined, undefined]])
  })
})
