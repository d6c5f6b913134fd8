import { SqlClient } from "@effect/sql"
import { ConfigProvider, Effect, Layer, ManagedRuntime } from "effect"
import { createLoginLink } from "../../src/annexes/identity/sign-in/sign-in.ts"
import * as SignIn from "../../src/annexes/identity/sign-in/store.sql.ts"
import * as Config from "../../src/config.ts"
import { Timezone } from "../../src/contract/handler/user.ts"
import { createToken, createUser, newUser } from "../../src/features/accounts/accounts.ts"
import * as Accounts from "../../src/features/accounts/store.sql.ts"
import * as Client from "../../src/platform/database/client.ts"
import * as Embedded from "../../src/platform/database/embedded.ts"
import type { UserId } from "../../src/values/ids.ts"
import { statementsOf } from "../annexes/page/features/overview/years.ts"
import type { SettingsOfProcess } from "../support/process.ts"

/**
 * Makes people and their login links beside a running server, as the operator's commands do, but without a process for
 * each.
 */
export const peopleOn = (settings: SettingsOfProcess, origin: string) => {
  const provider = ConfigProvider.fromMap(new Map(Object.entries(settings)))
  const config = Layer.provide(Config.layer, Layer.setConfigProvider(provider))
  const database = Layer.provide(Client.layer(Embedded.forCommand, 0), config)
  const runtime = ManagedRuntime.make(Layer.provideMerge(Layer.merge(Accounts.layer, SignIn.layer), database))
  return {
    /** A person without any data, whose days begin at midnight in this timezone. */
    newPerson: (timezone = "UTC", { name = "Somebody", ...more }: Partial<Parameters<typeof createUser>[0]> = {}) =>
      runtime.runPromise(createUser({ ...newUser(name, Timezone.make(timezone)), ...more })),
    /** A token of a person, with which it may do everything. */
    newToken: async (userId: UserId) =>
      (await runtime.runPromise(createToken({ userId, name: "Test", environment: "test", expiresAt: null }))).token,
    /** Gives a person ten years in which all was recorded, up to `day`. */
    liveTenYears: (userId: UserId, day: string) =>
      runtime.runPromise(
        Effect.flatMap(SqlClient.SqlClient, (sql) =>
          Effect.forEach(statementsOf(userId, day, { days: 3653, workouts: 3400 }), (each) => sql.unsafe(each))
        )
      ),
    /** A link that signs somebody in, once. */
    newLink: async (userId: UserId) => (await runtime.runPromise(createLoginLink(userId, origin))).url,
    [Symbol.asyncDispose]: () => runtime.dispose()
  }
}
