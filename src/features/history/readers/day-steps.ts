import type { ActivityDay } from "../../../values/activity-day.ts"
import type { Place, Reading } from "../rows.ts"

/** Steps of many moments, added up by day. Its memory grows with the days alone. */
export class DaySteps {
  private readonly days = new Map<ActivityDay, { readonly place: Place; steps: number; rows: number }>()

  add(day: ActivityDay, steps: number, place: Place): void {
    const held = this.days.get(day)
    if (held === undefined) this.days.set(day, { place, steps, rows: 1 })
    else {
      held.steps += steps
      held.rows++
    }
  }

  /** One reading a day, with the rows that it is made of. */
  readings(): ReadonlyArray<Reading> {
    return [...this.days].map(([day, { place, steps, rows }]) => ({
      _tag: "Reading",
      place,
      rows,
      metric: "steps",
      value: Math.round(steps),
      at: { day, time: null, instant: null, zone: null },
      origin: null
    }))
  }
}
