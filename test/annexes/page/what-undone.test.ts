import { expect, test } from "bun:test"
import type { KeptItem } from "../../../src/annexes/imports/rows/model.ts"
import { WhatUndone } from "../../../src/annexes/page/settings/what-undone.tsx"

const itemsIn = (kept: ReadonlyArray<KeptItem>): ReadonlyArray<string> =>
  [...String(WhatUndone({ undone: { removed: 2, restored: 0, kept } })).matchAll(/<li>(.*?)<\/li>/g)].map(
    ([, text = ""]) => text
  )

const reading = (day: string, reason = "changed since the import"): KeptItem => ({
  kind: "reading",
  id: `body_fat ${day}`,
  reason
})

test("an undo names the days of the readings that it kept, by the reason", () => {
  expect(
    itemsIn([
      reading("2026-03-15"),
      reading("2026-03-14"),
      reading("2026-03-16", "stated by another import, too"),
      { kind: "workout", id: "wrk_1", reason: "changed since the import" }
    ])
  ).toEqual([
    "Reading: changed since the import, 2 times (14 Mar 2026, 15 Mar 2026)",
    "Reading: stated by another import, too (16 Mar 2026)",
    "Workout: changed since the import"
  ])
})

test("it names ten days at most", () => {
  const days = Array.from({ length: 12 }, (_, at) => reading(`2026-03-${String(at + 1).padStart(2, "0")}`))
  const [text = ""] = itemsIn(days)
  expect([text.match(/Mar/g)?.length, text.endsWith(" and others)")]).toEqual([10, true])
})
