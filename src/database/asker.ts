import { Context, Effect } from "effect"

/**
 * On whose behalf the database is asked, usually a user's id; undefined for the service's own work. Askers take turns.
 */
export class Asker extends Context.Reference<Asker>()("Asker", { defaultValue: (): string | undefined => undefined }) {}

/** Runs an effect whose statements count as `asker`'s. */
export const askingFor =
  (asker: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.provideService(effect, Asker, asker)
