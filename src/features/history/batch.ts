import type { Context, Effect } from "effect"
import type { ActivityDay } from "../../values/activity-day.ts"
import type { UserId } from "../../values/ids.ts"
import type { Decision } from "./decide.ts"
import type { Mapping } from "./mapping.ts"
import type { ImportId } from "./model.ts"
import type { Others } from "./others.ts"
import type { ImportStore, Item, Stated } from "./store.ts"
import type { Tally } from "./tally.ts"
import type { Twins } from "./twins.ts"

/** What a batch of rows is decided and written with. */
export interface Batch {
  readonly userId: UserId
  readonly source: string
  /** Among sources: what the one with the highest rank states of a day counts. */
  readonly rank: number
  /** Undefined in a dry run. */
  readonly importId: ImportId | undefined
  /** Decides on a fact by what the latest import did under its key. */
  readonly decide: (
    item: Item | undefined,
    fingerprint: string,
    stated: Stated | undefined,
    overwrite?: boolean
  ) => Decision
  /** Whether the energy of a session follows from the body weight as it is stated later, too. */
  readonly followsWeight: boolean
  /** When the import began, in epoch milliseconds: the time of creation of what it makes. */
  readonly startedAt: number
  readonly today: ActivityDay
  /** IANA timezone of rows that name none. */
  readonly timezone: string
  /** Whether what was entered by hand is replaced; undefined where nobody can ask for it. */
  readonly overwrite: boolean | undefined
  readonly mapping: Mapping
  readonly twins: Twins
  /** Notes what other sources state of the same days. */
  readonly others: Others
  /** The keys of the sessions with twins that were taken so far. */
  readonly taken: Set<string>
  readonly tally: Tally
  /** To be run between facts, so that deciding on many holds up no request. */
  readonly giveWay: Effect.Effect<void>
  readonly store: Context.Tag.Service<ImportStore>
}
