import { Context, type Effect } from "effect"
import type { Barcode } from "../../../values/barcode.ts"

/** `asking`: somebody is waiting for the answer. The others are what it was; `failed` if there was none. */
export type LookupState = "asking" | "known" | "unknown" | "incomplete" | "failed"

/** What is kept of the latest look-up of a barcode. It does not say for whom it was. */
export interface Lookup {
  readonly state: LookupState
  /** Epoch milliseconds: until then, it is not looked up again. */
  readonly freshUntil: number
}

/** How many look-ups may begin in how many milliseconds. */
export interface LookupRate {
  readonly most: number
  readonly within: number
}

/** The latest look-up of each barcode, shared by all processes. Times are epoch milliseconds. */
export class LookupStore extends Context.Tag("LookupStore")<
  LookupStore,
  {
    readonly find: (barcode: Barcode) => Effect.Effect<Lookup | undefined>
    /**
     * Begins a look-up, which holds others of the same barcode off until `freshUntil`. False if another is fresh, or if
     * as many as the rate allows have begun. Exact for one barcode, and nearly so for the rate, with any number of
     * processes.
     */
    readonly begin: (barcode: Barcode, now: number, freshUntil: number, rate: LookupRate) => Effect.Effect<boolean>
    /** Ends it with what was answered. */
    readonly end: (barcode: Barcode, lookup: Lookup) => Effect.Effect<void>
    /** Forgets look-ups that are no longer fresh, except of foods that are, or may be, in the catalogue. */
    readonly sweep: (now: number) => Effect.Effect<void>
  }
>() {}
