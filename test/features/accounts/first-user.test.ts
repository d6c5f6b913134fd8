import { expect, test } from "bun:test"
import { Effect, Exit, Option } from "effect"
import { Timezone } from "../../../src/contract/handler/user.ts"
import { createUser, newUser } from "../../../src/features/accounts/accounts.ts"
import { AccountStore } from "../../../src/features/accounts/store.ts"
import { overEveryStore } from "../../support/app.ts"

overEveryStore("the first user", (service) => {
  const first = (then: Effect.Effect<void>) =>
    Effect.flatMap(AccountStore, (accounts) =>
      accounts.ifNoUsers(Effect.zipLeft(createUser(newUser("First", Timezone.make("UTC"))), then))
    )
  const users = Effect.flatMap(AccountStore, (accounts) => accounts.listUsers)

  test("is created completely or not at all, and by only one of concurrent starts", async () => {
    const failed = await service().run(Effect.exit(first(Effect.dieMessage("The token could not be made"))))
    expect(Exit.isFailure(failed)).toBe(true)
    expect(await service().run(users)).toEqual([])

    const made = await Promise.all(Array.from({ length: 6 }, () => service().run(first(Effect.void))))
    const ids = made.flatMap(Option.toArray)
    expect(ids).toHaveLength(1)
    expect((await service().run(users)).map(({ id }) => id)).toEqual(ids)
    expect(await service().run(first(Effect.void))).toEqual(Option.none())
  })
})
