import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { Timezone } from "../../src/contract/handler/user.ts"
import { createToken } from "../../src/features/accounts/accounts.ts"
import { AccountStore } from "../../src/features/accounts/store.ts"
import { makeService, NOON, type Service } from "../support/app.ts"
import { inMemory, storeSets } from "../support/stores.ts"

const later = (millis: number) => new Date(Date.parse(NOON) + millis).toISOString()

test("a token is looked up once, however its header is written", async () => {
  let lookUps = 0
  const counting = Layer.map(inMemory.layer, (stores) => {
    const accounts = Context.get(stores, AccountStore)
    const findToken: typeof accounts.findToken = (userId, hash) => {
      lookUps++
      return accounts.findToken(userId, hash)
    }
    return Context.add(stores, AccountStore, { ...accounts, findToken })
  })
  const service = await makeService(counting, { accountCacheMillis: 900 })
  const { token } = await service.person()
  const statusWith = async (authorization: string) =>
    (await service.fetch("/v1/me", { headers: { authorization } })).status
  const headers = [`Bearer ${token}`, `bearer ${token}`, `BEARER ${token}`, `Bearer    ${token}`]
  expect(await Promise.all(headers.map(statusWith))).toEqual([200, 200, 200, 200])
  for (const header of headers) expect(await statusWith(header)).toBe(200)
  expect(lookUps).toBe(1)
  await service.stop()
})

