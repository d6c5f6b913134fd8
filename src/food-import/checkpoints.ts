import { Context, type Effect, type Option } from "effect"
import type { Checkpoint, ImportKind } from "./importer.ts"

/** The checkpoints of unfinished imports, one for each kind and file name. */
export class ImportCheckpoints extends Context.Tag("ImportCheckpoints")<
  ImportCheckpoints,
  {
    /** The checkpoint of the last import of a file with this name; none if that import finished, or there was none. */
    readonly find: (kind: ImportKind, fileName: string) => Effect.Effect<Option.Option<Checkpoint>>
    /** Keeps the checkpoint in place of an earlier one of the same kind and file name. */
    readonly keep: (checkpoint: Checkpoint) => Effect.Effect<void>
    readonly drop: (checkpoint: Checkpoint) => Effect.Effect<void>
  }
>() {}
