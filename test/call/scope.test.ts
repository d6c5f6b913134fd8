import { afterAll, beforeAll, expect, test } from "bun:test"
import { Effect, Layer, Logger, LogLevel, ManagedRuntime, TestContext } from "effect"
import { operations } from "../../src/api.ts"
import * as App from "../../src/app.ts"
import type { Identity, Scope } from "../../src/call/identity.ts"
import { Pipeline } from "../../src/call/pipeline.ts"
import { AppConfig } from "../../src/config.ts"
import { Timezone } from "../../src/contract/handler/user.ts"
import { createUser, newUser } from "../../src/features/accounts/accounts.ts"
import { AccountStore } from "../../src/features/accounts/store.ts"
import * as Storage from "../../src/storage.ts"
import { settings } from "../support/app.ts"

const runtime = ManagedRuntime.make(
  App.layer.pipe(
    Layer.provideMerge(Storage.memory),
    Layer.provideMerge(Layer.succeed(AppConfig, settings)),
    Layer.provideMerge(TestContext.TestContext),
    Layer.provideMerge(Logger.minimumLogLevel(LogLevel.None))
  )
)
afterAll(() => runtime.dispose())

let identityWith: (scopes: ReadonlyArray<Scope>) => Identity
beforeAll(async () => {
  const user = await runtime.runPromise(
    Effect.gen(function* () {
      const id = yield* createUser(newUser("Scoped", Timezone.make("UTC")))
      return yield* (yield* AccountStore).findUser(id)
    })
  )
  identityWith = (scopes) => {
    const identity: Identity = {
      account: { user, revision: 0 },
      scopes: new Set(scopes),
      refresh: () => Effect.succeed(identity),
      recheck: () => Effect.succeed(identity)
    }
    return identity
  }
})

const call = (operation: string, scopes: ReadonlyArray<Scope>) =>
  runtime.runPromise(
    Effect.flatMap(Pipeline, ({ run }) =>
      run(
        {
          operation,
          identity: identityWith(scopes),
          input: Effect.succeed({}),
          form: "json",
          idempotencyKey: undefined
        },
        { requestId: "req_test", at: 0 }
      )
    )
  )

test.each(operations)("$name needs the scope of its access, whoever calls", async ({ name, access }) => {
  const other = access === "read" ? "write" : "read"
  const refused = await call(name, [other])
  expect(refused.outcome.failure).toMatchObject({ _tag: "unauthorized" })
  expect(refused.outcome.failure?.message).toContain(`fettle:${access}`)
  expect(refused.outcome.allowance).toBeUndefined()
  expect((await call(name, [access])).outcome.failure?._tag).not.toBe("unauthorized")
})
