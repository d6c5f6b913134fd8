import { Effect, Schema } from "effect"
import type { Given } from "../../contract/rule.ts"
import { isActivityDay } from "../../values/activity-day.ts"
import type { UserId } from "../../values/ids.ts"
import { type Cursors, InvalidCursor } from "../../values/paging/cursor.ts"
import { Order } from "./model.ts"
import type { Place } from "./store.ts"

const isOrder = Schema.is(Order)

const OPERATION = "list_workouts"

interface Filters {
  readonly from?: string
  readonly to?: string
  readonly exerciseId?: string
  readonly name?: string
  readonly order?: Order
}

/** A cursor of list_workouts: the page after `place`, with the same filters. */
export const sealed = (
  cursors: Cursors["Type"],
  userId: UserId,
  { from = "", to = "", exerciseId = "", name = "", order = "newest" }: Filters,
  { date, createdAt, id }: Place
): string => cursors.seal([userId, OPERATION], [from, to, exerciseId, date, String(createdAt), id, name.trim(), order])

/** Values that are not days, or not text, are reported by their own fields. */
const isSameDay = (given: unknown, sealed: unknown): boolean =>
  given === undefined ? sealed === "" : given === sealed || !isActivityDay(given)

const isSameText = (given: unknown, sealed: unknown): boolean =>
  given === undefined ? sealed === "" : typeof given !== "string" || given.trim() === sealed

/** The position after which a cursor's page starts. Fails if the cursor belongs to another user or other filters. */
export const opened = (
  cursors: Cursors["Type"],
  userId: UserId,
  cursor: string,
  { from, to, exerciseId, name, order = "newest" }: Given
): Effect.Effect<Place, InvalidCursor> =>
  Effect.flatMap(
    cursors.open([userId, OPERATION], cursor),
    ([first, last, exercise, date = "", createdAt = "", id = "", title = "", direction = "newest"]) =>
      isSameDay(from, first) &&
      isSameDay(to, last) &&
      isSameText(exerciseId, exercise) &&
      isSameText(name, title) &&
      (order === direction || !isOrder(order))
        ? Effect.succeed({ date, createdAt: Number(createdAt), id })
        : new InvalidCursor()
  )
