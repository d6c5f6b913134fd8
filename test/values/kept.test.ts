import { expect, test } from "bun:test"
import { keptByUser } from "../../src/values/kept.ts"

test("a value is kept with its version, until another is put", () => {
  const kept = keptByUser<string>({ users: 9, items: 9 })
  expect(kept.get("ann")).toBeUndefined()
  kept.put("ann", "1", "one", 1)
  expect(kept.get("ann")).toMatchObject({ version: "1", value: "one" })
  kept.put("ann", "2", "two", 1)
  expect(kept.get("ann")).toMatchObject({ version: "2", value: "two" })
  expect(kept.get("ben")).toBeUndefined()
})

test("only so many users' values are kept: those used last", () => {
  const kept = keptByUser<string>({ users: 2, items: 9 })
  kept.put("ann", "1", "a", 1)
  kept.put("ben", "1", "b", 1)
  kept.get("ann")
  kept.put("cai", "1", "c", 1)
  expect(["ann", "ben", "cai"].map((user) => kept.get(user)?.value)).toEqual(["a", undefined, "c"])
})

test("only so many items are kept, but always the last list", () => {
  const kept = keptByUser<string>({ users: 9, items: 10 })
  kept.put("ann", "1", "a", 6)
  kept.put("ann", "2", "a", 6)
  kept.put("ben", "1", "b", 4)
  expect(kept.get("ann")?.value).toBe("a")
  kept.put("cai", "1", "c", 20)
  expect(["ann", "ben", "cai"].map((user) => kept.get(user)?.value)).toEqual([undefined, undefined, "c"])
})
