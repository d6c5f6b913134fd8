import type { ActivityDay } from "../../../values/activity-day.ts"

/** Day sums are rounded, and so are the foods. */
const TOLERATED_KCAL = 5
const TOLERATED_SHARE = 0.01

/**
 * Compares what was read of each day with the sums in the same export. Its memory grows with the number of days only.
 */
export class DayCheck {
  private readonly stated = new Map<ActivityDay, number>()
  private readonly read = new Map<ActivityDay, number>()

  /** The calories of a day as the export sums them up. */
  state(day: ActivityDay, calories: number): void {
    this.stated.set(day, calories)
  }

  /** The calories of one food of that day. */
  add(day: ActivityDay, calories: number): void {
    this.read.set(day, (this.read.get(day) ?? 0) + calories)
  }

  /**
   * What the person should know about days whose foods do not add up; null if all do, or if the export has only one of
   * the two.
   */
  difference(): string | null {
    if (this.read.size === 0) return null
    const differing = [...this.stated].filter(([day, stated]) => {
      const read = this.read.get(day) ?? 0
      return Math.abs(stated - read) > Math.max(TOLERATED_KCAL, TOLERATED_SHARE * stated)
    })
    const [first] = differing.sort(([one], [other]) => (one < other ? -1 : 1))
    if (first === undefined) return null
    const [day, stated] = first
    const days = differing.length === 1 ? "1 day" : `${differing.length} days`
    const read = Math.round(this.read.get(day) ?? 0)
    return `the foods of ${days} do not add up to the sums in the export: on ${day}, ${read} kcal were read, and the export states ${Math.round(stated)}`
  }
}
