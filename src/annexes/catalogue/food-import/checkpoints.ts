import { Context, type Effect, type Option } from "effect"
import type { Checkpoint, ImportKind } from "./importer.ts"

/** The checkpoints of unfinished imports, one for each kind and file name. */
export class ImportCheckpoints extends Context.Tag("ImportCheckpoints")<
  ImportCheckpoints,
  {
    /** The checkpoint of an unfinished import of a file with this name, if there is one. */
    readonly find: (kind: ImportKind, fileName: string) => Effect.Effect<Option.Option<Checkpoint>>
    /** Stores the checkpoint, replacing an earlier one of the same kind and file name. */
    readonly keep: (checkpoint: Checkpoint) => Effect.Effect<void>
    readonly drop: (checkpoint: Checkpoint) => Effect.Effect<void>
  }
>() {}
