import { Context, Effect } from "effect"

interface Snapshots {
  /**
   * The snapshots of all processes, as JSON, given this one's own, which is among them. One that does not answer in time
   * is left out.
   */
  readonly snapshots: (own: string) => Effect.Effect<ReadonlyArray<string>>
}

/** The server processes that share this one's port, each of which counts for itself. By default there are no others. */
export class Siblings extends Context.Reference<Siblings>()("Siblings", {
  defaultValue: (): Snapshots => ({ snapshots: (own) => Effect.succeed([own]) })
}) {}
