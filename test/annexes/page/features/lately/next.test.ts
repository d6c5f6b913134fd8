import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { likelyNext } from "../../../../../src/annexes/page/features/lately/next.ts"
import { lastButTwo, oldest, plansOf, scoreOf } from "./simulated-plans.ts"

const repeated = (titles: ReadonlyArray<string>, rounds: number) => Array.from({ length: rounds }, () => titles).flat()

describe("the workout that is likely next", () => {
  test.each<[ReadonlyArray<string>, ReadonlyArray<string>]>([
    [[], []],
    [["Legs"], ["Legs"]],
    [
      ["Push", "Pull"],
      ["Push", "Pull"]
    ],
    [
      ["Push", "Pull", "Legs", "Push", "Pull"],
      ["Legs", "Push", "Pull"]
    ],
    [
      ["Push", "Pull", "Legs", "Push", "Pull", "Legs"],
      ["Push", "Pull", "Legs"]
    ],
    // Two different ones follow A: the one that is due is the one that was left longest.
    [
      ["A", "B", "A", "C", "A", "B", "A"],
      ["C", "B", "A"]
    ],
    // What was done once and never followed the last one is not offered.
    [
      ["Push", "Pull", "Yoga", "Push", "Pull", "Push"],
      ["Pull", "Push"]
    ],
    [["Full body", "Full body"], ["Full body"]]
  ])("after %j is %j", (done, next) => {
    expect(likelyNext(done, 3)).toEqual(next)
  })

  const titles = fc.array(fc.constantFrom("A", "B", "C", "D", "E"), { maxLength: 60 })

  test("is among what was done, each once, and at most as many as asked for", () => {
    fc.assert(
      fc.property(titles, fc.integer({ min: 1, max: 6 }), (done, most) => {
        const next = likelyNext(done, most)
        expect(new Set(next).size).toBe(next.length)
        expect(next.every((title) => done.includes(title))).toBe(true)
        expect(next.length).toBeLessThanOrEqual(most)
        expect(next.length > 0).toBe(done.length > 0)
      })
    )
  })

  test("does not depend on what the titles are", () => {
    const renamed = (title: string) => `${title.codePointAt(0)} of ${title}`
    fc.assert(
      fc.property(titles, (done) => {
        expect(likelyNext(done.map(renamed), 3)).toEqual(likelyNext(done, 3).map(renamed))
      })
    )
  })

  test("begins with what followed the last one most often, whatever was done before that is unlike it", () => {
    fc.assert(
      fc.property(titles, (done) => {
        const last = done.at(-1)
        const follows = (title: string) =>
          done.filter((each, index) => index > 0 && each === title && done[index - 1] === last).length
        const [first = ""] = likelyNext(done, 3)
        const most = Math.max(0, ...done.map(follows))
        // After the same two, an order counts threefold, so it may outweigh at most three times as many others.
        expect(follows(first) * 3).toBeGreaterThanOrEqual(most)
      })
    )
  })

  test("continues each rotation of different workouts from its second round on", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 7 }),
        fc.integer({ min: 2, max: 6 }),
        fc.nat(6),
        (cycle, rounds, more) => {
          const rest = cycle.slice(0, more % cycle.length)
          expect(likelyNext([...repeated(cycle, rounds), ...rest], 1)).toEqual([cycle[rest.length] ?? ""])
        }
      )
    )
  })
})

test("over forty simulated plans the first offer is mostly what was done next, and more often than by simpler rules", () => {
  const groups = plansOf(2026)
  const all = Object.values(groups).flat()
  expect(all.length).toBe(40)
  const first = (done: ReadonlyArray<string>) => likelyNext(done, 1)[0]
  expect(scoreOf(first, groups["a rotation"] ?? [])).toBe(1)
  expect(scoreOf(first, all)).toBeGreaterThan(0.9)
  for (const plans of Object.values(groups)) {
    expect(scoreOf(first, plans)).toBeGreaterThan(0.8)
    for (const simpler of [oldest, lastButTwo]) expect(scoreOf(first, plans)).toBeGreaterThan(scoreOf(simpler, plans))
  }
})
