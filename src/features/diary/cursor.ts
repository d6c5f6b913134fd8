import { DateTime, Effect, Option, Schema } from "effect"
import type { Fault } from "../../contract/broken-rule.ts"
import { rangeFaults } from "../../contract/day-range.ts"
import type { Lookup } from "../../contract/handler/caller.ts"
import type { Given } from "../../contract/rule.ts"
import { ActivityDay, isActivityDay } from "../../values/activity-day.ts"
import type { UserId } from "../../values/ids.ts"
import { CURSOR_FAULT, Cursors, InvalidCursor } from "../../values/paging/cursor.ts"
import type { Position } from "./model.ts"

const OPERATION = "list_food_entries"

/** Whether an end of a range was given, or defaulted to today. */
const Origin = Schema.Literal("given", "default")

const originOf = (day: unknown): typeof Origin.Type => (day === undefined ? "default" : "given")

/** The range of a list, as given in the call for its first page, and the entry after which a page starts. */
export interface Start {
  readonly from: ActivityDay
  readonly ofFrom: typeof Origin.Type
  readonly to: ActivityDay
  readonly ofTo: typeof Origin.Type
  readonly after: Option.Option<Position>
}

/** The start of a first page. */
export const firstStart = (
  { from, to }: { readonly from?: ActivityDay; readonly to?: ActivityDay },
  today: ActivityDay
): Start => ({
  from: from ?? today,
  ofFrom: originOf(from),
  to: to ?? today,
  ofTo: originOf(to),
  after: Option.none()
})

/**
 * A cursor of list_food_entries: the page of the same range after an entry. It contains the days, so that midnight
 * between two pages changes nothing.
 */
export const sealed = (
  cursors: Cursors["Type"],
  userId: UserId,
  { from, ofFrom, to, ofTo }: Start,
  { date, createdAt, id }: Position
): string => cursors.seal([userId, OPERATION], [from, ofFrom, to, ofTo, date, String(createdAt.epochMillis), id])

const decodeContent = Schema.decodeUnknown(
  Schema.Tuple(ActivityDay, Origin, ActivityDay, Origin, ActivityDay, Schema.NumberFromString, Schema.String)
)

/**
 * Whether an end of the range matches the first page's: the day in that page's answer, or omitted if it was omitted
 * then. Values that are not days are reported by their own fields.
 */
const isSame = (given: unknown, stated: ActivityDay, origin: typeof Origin.Type): boolean =>
  given === undefined ? origin === "default" : given === stated || !isActivityDay(given)

/** The start of a cursor's page. Fails if the cursor belongs to another user or another range. */
export const opened = Effect.fnUntraced(function* (
  cursors: Cursors["Type"],
  userId: UserId,
  cursor: string,
  given: Given
) {
  const content = yield* cursors.open([userId, OPERATION], cursor)
  const [from, ofFrom, to, ofTo, date, createdAt, id] = yield* Effect.orDie(decodeContent(content))
  if (!isSame(given.from, from, ofFrom) || !isSame(given.to, to, ofTo)) return yield* new InvalidCursor()
  const after = Option.some({ date, createdAt: DateTime.unsafeMake(createdAt), id })
  const start: Start = { from, ofFrom, to, ofTo, after }
  return start
})

/** The faults of a call whose cursor is invalid. */
export const cursorFaults = ({ from, to }: Given, today: ActivityDay): ReadonlyArray<Fault> => [
  ...rangeFaults(from ?? today, to ?? today),
  CURSOR_FAULT
]

/** Finds an invalid cursor in inputs that have other faults. */
export const lookups = Effect.map(Cursors, (cursors) => {
  const ofPage: Lookup = (given, { user, today }) =>
    typeof given.cursor === "string"
      ? Effect.match(opened(cursors, user.id, given.cursor, given), {
          onFailure: () => cursorFaults(given, today),
          onSuccess: () => []
        })
      : Effect.succeed([])
  return { list_food_entries: ofPage }
})
