import { Schema } from "effect"
import { ownedIds, type UserId } from "../../values/ids.ts"

/** What webhooks can be told of. */
export const EVENTS = [
  "workout.logged",
  "workout.changed",
  "reading.set",
  "food.logged",
  "goal.completed",
  "import.finished"
] as const
export const EventName = Schema.Literal(...EVENTS)
export type EventName = typeof EventName.Type

export const webhookIds = ownedIds("hook", "WebhookId")
export const WebhookId = webhookIds.Id
export type WebhookId = typeof WebhookId.Type

/** Most webhooks of a person. */
export const MOST_WEBHOOKS = 5

/** Most events that wait for one webhook, and their bodies in bytes. What comes then is not recorded. */
export const MOST_WAITING = 10_000
export const MOST_WAITING_BYTES = 16 * 1024 * 1024

/** How many of the last deliveries are kept after they were sent. */
export const KEPT_DELIVERIES = 50

/** How long events are kept, sent or not, in milliseconds: a week. */
export const KEPT_MILLIS = 7 * 24 * 60 * 60 * 1000

/** Most bytes of a body. The lists and parts of a larger one are left out. */
export const MOST_BYTES = 64 * 1024

/** For how long deliveries may fail before nothing more is sent, in milliseconds: a day. */
export const FAILING_MILLIS = 24 * 60 * 60 * 1000

/** How long the key before a rotation signs too, in milliseconds: a day. */
export const OVERLAP_MILLIS = 24 * 60 * 60 * 1000

/** Why nothing is sent: deliveries failed for a day, or the receiver answered 410. */
export type StoppedWhy = "failing" | "gone"

/** A webhook. Times are epoch milliseconds. */
export interface Webhook {
  readonly userId: UserId
  readonly id: WebhookId
  readonly url: string
  readonly events: ReadonlyArray<EventName>
  readonly createdAt: number
  readonly waiting: number
  readonly dropped: number
  readonly stoppedWhy: StoppedWhy | null
  readonly failingSince: number | null
  /** When it is tried next after a failure. */
  readonly nextAt: number
  /** Until when the key before the last rotation signs too; null if none does. */
  readonly oldSecretUntil: number | null
}

/** An event as it is recorded: the body is what receivers get. */
export interface WebhookEvent {
  readonly messageId: string
  readonly type: EventName
  readonly body: string
}

/** A delivery of an event to a webhook. Times are epoch milliseconds. */
export interface Delivery {
  readonly place: number
  readonly messageId: string
  readonly type: EventName
  readonly madeAt: number
  readonly attempts: number
  readonly triedAt: number | null
  /** The status of the last answer, or what went wrong without one. */
  readonly status: number | null
  readonly fault: string | null
  /** Null while it waits. */
  readonly sentAt: number | null
}

const SECOND = 1000
const HOUR = 3600 * SECOND

/** How long to wait after this many failures in a row, in milliseconds: from a second, doubled up to an hour, give or take a fifth. */
export const pauseAfter = (failures: number, random = Math.random()): number =>
  Math.min(HOUR, SECOND * 2 ** Math.min(failures - 1, 12)) * (0.8 + 0.4 * random)

/** The longest pause that a receiver's answer can ask for. */
export const LONGEST_PAUSE = HOUR
