import { expect, test } from "bun:test"
import { Effect } from "effect"
import { routineIds } from "../../src/annexes/page/features/routines/model.ts"
import { operations } from "../../src/api.ts"
import { itemIds } from "./scenarios.ts"

/** Those of routines are only on the page. */
const allIds = [...itemIds, routineIds]

/** Kinds of ids that no feature makes: those of users, tokens, requests and catalogues. */
const OTHERS = ["usr", "tok", "req", "food", "exr"]

test("every kind of id has its own prefix, followed by 80 random bits", async () => {
  const prefixes = [...OTHERS, ...allIds.map(({ prefix }) => prefix)]
  expect(new Set(prefixes).size).toBe(prefixes.length)
  expect(allIds.length).toBeGreaterThan(4)
  for (const { prefix, make } of allIds) {
    const [one, other] = [await Effect.runPromise(make), await Effect.runPromise(make)]
    expect(one).toMatch(/^[a-z]+_[0-9a-z]{16}$/)
    expect(one).toStartWith(`${prefix}_`)
    expect(other).not.toBe(one)
  }
})

test("the ids of every example are of a known kind", () => {
  const examples = JSON.stringify(operations.map(({ example }) => example))
  const prefixes = [...examples.matchAll(/"([a-z]+)_[0-9a-z]{16}"/g)].map(([, prefix]) => prefix)
  expect(prefixes.length).toBeGreaterThan(10)
  expect(prefixes.filter((prefix) => allIds.every((ids) => ids.prefix !== prefix))).toEqual([])
})
