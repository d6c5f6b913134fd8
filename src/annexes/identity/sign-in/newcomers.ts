import { Context, type Effect } from "effect"
import type { UserId } from "../../../values/ids.ts"

/** The cards of Today's start. */
export const CARDS = ["you", "day", "history"] as const
export type Card = (typeof CARDS)[number]

/** What a user has done since they were created. */
export interface Newcomer {
  /** The timezone that nobody chose; null if somebody has. */
  readonly machineTimezone: string | null
  readonly putAway: ReadonlyArray<Card>
  /** Whether the account holds sample data. */
  readonly hasSample: boolean
}

/** What users did first: sign in, choose a timezone, look at the start. */
export class NewcomerStore extends Context.Tag("NewcomerStore")<
  NewcomerStore,
  {
    /** Notes that nobody chose the user's timezone. */
    readonly isOfMachine: (userId: UserId, timezone: string) => Effect.Effect<void>
    readonly find: (userId: UserId) => Effect.Effect<Newcomer>
    /** Puts a card away, for good. */
    readonly putAway: (userId: UserId, card: Card) => Effect.Effect<void>
    /** Ends the time in which nobody has chosen the timezone. Returns what it was; of several callers, one gets it. */
    readonly settleTimezone: (userId: UserId) => Effect.Effect<string | undefined>
    /** Notes whether the account holds sample data. */
    readonly noteSample: (userId: UserId, hasSample: boolean) => Effect.Effect<void>
    /** The users who have never signed in to the page. */
    readonly neverSignedIn: Effect.Effect<ReadonlySet<UserId>>
  }
>() {}
