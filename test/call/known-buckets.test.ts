import { describe, expect, test } from "bun:test"
import { Effect, Layer } from "effect"
import fc from "fast-check"
import { type Buckets, fullBuckets, takeFrom } from "../../src/call/buckets.ts"
import { RateLimiter, RateLimitStore, layer as rateLimits } from "../../src/call/rate-limit.ts"
import { AppConfig } from "../../src/config.ts"
import type { RateLimited } from "../../src/contract/errors.ts"
import type { Allowance } from "../../src/contract/handler/limits.ts"
import { dayOf, limitsOf, Timezone, type User } from "../../src/contract/handler/user.ts"
import { newUser } from "../../src/features/accounts/accounts.ts"
import { isAhead } from "../../src/values/clock.ts"
import { UserId } from "../../src/values/ids.ts"
import { settings } from "../support/settings.ts"

const NOON = Date.parse("2026-03-14T12:00:00Z")

interface Counted {
  readonly allowance: Allowance
  readonly refused: RateLimited | undefined
}

/** A limiter on a store that counts its queries, and that other processes may charge too. */
const setUp = async (ownLimits: User["ownLimits"]) => {
  const user = { ...newUser("Test", Timezone.make("UTC")), id: UserId.make("usr_0000000000000000"), ownLimits }
  const state = { asked: 0, revision: 0, isAway: false, kept: undefined as Buckets | undefined }
  const store = RateLimitStore.of({
    find: () => Effect.succeed(state.kept),
    carried: () => undefined,
    take: (_userId, revision, taking) =>
      Effect.suspend(() => {
        state.asked++
        if (state.isAway) return Effect.dieMessage("The store is away")
        if (revision !== state.revision) return Effect.succeed(undefined)
        const taken = takeFrom(state.kept ?? fullBuckets(taking), taking)
        state.kept = taken.buckets
        return Effect.succeed(taken)
      })
  })
  const limiter = await Effect.runPromise(
    Effect.provide(
      RateLimiter,
      rateLimits.pipe(
        Layer.provide(Layer.succeed(RateLimitStore, store)),
        Layer.provide(Layer.succeed(AppConfig, settings))
      )
    )
  )
  const call = (access: "read" | "write", now: number, revision = state.revision) =>
    Effect.runPromise(
      Effect.match(
        Effect.flatMap(limiter.charge({ user, revision }, access, now), ({ allowance }) => allowance),
        {
          onFailure: ({ spent }): Counted | undefined =>
            spent && { allowance: spent.allowance, refused: spent.refusal },
          onSuccess: (allowance): Counted | undefined => ({ allowance, refused: undefined })
        }
      )
    )
  const takingOf = (access: "read" | "write", now: number) => ({
    access,
    now,
    day: dayOf(user, now),
    limits: limitsOf(user, settings.limits)
  })
  /** What the store would answer. */
  const truth = (access: "read" | "write", now: number) => {
    const taking = takingOf(access, now)
    return takeFrom(state.kept ?? fullBuckets(taking), taking)
  }
  /** Another process lets a call through. */
  const elsewhere = (access: "read" | "write", now: number) => {
    state.kept = truth(access, now).buckets
  }
  return { state, call, truth, elsewhere }
}

const isRefused = (outcome: Counted | undefined) => outcome?.refused !== undefined

