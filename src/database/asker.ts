import { Context, Effect } from "effect"
import type { UserId } from "../values/ids.ts"

/** For which user the database is asked; none where it is nobody's request. Users take turns at the connections. */
export class Asker extends Context.Reference<Asker>()("Asker", { defaultValue: (): UserId | undefined => undefined }) {}

/** Has the database asked for this user. */
export const askingFor =
  (userId: UserId) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.provideService(effect, Asker, userId)
