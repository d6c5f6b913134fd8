import { ConfigProvider, Layer, ManagedRuntime } from "effect"
import { createLoginLink } from "../../src/annexes/identity/sign-in/sign-in.ts"
import * as SignIn from "../../src/annexes/identity/sign-in/store.sql.ts"
import * as Config from "../../src/config.ts"
import { Timezone } from "../../src/contract/handler/user.ts"
import { createUser, newUser } from "../../src/features/accounts/accounts.ts"
import * as Accounts from "../../src/features/accounts/store.sql.ts"
import * as Client from "../../src/platform/database/client.ts"
import * as Embedded from "../../src/platform/database/embedded.ts"
import type { UserId } from "../../src/values/ids.ts"
import type { SettingsOfProcess } from "../support/process.ts"

/**
 * Makes people and their login links beside a running server, as the operator's commands do, but without a process for
 * each.
 */
export const peopleOn = (settings: SettingsOfProcess, origin: string) => {
  const provider = ConfigProvider.fromMap(new Map(Object.entries(settings)))
  const config = Layer.provide(Config.layer, Layer.setConfigProvider(provider))
  const database = Layer.provide(Client.layer(Embedded.forCommand, 0), config)
  const runtime = ManagedRuntime.make(Layer.provide(Layer.merge(Accounts.layer, SignIn.layer), database))
  return {
    /** A person without any data. */
    newPerson: () => runtime.runPromise(createUser(newUser("Somebody", Timezone.make("UTC")))),
    /** A link that signs somebody in, once. */
    newLink: async (userId: UserId) => (await runtime.runPromise(createLoginLink(userId, origin))).url,
    [Symbol.asyncDispose]: () => runtime.dispose()
  }
}
