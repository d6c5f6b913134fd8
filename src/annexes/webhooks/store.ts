import { Context, type Effect, type Option } from "effect"
import type { ActivityDay } from "../../values/activity-day.ts"
import type { UserId } from "../../values/ids.ts"
import type { Delivery, StoppedWhy, Webhook, WebhookEvent, WebhookId } from "./model.ts"

/** A webhook with its key, before anything was sent. */
export interface NewWebhook extends Pick<Webhook, "userId" | "id" | "url" | "events" | "createdAt"> {
  readonly secret: string
}

/** Which webhook. */
export interface Which {
  readonly userId: UserId
  readonly id: WebhookId
}

/** A webhook that one process sends to, until its lease ends. */
export interface Claimed extends Which {
  readonly lease: string
  readonly url: string
  readonly secret: string
  readonly oldSecret: string | null
  /** Epoch milliseconds. */
  readonly oldSecretUntil: number | null
  readonly failures: number
  /** Epoch milliseconds. */
  readonly failingSince: number | null
}

/** A delivery that waits, with its body. */
export interface Waiting extends WebhookEvent {
  readonly place: number
}

/** The outcome of an attempt, at `at` (epoch milliseconds). */
export interface Outcome {
  readonly place: number
  readonly at: number
  readonly isSent: boolean
  readonly status: number | null
  readonly fault: string | null
  /** When to try again, and whether to stop, if it was not sent. */
  readonly retryAt: number
  readonly stoppedWhy: StoppedWhy | null
  /** Until when no other process sends to this webhook, if it was sent. */
  readonly leasedUntil: number
}

/** What is to be done after events were recorded: send them, or look which goals are completed. */
export type Next = "send" | "goals"

/** A goal that is completed on a day. */
export interface CompletedGoal {
  readonly goalId: string
  readonly date: ActivityDay
}

/** People's webhooks and their events. Times are epoch milliseconds. */
export class WebhookStore extends Context.Tag("WebhookStore")<
  WebhookStore,
  {
    /** Oldest first. */
    readonly list: (userId: UserId) => Effect.Effect<ReadonlyArray<Webhook>>
    /** Adds a webhook. Call it within a change of the user's, whose account it changes. */
    readonly add: (webhook: NewWebhook) => Effect.Effect<void>
    /** Removes a webhook with all it was to be told, likewise. Returns whether it was there. */
    readonly remove: (which: Which) => Effect.Effect<boolean>
    /** Gives it another key; the one before signs too until `oldUntil`. Returns whether the webhook exists. */
    readonly rotate: (which: Which, secret: string, oldUntil: number) => Effect.Effect<boolean>
    /** Sends again from now on what waits, and what comes. Returns whether the webhook exists. */
    readonly resume: (which: Which) => Effect.Effect<boolean>
    /** The last deliveries, latest first. */
    readonly deliveries: (which: Which, most: number) => Effect.Effect<ReadonlyArray<Delivery>>
    /** Lets a delivery that was sent be sent again. Returns whether it will be. */
    readonly resend: (which: Which, place: number) => Effect.Effect<boolean>

    /**
     * Records events for the webhooks that want them. Call it within the transaction of the change. Returns `send` if a
     * webhook can be sent to now and no process does, and `goals` if the user has goals and a webhook wants to know of
     * completed ones.
     */
    readonly record: (
      userId: UserId,
      at: number,
      events: ReadonlyArray<WebhookEvent>
    ) => Effect.Effect<ReadonlyArray<Next>>
    /** Notes completed goals. Returns those that were not noted before. */
    readonly noteGoals: (
      userId: UserId,
      goals: ReadonlyArray<CompletedGoal>
    ) => Effect.Effect<ReadonlyArray<CompletedGoal>>

    /** Webhooks for which something waits and may be sent at `now`, longest due first. */
    readonly due: (now: number, most: number) => Effect.Effect<ReadonlyArray<Which>>
    /** Takes a due webhook until `until`; none if another process has it. */
    readonly claim: (which: Which, lease: string, now: number, until: number) => Effect.Effect<Option.Option<Claimed>>
    /** The first deliveries that wait, in order. */
    readonly next: (which: Which, most: number) => Effect.Effect<ReadonlyArray<Waiting>>
    /** Records an attempt. Returns whether this process may go on: another one may have taken over. */
    readonly finish: (claimed: Claimed, outcome: Outcome) => Effect.Effect<boolean>
    /** Lets other processes send. */
    readonly release: (claimed: Claimed) => Effect.Effect<void>

    /** Deletes deliveries that were made before `until`, and goals noted before `day`. */
    readonly sweep: (until: number, day: ActivityDay) => Effect.Effect<void>
  }
>() {}
