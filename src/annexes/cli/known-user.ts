import { Effect, Option } from "effect"
import { UnknownAccount } from "../../features/accounts/store.ts"
import { asUserId } from "./options.ts"

/** The user's id. Fails if there is no such user. */
export const knownUser = (id: string) =>
  Option.match(asUserId(id), {
    onNone: () => Effect.fail(new UnknownAccount({ what: "user", id })),
    onSome: Effect.succeed
  })
