import { Effect, Layer, Option } from "effect"
import { ImportCheckpoints } from "./checkpoints.ts"
import type { Checkpoint } from "./importer.ts"

const key = (kind: string, fileName: string) => `${kind} ${fileName}`

export const layer = Layer.sync(ImportCheckpoints, () => {
  const checkpoints = new Map<string, Checkpoint>()
  return ImportCheckpoints.of({
    find: (kind, fileName) => Effect.sync(() => Option.fromNullable(checkpoints.get(key(kind, fileName)))),
    keep: (checkpoint) =>
      Effect.sync(() => void checkpoints.set(key(checkpoint.kind, checkpoint.identity.name), checkpoint)),
    drop: ({ kind, identity }) => Effect.sync(() => void checkpoints.delete(key(kind, identity.name)))
  })
})