for (const { name, reused } of storeSets) {
  describe(`the account cache (${name})`, () => {
    let service: Service
    beforeAll(async () => {
      service = await makeService(reused, { accountCacheMillis: 900 })
    }, 60_000)
    afterAll(() => service.stop())

    /** A user with a token that expires after `millis`, and functions that make calls with it. */
    const fresh = async (millis: number) => {
      await service.setTime(NOON)
      const { id } = await service.person()
      const expiresAt = DateTime.unsafeMake(later(millis))
      const { token, tokenId } = await service.run(
        createToken({ userId: id, name: "test", environment: "test", expiresAt })
      )
      const authorization = `Bearer ${token}`
      const json = { authorization, "content-type": "application/json", accept: "application/json, text/event-stream" }
      const me = () => service.fetch("/v1/me", { headers: { authorization } })
      const context = async () => (await me()).json()
      const put = (body: string) => service.fetch("/v1/body-metrics", { method: "PUT", headers: json, body })
      const log = async () =>
        (await put(JSON.stringify({ metric: "weight", readings: [{ value: 70, unit: "kg" }] }))).status
      const mcp = async (message: Record<string, unknown>) => {
        const body = JSON.stringify({ jsonrpc: "2.0", id: 1, ...message })
        const response = await service.fetch("/v1/mcp", { method: "POST", headers: json, body })
        const answer = (await response.json()) as {
          readonly result?: {
            readonly _meta?: { readonly "fettle/error"?: { readonly error: { readonly code: string } } }
          }
        }
        return { status: response.status, code: answer.result?._meta?.["fettle/error"]?.error.code }
      }
      return {
        id,
        tokenId,
        context,
        put,
        log,
        mcp,
        status: async () => (await me()).status,
        remaining: async () =>
          ((await context()) as { limits: { reads: { remaining: number } } }).limits.reads.remaining
      }
    }
    const accounts = <A, E>(use: (store: AccountStore["Type"]) => Effect.Effect<A, E>) =>
      service.run(Effect.flatMap(AccountStore, use))

    test("a revoked token is refused at the very next call, and from then on", async () => {
      const { tokenId, status } = await fresh(60_000)
      expect(await status()).toBe(200)
      await accounts((store) => store.revokeToken(tokenId, DateTime.unsafeMake(NOON)))
      expect(await status()).toBe(401)
      await service.setTime(later(1000))
      expect(await status()).toBe(401)
    })

    test("a token revoked seconds after its last call is refused, and a change of units is visible", async () => {
      const { id, tokenId, status, context, mcp } = await fresh(60_000)
      expect(await status()).toBe(200)
      await service.setTime(later(5000))
      await accounts((store) =>
        Effect.flatMap(store.findUser(id), (user) => store.saveUser({ ...user, distanceUnit: "mi" }))
      )
      expect(await context()).toMatchObject({ units: { distance: "mi" } })
      await service.setTime(later(8000))
      await accounts((store) => store.revokeToken(tokenId, DateTime.unsafeMake(later(8000))))
      expect((await mcp({ method: "tools/list" })).status).toBe(401)
      expect(await status()).toBe(401)
    })

    test("a token's last use is recorded to the minute, which does not change the account", async () => {
      const { id, tokenId, status } = await fresh(3_600_000)
      const stored = async () => {
        const token = (await accounts((store) => store.listTokens(id))).find((token) => token.id === tokenId)
        if (token === undefined) throw new Error("The token is gone")
        const found = Option.getOrThrow(await accounts((store) => store.findToken(id, token.hash)))
        return [found.account.revision, token.lastUsedAt && DateTime.formatIso(token.lastUsedAt)] as const
      }
      const [revision, unused] = await stored()
      expect(unused).toBeNull()
      for (const [millis, noted] of [
        [0, 0],
        [49_000, 0],
        [60_000, 60_000]
      ] as const) {
        await service.setTime(later(millis))
        expect(await status()).toBe(200)
        expect(await stored()).toEqual([revision, later(noted)])
      }
      await accounts((store) => store.revokeToken(tokenId, DateTime.unsafeMake(later(60_000))))
      await service.setTime(later(180_000))
      expect(await status()).toBe(401)
      expect((await stored())[1]).toBe(later(60_000))
    })

    test("calls over MCP are refused too, and within a second if they are not charged", async () => {
      const { tokenId, mcp } = await fresh(60_000)
      const call = { method: "tools/call", params: { name: "get_context", arguments: {} } }
      expect(await mcp(call)).toMatchObject({ status: 200, code: undefined })
      await accounts((store) => store.revokeToken(tokenId, DateTime.unsafeMake(NOON)))
      expect(await mcp(call)).toMatchObject({ status: 401 })
      await service.setTime(later(900))
      expect(await mcp({ method: "tools/list" })).toMatchObject({ status: 401 })
    })

    test("changed limits apply from the next call on, which is charged once", async () => {
      const { id, status, remaining } = await fresh(60_000)
      const change = (readsBurst: number) =>
        accounts((store) =>
          Effect.flatMap(store.findUser(id), (user) =>
            store.saveUser({ ...user, ownLimits: { readsBurst, readsPerMinute: 60 } })
          )
        )
      await change(5)
      expect(await remaining()).toBe(4)
      await change(3)
      expect(await remaining()).toBe(2)
      expect(await remaining()).toBe(1)
      await change(0)
      expect(await status()).toBe(429)
    })

    test("a body is read once, even if the account has changed since the last call", async () => {
      const { id, put, log, context } = await fresh(60_000)
      const change = (bodyWeightUnit: "kg" | "lb") =>
        accounts((store) => Effect.flatMap(store.findUser(id), (user) => store.saveUser({ ...user, bodyWeightUnit })))
      expect(await log()).toBe(200)
      const refused = async () => {
        const { error } = (await (await put("{")).json()) as { readonly error: { readonly details: unknown } }
        return error.details
      }
      const before = await refused()
      await change("lb")
      expect(await refused()).toEqual(before)
      await change("kg")
      expect(await log()).toBe(200)
      expect(await context()).toMatchObject({ latest: { weight: { value: 70, unit: "kg" } } })
    })

    test("raised limits and a revocation apply within a second to a user who is being refused", async () => {
      const { id, tokenId, status } = await fresh(60_000)
      const user = await accounts((store) => store.findUser(id))
      await accounts((store) => store.saveUser({ ...user, ownLimits: { readsBurst: 1, readsPerMinute: 0 } }))
      expect([await status(), await status()]).toEqual([200, 429])
      await accounts((store) => store.saveUser({ ...user, ownLimits: { readsBurst: 2, readsPerMinute: 60 } }))
      await service.setTime(later(999))
      expect(await status()).toBe(429)
      await service.setTime(later(1000))
      expect([await status(), await status()]).toEqual([200, 429])
      await accounts((store) => store.revokeToken(tokenId, DateTime.unsafeMake(NOON)))
      await service.setTime(later(2000))
      expect(await status()).toBe(401)
    })

    test("a changed timezone and unit apply to the next call", async () => {
      const { id, context } = await fresh(60_000)
      expect(await context()).toMatchObject({ timezone: "UTC", units: { bodyWeight: "kg" } })
      const timezone = Timezone.make("Pacific/Kiritimati")
      const user = await accounts((store) => store.findUser(id))
      await accounts((store) => store.saveUser({ ...user, timezone, bodyWeightUnit: "lb" }))
      expect(await context()).toMatchObject({
        timezone,
        units: { bodyWeight: "lb" },
        activityDay: "2026-03-15",
        weekday: "sun"
      })
    })

    test("logging does not change the account", async () => {
      const { status, log } = await fresh(60_000)
      expect(await log()).toBe(200)
      expect(await log()).toBe(200)
      expect(await status()).toBe(200)
    })

    test("a deleted user is refused at the next call", async () => {
      const { id, status } = await fresh(60_000)
      expect(await status()).toBe(200)
      await accounts((store) => store.deleteUser(id))
      expect(await status()).toBe(401)
    })

    test("an expired token is refused from that very instant on", async () => {
      const { status } = await fresh(500)
      expect(await status()).toBe(200)
      await service.setTime(later(499))
      expect(await status()).toBe(200)
      await service.setTime(later(500))
      expect(await status()).toBe(401)
    })

    test("a plan that ends or begins is noticed at the next call, and its own expiry at that very instant", async () => {
      const { id, status } = await fresh(60_000)
      const user = await accounts((store) => store.findUser(id))
      await accounts((store) => store.saveUser({ ...user, accessUntil: DateTime.unsafeMake(later(400)) }))
      expect(await status()).toBe(200)
      await service.setTime(later(400))
      expect(await status()).toBe(403)
      await accounts((store) => store.saveUser({ ...user, accessUntil: null }))
      expect(await status()).toBe(200)
      await accounts((store) => store.saveUser({ ...user, plan: "free" }))
      expect(await status()).toBe(403)
      await accounts((store) => store.saveUser({ ...user, plan: "paid" }))
      expect(await status()).toBe(200)
    })
  })
}
