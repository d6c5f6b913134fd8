import { expect, test } from "bun:test"
import { DateTime } from "effect"
import type { OwnExercise } from "../../../src/features/exercises/own.ts"
import { ownIndexOf } from "../../../src/features/exercises/own-index.ts"

const listOf = (owner: string, size: number): ReadonlyArray<OwnExercise> =>
  Array.from({ length: size }, (_, place) => ({
    id: `ownex_${owner}${place}`,
    name: `Sled ${place}`,
    category: "strength",
    trackingType: "weight_reps",
    createdAt: DateTime.unsafeMake(0)
  }))

test("the index of a list is built once for as long as the list stays the same", () => {
  const index = ownIndexOf(listOf("a", 2000))
  expect(ownIndexOf(listOf("a", 2000))).toBe(index)
  expect(index.search()).toBe(ownIndexOf(listOf("a", 2000)).search())
  expect(index.byName().get("sled 7")?.id).toBe("ownex_a7")
})

test("a changed list, and that of another user, have other indexes", () => {
  const list = listOf("b", 3)
  const index = ownIndexOf(list)
  const [first, ...others] = list
  if (first === undefined) throw new Error("The list is empty")
  for (const changed of [
    others,
    [...others, first],
    [{ ...first, name: "Sledge" }, ...others],
    [{ ...first, category: "cardio" as const }, ...others],
    [{ ...first, trackingType: "distance_duration" as const }, ...others],
    listOf("c", 3)
  ])
    expect(ownIndexOf(changed)).not.toBe(index)
  expect(ownIndexOf(list)).toBe(index)
})

test("few indexes are kept: those used last", () => {
  const first = ownIndexOf(listOf("d", 2000))
  const large = Array.from({ length: 4 }, (_, place) => listOf(`e${place}`, 2000))
  for (const list of large) ownIndexOf(list)
  expect(ownIndexOf(listOf("d", 2000))).toBe(first)
  for (const list of large) ownIndexOf(list)
  ownIndexOf(listOf("f", 2000))
  expect(ownIndexOf(listOf("d", 2000))).not.toBe(first)
})
