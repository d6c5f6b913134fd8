import { Context, Effect } from "effect"

/** For whom the database is asked, such as a user's id; none where it is nobody's request. Askers take turns at the connections. */
export class Asker extends Context.Reference<Asker>()("Asker", { defaultValue: (): string | undefined => undefined }) {}

/** Has the database asked for `asker`. */
export const askingFor =
  (asker: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.provideService(effect, Asker, asker)