describe("a cached refusal applies", () => {
  test("until the bucket refills: it costs no query, and a retry at the reported instant succeeds", async () => {
    const { state, call } = await setUp({ readsBurst: 2, readsPerMinute: 120 })
    expect([isRefused(await call("read", NOON)), isRefused(await call("read", NOON))]).toEqual([false, false])
    const { asked } = state
    for (const after of [0, 100, 499]) {
      const outcome = await call("read", NOON + after)
      expect(outcome?.refused?.details).toEqual({ retryAfterSeconds: 1, bucket: "reads.perMinute", limit: 120 })
      expect(outcome?.allowance.reads).toBe(0)
    }
    expect(state.asked).toBe(asked)
    expect(isRefused(await call("read", NOON + 500))).toBe(false)
    expect(state.asked).toBe(asked + 1)
  })

  test("for at most a second, because the store may have been emptied meanwhile", async () => {
    const { state, call } = await setUp({ writesBurst: 1, writesPerMinute: 0 })
    await call("write", NOON)
    expect(isRefused(await call("write", NOON + 999))).toBe(true)
    state.kept = undefined
    expect(isRefused(await call("write", NOON + 1000))).toBe(false)
  })

  test("in a first burst too: no more calls query the store than a full bucket holds", async () => {
    const { state, call } = await setUp({ readsBurst: 20, readsPerMinute: 0 })
    const outcomes = await Promise.all(Array.from({ length: 60 }, () => call("read", NOON)))
    expect(outcomes.filter((outcome) => !isRefused(outcome))).toHaveLength(20)
    expect(state.asked).toBe(20)
  })

  test("while one call queries the store again, others do not", async () => {
    const { state, call } = await setUp({ readsBurst: 1, readsPerMinute: 60 })
    await call("read", NOON)
    const { asked } = state
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => call("read", NOON + 1000)))
    expect(outcomes.filter((outcome) => !isRefused(outcome))).toHaveLength(1)
    expect(state.asked).toBe(asked + 1)
  })

  test("not for reads when writes are used up, and it reports what is left", async () => {
    const { call } = await setUp({ readsBurst: 5, writesBurst: 1, writesPerMinute: 0 })
    await call("write", NOON)
    expect(isRefused(await call("read", NOON))).toBe(false)
    const refused = await call("write", NOON)
    expect([isRefused(refused), refused?.allowance.reads, refused?.allowance.writes]).toEqual([true, 4, 0])
  })

  test("not under another revision of the account", async () => {
    const { state, call } = await setUp({ readsBurst: 1, readsPerMinute: 0 })
    await call("read", NOON)
    expect(isRefused(await call("read", NOON))).toBe(true)
    state.revision = 1
    state.kept = undefined
    expect(isRefused(await call("read", NOON))).toBe(false)
    expect(await call("read", NOON, 0)).toBeUndefined()
  })

  test("not after a failure of the store: a call that was not charged delays no other", async () => {
    const { state, call } = await setUp({ readsBurst: 1, readsPerMinute: 60 })
    await call("read", NOON)
    state.isAway = true
    await expect(call("read", NOON + 1000)).rejects.toThrow()
    state.isAway = false
    expect(isRefused(await call("read", NOON + 1000))).toBe(false)
  })

  test("even when many calls fail at once: calls that are refused meanwhile do not query", async () => {
    const { state, call } = await setUp({ readsBurst: 5, readsPerMinute: 0 })
    state.isAway = true
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => call("read", NOON)))
    expect(outcomes.filter(({ status }) => status === "rejected").length).toBeGreaterThanOrEqual(5)
    state.isAway = false
    const { asked } = state
    const later = await Promise.all(Array.from({ length: 20 }, () => call("read", NOON)))
    expect(later.filter((outcome) => !isRefused(outcome))).toHaveLength(5)
    expect(state.asked).toBe(asked + 5)
  })

  test("a flood of refusals is answered slowly", async () => {
    const { call } = await setUp({ readsBurst: 1, readsPerMinute: 0 })
    await call("read", NOON)
    // Measured from the first call on, so that a pause of the process between two calls counts like a delay.
    const start = performance.now()
    await Promise.all(Array.from({ length: 100 }, () => call("read", NOON)))
    expect(performance.now() - start).toBeGreaterThan(200)
  })

  test("over any sequence of calls, here and in other processes, the store would have decided the same", async () => {
    const steps = fc.array(
      fc.record({
        wait: fc.oneof(
          fc.constant(0),
          fc.integer({ min: 0, max: 1500 }),
          fc.constantFrom(1, -1, 4, -4).map((days) => days * 12 * 60 * 60 * 1000)
        ),
        access: fc.constantFrom("read" as const, "write" as const),
        isElsewhere: fc.boolean()
      }),
      { maxLength: 60 }
    )
    const limits = fc.record({
      readsBurst: fc.integer({ min: 0, max: 4 }),
      readsPerMinute: fc.integer({ min: 0, max: 240 }),
      writesBurst: fc.integer({ min: 0, max: 4 }),
      writesPerMinute: fc.integer({ min: 0, max: 240 }),
      writesPerDay: fc.integer({ min: 0, max: 6 })
    })
    await fc.assert(
      fc.asyncProperty(limits, steps, async (limits, steps) => {
        const { call, truth, elsewhere } = await setUp(limits)
        let now = NOON
        const latest = { here: NOON, elsewhere: NOON }
        let wasSetBack = false
        for (const { wait, access, isElsewhere } of steps) {
          now += wait
          // The clocks of two processes are far apart. The one that is ahead refills the buckets, and the other learns of it
          // within a second.
          wasSetBack ||= isAhead(latest.elsewhere, now) || (isElsewhere && isAhead(latest.here, now))
          const process = isElsewhere ? "elsewhere" : "here"
          latest[process] = Math.max(latest[process], now)
          if (isElsewhere) elsewhere(access, now)
          else {
            const { allowed } = truth(access, now)
            const refused = isRefused(await call(access, now))
            if (!allowed || !wasSetBack) expect(refused).toBe(!allowed)
          }
        }
      })
    )
  })
})
