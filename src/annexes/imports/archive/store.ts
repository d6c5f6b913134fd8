import { Context, type Effect } from "effect"
import type { UserId } from "../../../values/ids.ts"
import type { ImportId } from "../rows/model.ts"
import type { Line, PartName } from "./format.ts"

/** The outcome of a line: written; already there and equal; already there and different; or without its parent. */
export type Restored = "new" | "same" | "different" | "orphan"

/** Reads and writes a user's data as the lines of an archive. */
export class ArchiveStore extends Context.Tag("ArchiveStore")<
  ArchiveStore,
  {
    /** At most `most` lines of a part after the line `after`, in the order of their keys. */
    readonly page: (
      userId: UserId,
      part: PartName,
      after: Line | undefined,
      most: number
    ) => Effect.Effect<ReadonlyArray<Line>>
    /**
     * Writes the lines that do not exist yet, in one transaction, and records them as the import's. Returns the outcome
     * of each. Does not update streaks and badges. A line that does not fit its part is an `orphan`.
     */
    readonly restore: (
      userId: UserId,
      importId: ImportId,
      part: PartName,
      lines: ReadonlyArray<Line>
    ) => Effect.Effect<ReadonlyArray<Restored>>
    /** What `restore` would do now. Writes nothing. */
    readonly compare: (
      userId: UserId,
      part: PartName,
      lines: ReadonlyArray<Line>
    ) => Effect.Effect<ReadonlyArray<Restored>>
    /** Adds earned badges; existing ones stay. */
    readonly restoreBadges: (
      userId: UserId,
      badges: ReadonlyArray<{ readonly id: string; readonly earnedOn: string }>
    ) => Effect.Effect<void>
  }
>() {}
