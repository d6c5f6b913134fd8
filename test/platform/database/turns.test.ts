import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { makeTurns } from "../../../src/platform/database/turns.ts"

const refusals = { own: new Error("own"), other: new Error("other") }
const SOON = 60_000

/** The turns at `size` connections, and a log of who started, in order. */
const setUp = (size: number) => {
  const turns = makeTurns(size, refusals)
  const began: Array<string> = []
  const refused: Array<string> = []
  const reasons: Array<string> = []
  const ask = (user: string, name = user, until = performance.now() + SOON) => {
    const lane = turns.laneOf(user)
    if (turns.begin(lane)) began.push(name)
    else {
      turns.wait(lane, until).then(
        () => began.push(name),
        ({ message }) => {
          refused.push(name)
          reasons.push(message)
        }
      )
    }
  }
  const end = async (user: string) => {
    turns.end(turns.laneOf(user))
    await Bun.sleep(0)
  }
  return { turns, began, refused, reasons, ask, end }
}

describe("turns at the connections", () => {
  test("a user gets as many connections as the others leave", () => {
    const { began, ask } = setUp(5)
    for (const user of ["a", "a", "a", "b", "b", "c", "c"]) ask(user)
    expect(began).toEqual(["a", "a", "b", "b", "c"])
  })

  test("a user has at most 2 connections, however many there are", () => {
    const { turns, ask } = setUp(100)
    for (let index = 0; index < 20; index++) ask("a")
    expect(turns.figures()).toEqual({ inUse: 2, waiting: 18, refused: 0 })
  })

  test("the last connection goes to a user who has none", () => {
    const { began, ask } = setUp(2)
    for (const user of ["a", "a", "b"]) ask(user)
    expect(began).toEqual(["a", "b"])
  })

  test("waiting users take turns, in whatever order they came", async () => {
    const { began, ask, end } = setUp(1)
    for (const name of ["a1", "a2", "a3", "a4", "b1", "b2", "c1"]) ask(name[0] ?? "", name)
    for (const user of ["a", "a", "b", "c", "a", "b", "a"]) await end(user)
    expect(began).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"])
  })

  test("of one user's requests, the first to arrive goes first, even with a later statement", async () => {
    const { began, ask, end } = setUp(1)
    const now = performance.now()
    ask("a", "other")
    ask("a", "second", now + 2000)
    ask("a", "third", now + 3000)
    ask("a", "first", now + 1000)
    for (let index = 0; index < 3; index++) await end("a")
    expect(began).toEqual(["other", "first", "second", "third"])
  })

  test("one user's statements that must end at the same time go in the order in which they came", async () => {
    const { began, ask, end } = setUp(1)
    const until = performance.now() + SOON
    for (const name of ["other", "first", "second", "third"]) ask("a", name, until)
    for (let index = 0; index < 3; index++) await end("a")
    expect(began).toEqual(["other", "first", "second", "third"])
  })

  test("requests whose time is over are refused, and take no turn", async () => {
    const { turns, began, refused, ask, end } = setUp(1)
    const now = performance.now()
    ask("a", "first")
    ask("a", "late", now + 100)
    ask("b", "late too", now + 100)
    ask("a", "in time")
    turns.sweep(now + 101)
    await Bun.sleep(0)
    expect(refused).toEqual(["late", "late too"])
    expect(turns.figures()).toEqual({ inUse: 1, waiting: 1, refused: 2 })
    await end("a")
    expect(began).toEqual(["first", "in time"])
  })

  test("a request waits only while there is time left for its work; other work waits on", async () => {
    const { turns, refused, ask } = setUp(1)
    const now = performance.now()
    ask("a", "first")
    ask("a", "a request", now + 2000)
    ask("a", "no request", Number.POSITIVE_INFINITY)
    turns.sweep(now + 1600)
    await Bun.sleep(0)
    expect(refused).toEqual(["a request"])
    expect(turns.figures().waiting).toBe(1)
  })

  test("one user's queue is bounded, and leaves room for others", async () => {
    const { turns, refused, ask } = setUp(1)
    ask("a", "first")
    for (let index = 0; index < 2001; index++) ask("a", `${index}`)
    ask("b")
    await Bun.sleep(0)
    expect(refused).toEqual(["2000"])
    expect(turns.figures()).toEqual({ inUse: 1, waiting: 2001, refused: 1 })
  })

  test("a user who was served is refused for their own calls, others for the database's sake", async () => {
    const { turns, reasons, ask, end } = setUp(8)
    const now = performance.now()
    // Somebody with many calls at once, all of which the database answers quickly.
    for (let index = 0; index < 60; index++) ask("many", `${index}`, now + 2000)
    for (let index = 0; index < 43; index++) await end("many")
    // Somebody whose statements hang.
    for (let index = 0; index < 4; index++) ask("hung", `${index}`, now + 2000)
    turns.sweep(now + 2001)
    await Bun.sleep(0)
    expect(reasons).toEqual([...Array.from({ length: 15 }, () => "own"), "other", "other"])
  })

  test("a user whose few turns took long is refused for their own calls if many wait, and not if the database hangs", async () => {
    const now = performance.now()
    const slow = setUp(8)
    for (let index = 0; index < 30; index++) slow.ask("many", `${index}`, now + 1000 + index)
    for (let index = 0; index < 3; index++) await slow.end("many")
    // Refused one after the other, until only the last is left.
    for (let index = 5; index < 30; index++) slow.turns.sweep(now + 1000 + index)
    await Bun.sleep(0)
    expect(slow.reasons).toEqual(Array.from({ length: 25 }, () => "own"))
    const hung = setUp(8)
    for (let index = 0; index < 30; index++) hung.ask("many", `${index}`, now + 1000 + index)
    for (let index = 0; index < 2; index++) await hung.end("many")
    hung.turns.sweep(now + 2000)
    await Bun.sleep(0)
    expect(new Set(hung.reasons)).toEqual(new Set(["other"]))
  })

  test("a queue that is full of one user's statements is refused as their own", async () => {
    const { turns, reasons, ask } = setUp(1)
    for (let index = 0; index < 2002; index++) ask("a", `${index}`)
    await Bun.sleep(0)
    expect([reasons, turns.figures().refused]).toEqual([["own"], 1])
  })

  test("over any sequence, a connection is free only if those who wait must leave it to others, and everybody gets a turn", async () => {
    const user = fc.constantFrom("a", "b", "c", "d")
    const steps = fc.array(fc.oneof(fc.record({ asks: user }), fc.record({ ends: user })), { maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 8 }), steps, async (size, steps) => {
        const { turns, began, ask, end } = setUp(size)
        const asked: Array<string> = []
        const ended: Array<string> = []
        const count = (list: ReadonlyArray<string>, user: string) => list.filter((each) => each === user).length
        const using = (user: string) => count(began, user) - count(ended, user)
        const check = () => {
          const { inUse, waiting } = turns.figures()
          expect(inUse).toBeLessThanOrEqual(size)
          expect(inUse).toBe(began.length - ended.length)
          expect(waiting).toBe(asked.length - began.length)
          for (const user of asked) {
            if (count(asked, user) > count(began, user)) {
              expect(using(user)).toBeGreaterThanOrEqual(Math.min(2, size - inUse))
            }
          }
        }
        for (const step of steps) {
          if ("asks" in step) {
            asked.push(step.asks)
            ask(step.asks)
          } else if (using(step.ends) > 0) {
            ended.push(step.ends)
            await end(step.ends)
          }
          check()
        }
        while (began.length > ended.length) {
          const user = began.find((user) => using(user) > 0) ?? ""
          ended.push(user)
          await end(user)
          check()
        }
        expect(began.length).toBe(asked.length)
      }),
      { numRuns: 100 }
    )
  })
})
