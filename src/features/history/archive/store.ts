import { Context, type Effect } from "effect"
import type { UserId } from "../../../values/ids.ts"
import type { ImportId } from "../model.ts"
import type { Line, PartName } from "./format.ts"

/** What became of a line: written; there already, the same; there already and different; or without what it belongs to. */
export type Restored = "new" | "same" | "different" | "orphan"

/** Reads and writes a user's data as the lines of an archive. */
export class ArchiveStore extends Context.Tag("ArchiveStore")<
  ArchiveStore,
  {
    /** At most `most` lines of a part behind the line `after`, in the order of their keys. */
    readonly page: (
      userId: UserId,
      part: PartName,
      after: Line | undefined,
      most: number
    ) => Effect.Effect<ReadonlyArray<Line>>
    /**
     * Writes the lines that are not there, in one transaction, and records them as the import's. Returns what became of each. Streaks and
     * badges are not brought up to date. A line that is none of its part is `orphan`.
     */
    readonly restore: (
      userId: UserId,
      importId: ImportId,
      part: PartName,
      lines: ReadonlyArray<Line>
    ) => Effect.Effect<ReadonlyArray<Restored>>
    /** What `restore` would do, by what is there now. Writes nothing. */
    readonly compare: (
      userId: UserId,
      part: PartName,
      lines: ReadonlyArray<Line>
    ) => Effect.Effect<ReadonlyArray<Restored>>
    /** Adds badges that were earned; those that are there stay. */
    readonly restoreBadges: (
      userId: UserId,
      badges: ReadonlyArray<{ readonly id: string; readonly earnedOn: string }>
    ) => Effect.Effect<void>
  }
>() {}
