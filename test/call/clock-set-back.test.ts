import { expect, test } from "bun:test"
import { DateTime, Effect } from "effect"
import fc from "fast-check"
import { AccountStore } from "../../src/features/accounts/store.ts"
import { CLOCK_SKEW_MILLIS } from "../../src/values/clock.ts"
import { appsOf, askForTokens, codeForm, connect, newCode, statusWith } from "../annexes/identity/oauth/support.ts"
import { browserOf, linkOf, secretIn, signIn } from "../annexes/page/support.ts"
import { type Failed, failure, NOON, newPerson, overEveryStore, type Person } from "../support/app.ts"

const NOON_MILLIS = Date.parse(NOON)
const DAYS = 86_400_000
const after = (millis: number) => new Date(NOON_MILLIS + millis).toISOString()

const waitOf = ({ code, details }: Failed): number => {
  expect(code).toBe("rate_limited")
  return (details as unknown as { readonly retryAfterSeconds: number }).retryAfterSeconds
}

/** Once the clock is right again, what happened while it was ahead blocks nobody, and expires no later than usual. */
overEveryStore("a clock that was two days ahead", (service) => {
  const setTime = (millis: number) => service().setTime(after(millis))
  const read = (person: Person) => person.rest("list_body_metrics", { metric: "steps" })
  const write = (person: Person) =>
    person.mcp("set_body_metrics", { metric: "steps", readings: [{ value: 1, date: "2026-03-01" }] })

  for (const [name, call, ownLimits] of [
    ["reads", read, { readsBurst: 3, readsPerMinute: 6 }],
    ["writes", write, { writesBurst: 3, writesPerMinute: 6 }]
  ] as const) {
    test(`leaves a user's ${name} to refill from the right time, and the reported wait is enough`, async () => {
      await setTime(2 * DAYS)
      const person = await service().person({ ownLimits })
      expect((await call(person)).ok).toBe(true)
      await setTime(0)
      expect([(await call(person)).ok, (await call(person)).ok]).toEqual([true, true])
      for (let now = 0; now < 60_000; now += 10_000) {
        await setTime(now)
        expect(waitOf(await failure(call(person)))).toBe(10)
        await setTime(now + 10_000)
        expect((await call(person)).ok).toBe(true)
      }
    })
  }

  test("does the same to a user who had used up their limit meanwhile", async () => {
    await setTime(2 * DAYS)
    const person = await service().person({ ownLimits: { readsBurst: 2, readsPerMinute: 6 } })
    for (const ok of [true, true, false]) expect((await read(person)).ok).toBe(ok)
    await setTime(0)
    expect(waitOf(await failure(read(person)))).toBe(10)
    await setTime(10_000)
    expect((await read(person)).ok).toBe(true)
  })

  test("over any steps of a clock, a reported wait is enough, and requests that overtake others refill nothing twice", async () => {
    const steps = fc.array(
      fc.oneof(
        fc.integer({ min: 0, max: 20_000 }),
        fc.integer({ min: -CLOCK_SKEW_MILLIS, max: 0 }),
        fc.constantFrom(2 * DAYS, -2 * DAYS)
      ),
      { minLength: 1, maxLength: 12 }
    )
    let now = 0
    await fc.assert(
      fc.asyncProperty(steps, async (steps) => {
        await setTime(now)
        const person = await service().person({ ownLimits: { readsBurst: 2, readsPerMinute: 6 } })
        for (const step of steps) {
          now += step
          await setTime(now)
          const outcome = await read(person)
          if (outcome.ok) continue
          now += waitOf(outcome.error) * 1000
          await setTime(now)
          expect((await read(person)).ok).toBe(true)
        }
        // Back and forth by no more than requests may be late.
        let allowed = 0
        for (let turn = 0; turn < 10; turn++) {
          await setTime(now + (turn % 2) * (CLOCK_SKEW_MILLIS - 1))
          if ((await read(person)).ok) allowed++
        }
        expect(allowed).toBeLessThanOrEqual(4)
        now += 2 * CLOCK_SKEW_MILLIS
      }),
      // In this example, the clock is set back in two steps, within a second of the last query of the store.
      { numRuns: 12, examples: [[[0, -19_652, -349, 0]]] }
    )
  })

  test("leaves no last use of a token or an app in the future", async () => {
    await setTime(2 * DAYS)
    const person = await newPerson(service())
    const { tokens, refresh } = await connect(service(), person)
    const lastUses = async () => {
      const [token] = await service().run(Effect.flatMap(AccountStore, (store) => store.listTokens(person.id)))
      const [app] = await appsOf(service(), person)
      return [token?.lastUsedAt, app?.lastUsedAt].map((at) => at && DateTime.formatIso(at))
    }
    expect([(await read(person)).ok, await statusWith(service(), tokens.access_token)]).toEqual([true, 200])
    expect(await lastUses()).toEqual([after(2 * DAYS), after(2 * DAYS)])
    await setTime(0)
    const { body } = await refresh(tokens.refresh_token)
    expect([(await read(person)).ok, await statusWith(service(), body.access_token)]).toEqual([true, 200])
    expect(await lastUses()).toEqual([after(0), after(0)])
  })

  test("leaves no access token that lasts longer than an hour; its refresh token still works", async () => {
    await setTime(2 * DAYS)
    const { tokens, refresh } = await connect(service(), await newPerson(service()))
    await setTime(0)
    expect(await statusWith(service(), tokens.access_token)).toBe(401)
    const { body } = await refresh(tokens.refresh_token)
    expect(await statusWith(service(), body.access_token)).toBe(200)
    await setTime(3_600_000)
    expect(await statusWith(service(), body.access_token)).toBe(401)
  })

  test("leaves no code of an app that outlives a minute, and no replaced refresh token that is accepted for days", async () => {
    await setTime(2 * DAYS)
    const person = await newPerson(service())
    const { clientId, tokens, refresh } = await connect(service(), person)
    const code = await newCode(service(), person, clientId)
    expect((await refresh(tokens.refresh_token)).status).toBe(200)
    await setTime(0)
    expect((await askForTokens(service(), codeForm(clientId, code))).body.error).toBe("invalid_grant")
    expect((await refresh(tokens.refresh_token)).body.error).toBe("invalid_grant")
    expect(await appsOf(service(), person)).toEqual([])
  })

  test("leaves no login link that outlives a quarter of an hour", async () => {
    await setTime(2 * DAYS)
    const person = await newPerson(service())
    const [late, used] = [await linkOf(service(), person), await linkOf(service(), person)]
    const open = async (link: string) =>
      (await browserOf(service()).post("/app/login", { link: secretIn(link) })).status
    expect(await open(used)).toBe(303)
    await setTime(0)
    expect(await open(late)).toBe(403)
    expect(await open(await linkOf(service(), person))).toBe(303)
  })

  test("leaves no session that lasts longer than 30 days from now", async () => {
    await setTime(2 * DAYS)
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    await setTime(0)
    const { status, headers } = await browser.get("/app")
    expect([status, headers.getSetCookie().length]).toEqual([200, 1])
    await setTime(30 * DAYS)
    expect((await browser.get("/app")).headers.get("location")).toBe("/app/sign-in")
  })
})
