import { Effect, Layer } from "effect"
import { Timezone, type User } from "../../src/contract/handler/user.ts"
import { createToken, createUser, newUser } from "../../src/features/accounts/accounts.ts"
import * as Accounts from "../../src/features/accounts/store.sql.ts"
import * as Client from "../../src/platform/database/client.ts"
import { serversAt } from "../../src/values/database-url.ts"

/** New users in the migrated database at `url`; returns a token for each. */
export const newPeople = (
  url: string,
  count: number,
  ownLimits: User["ownLimits"] = {}
): Promise<ReadonlyArray<string>> => {
  const person = Effect.gen(function* () {
    const userId = yield* createUser({ ...newUser("Test", Timezone.make("UTC")), ownLimits })
    const { token } = yield* createToken({ userId, name: "test", environment: "test", expiresAt: null })
    return token
  })
  return Effect.replicateEffect(person, count).pipe(
    Effect.provide(Layer.provide(Accounts.layer, Client.external(serversAt(url), 1, 0))),
    Effect.scoped,
    Effect.runPromise
  )
}
