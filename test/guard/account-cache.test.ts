import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { DateTime, Effect } from "effect"
import { createToken } from "../../src/accounts/accounts.ts"
import { AccountStore } from "../../src/accounts/store.ts"
import { makeService, NOON, type Service } from "../support/app.ts"
import { storeSets } from "../support/stores.ts"

const later = (millis: number) => new Date(Date.parse(NOON) + millis).toISOString()

for (const { name, layer } of storeSets) {
  describe(`what is remembered of an account (${name})`, () => {
    let service: Service
    beforeAll(async () => {
      service = await makeService(layer, { accountCacheMillis: 900 })
    }, 60_000)
    afterAll(() => service.stop())

    /** A user with a token that expires after `millis`, and what a call with it is answered. */
    const fresh = async (millis: number) => {
      await service.setTime(NOON)
      const { id } = await service.person()
      const expiresAt = DateTime.unsafeMake(later(millis))
      const { token, tokenId } = await service.run(
        createToken({ userId: id, name: "test", environment: "test", expiresAt })
      )
      const status = async () =>
        (await service.fetch("/v1/me", { headers: { authorization: `Bearer ${token}` } })).status
      return { id, tokenId, status }
    }
    const accounts = <A, E>(use: (store: AccountStore["Type"]) => Effect.Effect<A, E>) =>
      service.run(Effect.flatMap(AccountStore, use))

    test("a revoked token is refused within a second, for good", async () => {
      const { tokenId, status } = await fresh(60_000)
      expect(await status()).toBe(200)
      await accounts((store) => store.revokeToken(tokenId, DateTime.unsafeMake(NOON)))
      await service.setTime(later(900))
      expect(await status()).toBe(401)
      await service.setTime(later(1000))
      expect(await status()).toBe(401)
    })

    test("an expired token is refused at that very instant", async () => {
      const { status } = await fresh(500)
      expect(await status()).toBe(200)
      await service.setTime(later(499))
      expect(await status()).toBe(200)
      await service.setTime(later(500))
      expect(await status()).toBe(401)
    })

    test("a plan that ends is noticed within a second, and at its own end at that very instant", async () => {
      const { id, status } = await fresh(60_000)
      const user = await accounts((store) => store.findUser(id))
      await accounts((store) => store.saveUser({ ...user, accessUntil: DateTime.unsafeMake(later(400)) }))
      expect(await status()).toBe(200)
      await service.setTime(later(400))
      expect(await status()).toBe(403)
      await accounts((store) => store.saveUser({ ...user, accessUntil: null }))
      await service.setTime(later(1300))
      expect(await status()).toBe(200)
      await accounts((store) => store.saveUser({ ...user, plan: "free" }))
      await service.setTime(later(2200))
      expect(await status()).toBe(403)
    })
  })
}
