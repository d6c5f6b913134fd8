/** @jsxImportSource hono/jsx */
import { Option, Schema } from "effect"
import { ActivityDay } from "../../../values/activity-day.ts"
import { longDay, number } from "../../../values/charts/format.ts"
import type { ItemKind, KeptItem, Undone } from "../../imports/rows/model.ts"

/** The name of each kind of item. */
const ITEMS: Readonly<Record<ItemKind, string>> = {
  reading: "Reading",
  entry: "Diary entry",
  workout: "Workout",
  exercise: "Exercise",
  custom_food: "Own food",
  routine: "Routine",
  saved_meal: "Saved meal",
  goal: "Goal",
  import: "Import"
}

/** Most days named of one kind and reason. */
const MOST_DAYS = 10

const decodeDay = Schema.decodeUnknownOption(ActivityDay)

/** The days of items whose ids end with one, as those of readings do: `body_fat 2026-03-14`. */
const daysOf = (items: ReadonlyArray<KeptItem>): ReadonlyArray<string> =>
  [...new Set(items.flatMap(({ id }) => Option.toArray(decodeDay(id.split(" ").at(-1)))))].sort().map(longDay)

/** What an undo left of one kind for one reason, with the days where they are known. */
const keptText = (text: string, items: ReadonlyArray<KeptItem>): string => {
  const days = daysOf(items)
  const named = days.slice(0, MOST_DAYS).join(", ")
  return [
    text,
    ...(items.length === 1 ? [] : [`, ${number(items.length)} times`]),
    ...(days.length === 0 ? [] : [` (${named}${days.length > MOST_DAYS ? " and others" : ""})`])
  ].join("")
}

/** The result of an undo. */
export const WhatUndone = ({ undone: { removed, restored, kept } }: { readonly undone: Omit<Undone, "importId"> }) => {
  const outcomes = Object.entries({ removed, restored, kept: kept.length }).filter(([, count]) => count > 0)
  return (
    <>
      <h3>It is undone</h3>
      <p>
        {outcomes.length === 0
          ? "Nothing of it was left."
          : `${outcomes.map(([outcome, count]) => `${number(count)} ${outcome}`).join(", ")}.`}
      </p>
      <ul>
        {[...Map.groupBy(kept, ({ kind, reason }) => `${ITEMS[kind]}: ${reason}`)].map(([text, items]) => (
          <li>{keptText(text, items)}</li>
        ))}
      </ul>
    </>
  )
}
