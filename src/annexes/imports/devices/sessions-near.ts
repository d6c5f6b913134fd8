import { Effect } from "effect"
import type { Timezone } from "../../../contract/handler/user.ts"
import { type ActivityDay, plusDays } from "../../../values/activity-day.ts"
import { spanOf, timesOf } from "../ledger/session-times.ts"
import { DAYS_AROUND, type Span } from "../ledger/twins.ts"
import type { WorkoutRow } from "../rows/rows.ts"
import type { DeviceContext } from "./device-context.ts"
import type { FileRecord } from "./file-records.ts"
import type { DeviceId } from "./model.ts"
import type { DeviceStore, SessionRecord, StoredRecord } from "./store.ts"

/** A session that a device states. */
interface SessionNear {
  readonly deviceId: DeviceId
  readonly key: string
  readonly span: Span
  readonly isUndone: boolean
  /** Whether it comes from a file. */
  readonly isFiled: boolean
}

const timeIn = (body: string, timezone: Timezone) => {
  const row: WorkoutRow & { readonly filed?: FileRecord } = JSON.parse(body)
  return { span: spanOf(timesOf(row, () => timezone)), isFiled: row.filed !== undefined }
}

/** The times of sessions that a device states or has stated. */
export const spansOf = (
  { user }: DeviceContext,
  records: ReadonlyArray<StoredRecord>
): ReadonlyArray<{ readonly day: ActivityDay; readonly span: Span }> =>
  records.flatMap(({ kind, body, date, undone }) => {
    const span = kind === "workout" && body !== null && !undone ? timeIn(body, user.timezone).span : undefined
    return span === undefined || date === null ? [] : [{ day: date, span }]
  })

const around = (days: ReadonlyArray<ActivityDay>): ReadonlyArray<ActivityDay> => [
  ...new Set(
    days.flatMap((day) => Array.from({ length: 2 * DAYS_AROUND + 1 }, (_, index) => plusDays(day, index - DAYS_AROUND)))
  )
]

/** The sessions that a person's devices state on some days and around them. */
export const sessionsNear = Effect.fnUntraced(function* (
  { user, pauseBetweenFacts }: DeviceContext,
  store: DeviceStore["Type"],
  days: ReadonlyArray<ActivityDay>
) {
  const found: Array<SessionNear> = []
  const records: ReadonlyArray<SessionRecord> = yield* store.sessions(user.id, around(days))
  for (const { deviceId, factKey, body, undone } of records) {
    yield* pauseBetweenFacts
    const { span, isFiled } = timeIn(body, user.timezone)
    if (span !== undefined) found.push({ deviceId, key: factKey, span, isUndone: undone, isFiled })
  }
  return found
})
