import type { Context } from "effect"
import type { ActivityDay } from "../values/activity-day.ts"
import type { UserId } from "../values/ids.ts"
import type { Mapping } from "./mapping.ts"
import type { ImportId } from "./model.ts"
import type { ImportStore } from "./store.ts"
import type { Tally } from "./tally.ts"
import type { Twins } from "./twins.ts"

/** What a batch of rows is decided and written with. */
export interface Batch {
  readonly userId: UserId
  readonly source: string
  /** Undefined in a dry run. */
  readonly importId: ImportId | undefined
  /** When the import began, in epoch milliseconds: the time of creation of what it makes. */
  readonly startedAt: number
  readonly today: ActivityDay
  /** IANA timezone of rows that name none. */
  readonly timezone: string
  /** Whether what was entered by hand is replaced. */
  readonly overwrite: boolean
  readonly mapping: Mapping
  readonly twins: Twins
  /** The keys of the sessions with twins that were taken so far. */
  readonly taken: Set<string>
  readonly tally: Tally
  readonly store: Context.Tag.Service<ImportStore>
}
