import { Schema } from "effect"
import { Metric } from "../../../features/body-metrics/model.ts"
import type { ActivityDay } from "../../../values/activity-day.ts"
import { ownedIds } from "../../../values/ids.ts"

/** The apps whose bodies the device endpoint reads, and `other` for scripts that send files or readings. */
export const DEVICE_APPS = ["life-dashboard", "hc-webhook", "health-auto-export", "other"] as const
export const DeviceApp = Schema.Literal(...DEVICE_APPS)
export type DeviceApp = typeof DeviceApp.Type

const APPS: ReadonlySet<string> = new Set(DEVICE_APPS)
/** Whether an import of this source may be the standing import of a device. */
export const isDeviceApp = (source: string): boolean => APPS.has(source)

/** Display names of the apps. */
export const APP_NAMES: Readonly<Record<DeviceApp, string>> = {
  "life-dashboard": "Life Dashboard Companion",
  "hc-webhook": "HC Webhook",
  "health-auto-export": "Health Auto Export",
  other: "Another app or script"
}

export const deviceIds = ownedIds("dev", "DeviceId")
export const DeviceId = deviceIds.Id
export type DeviceId = typeof DeviceId.Type

/** The kinds of facts that a record can state. */
export const RECORD_KINDS = [...Metric.literals, "entry", "workout"] as const
export const RecordKind = Schema.Literal(...RECORD_KINDS)
export type RecordKind = typeof RecordKind.Type

/** A record as a device states it. */
export interface StatedRecord {
  readonly key: string
  /** The fact that it belongs to; empty if it was deleted before it arrived. */
  readonly factKey: string
  readonly kind: RecordKind
  readonly date: ActivityDay | null
  /** Sorts the records of a fact. */
  readonly sort: string
  /** Of two statements, the one with the higher sequence holds, then the later one (epoch milliseconds). */
  readonly sequence: number
  readonly statedAt: number
  readonly digest: string
  /** JSON; null if its app has deleted it. */
  readonly body: string | null
}

/** A part of a body that gave nothing, with the reason. */
export const LeftOutPart = Schema.Struct({ what: Schema.String, reason: Schema.String })
export type LeftOutPart = typeof LeftOutPart.Type

/**
 * The outcome of a body's records. A record that occurs twice in it, or is overruled by others of its day, is merged.
 */
export const ArrivalCounts = Schema.Struct({
  new: Schema.Number,
  unchanged: Schema.Number,
  changed: Schema.Number,
  merged: Schema.Number,
  leftOut: Schema.Number
})
export type ArrivalCounts = typeof ArrivalCounts.Type

/** A device's statistics. */
export const Arrived = Schema.Struct({
  /** How many bodies were taken. */
  arrivals: Schema.Number,
  /** Totals over all of them. */
  rows: ArrivalCounts,
  /** What was left out last, latest first; `at` in epoch milliseconds. */
  leftOut: Schema.Array(Schema.Struct({ ...LeftOutPart.fields, at: Schema.Number })),
  /** What files replaced last, the same way. */
  replaced: Schema.optionalWith(Schema.Array(Schema.Struct({ what: Schema.String, at: Schema.Number })), {
    default: () => []
  })
})
export type Arrived = typeof Arrived.Type

/** How many left-out parts, and names of what was replaced, are kept per device. */
export const MOST_LEFT_OUT = 50

/** Most devices per person, not counting ended ones. */
export const MOST_DEVICES = 50
/** Length of a secret for signatures, in characters. */
export const SECRET_LENGTHS = { min: 8, max: 200 } as const

/** Levels of buckets are sums of fractions, so an arrival is allowed slightly below 1. */
export const ENOUGH = 1 - 1e-9
