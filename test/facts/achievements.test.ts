import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { DateTime, Effect, Layer, ManagedRuntime } from "effect"
import fc from "fast-check"
import { AppConfig } from "../../src/config.ts"
import { NOTHING_DUE } from "../../src/contract/handler/charge.ts"
import { Timezone } from "../../src/contract/handler/user.ts"
import { Achievements } from "../../src/facts/achievements.ts"
import {
  type BadgeId,
  badgeIds,
  DIARY_BADGE_ENTRIES,
  STEPS_BADGE_STEPS,
  STREAK_BADGES,
  WORKOUTS_BADGE_WORKOUTS
} from "../../src/facts/model.ts"
import { createUser, newUser } from "../../src/features/accounts/accounts.ts"
import { BodyMetricStore } from "../../src/features/body-metrics/store.ts"
import type { DiaryEntry } from "../../src/features/diary/model.ts"
import { DiaryStore } from "../../src/features/diary/store.ts"
import type { Workout } from "../../src/features/workouts/model.ts"
import { WorkoutStore } from "../../src/features/workouts/store.ts"
import { ActivityDay, plusDays } from "../../src/values/activity-day.ts"
import type { UserId } from "../../src/values/ids.ts"
import { settings } from "../support/settings.ts"
import { inMemory, storeSets } from "../support/stores.ts"

const TODAY = ActivityDay.make("2026-03-14")
const METRICS = ["weight", "body_fat", "steps"] as const
type Metric = (typeof METRICS)[number]

/** Milliseconds that creating a database may take, including its catalogues. */
const START_TIMEOUT = 120_000

const noKey = { output: undefined, key: undefined, at: 0 }
const nothing = { calories: 0, protein: 0, carbs: 0, fat: 0, alcohol: 0 }

const entryOn = (id: string, date: ActivityDay): DiaryEntry => ({
  id,
  date,
  mealType: "lunch",
  servings: 1,
  food: { id: "food_sr28_01123", kind: "food", name: "Egg", brandName: null },
  serving: null,
  perServing: nothing,
  createdAt: DateTime.unsafeMake(0)
})

const workoutOn = (date: ActivityDay): Omit<Workout, "id"> => ({
  date,
  name: "Run",
  durationSeconds: null,
  notes: null,
  exercises: [],
  estimatedCalories: null,
  appCalories: null,
  startTime: null,
  endTime: null
})

/** Changes to one user's facts, directly on the stores; items are numbered in the order in which they were added. */
const actionsOn = (store: (typeof storeSets)[number]) => {
  const runtime = ManagedRuntime.make(store.reused.pipe(Layer.provide(Layer.succeed(AppConfig, settings))))
  const person = () => runtime.runPromise(createUser(newUser("Test", Timezone.make("UTC"))))
  const of = (userId: UserId) => {
    const run = runtime.runPromise
    const ids: { readonly entries: Array<string>; readonly workouts: Array<string> } = { entries: [], workouts: [] }
    const nth = (held: ReadonlyArray<string>, index: number) => held[index % held.length] ?? "none"
    return {
      set: (today: ActivityDay, metric: Metric, readings: ReadonlyArray<{ date: ActivityDay; value: number }>) =>
        run(
          Effect.flatMap(BodyMetricStore, (readingsOf) => readingsOf.set(NOTHING_DUE, userId, today, metric, readings))
        ),
      removeReading: (today: ActivityDay, metric: Metric, date: ActivityDay) =>
        run(Effect.flatMap(BodyMetricStore, (readings) => readings.delete(userId, today, metric, date))),
      eat: (today: ActivityDay, date: ActivityDay, many = 1) =>
        run(
          Effect.gen(function* () {
            const diary = yield* DiaryStore
            for (let n = 0; n < many; n++) {
              const id = `entry ${ids.entries.push(`entry ${ids.entries.length}`) - 1}`
              yield* diary.add(NOTHING_DUE, userId, today, entryOn(id, date), noKey)
            }
          })
        ),
      moveEntry: (today: ActivityDay, index: number, date: ActivityDay) =>
        run(Effect.flatMap(DiaryStore, (diary) => diary.update(userId, today, nth(ids.entries, index), { date }))),
      removeEntry: (today: ActivityDay, index: number) =>
        run(Effect.flatMap(DiaryStore, (diary) => diary.delete(userId, today, nth(ids.entries, index)))),
      train: (today: ActivityDay, date: ActivityDay, many = 1) =>
        run(
          Effect.gen(function* () {
            const workouts = yield* WorkoutStore
            for (let n = 0; n < many; n++) {
              const id = `workout ${ids.workouts.push(`workout ${ids.workouts.length}`) - 1}`
              yield* workouts.add(userId, today, { id, ...workoutOn(date) }, 0, noKey)
            }
          })
        ),
      moveWorkout: (today: ActivityDay, index: number, date: ActivityDay, revision: number) =>
        run(
          Effect.flatMap(WorkoutStore, (workouts) =>
            workouts.replace(userId, today, { id: nth(ids.workouts, index), ...workoutOn(date) }, revision)
          )
        ),
      removeWorkout: (today: ActivityDay, index: number, revision: number) =>
        run(
          Effect.flatMap(WorkoutStore, (workouts) => workouts.delete(userId, today, nth(ids.workouts, index), revision))
        ),
      summary: (today: ActivityDay) =>
        run(Effect.flatMap(Achievements, (achievements) => achievements.summary(NOTHING_DUE, userId, today))).then(
          ({ value }) => value
        )
    }
  }
  return { newUser: async () => of(await person()), stop: () => runtime.dispose() }
}

type Actions = ReturnType<typeof actionsOn>
type OneUser = Awaited<ReturnType<Actions["newUser"]>>

/** From some months before today to a few days after it; most are close to it, so that facts fall on the same days. */
const day = fc
  .oneof(
    { weight: 4, arbitrary: fc.integer({ min: -12, max: 4 }) },
    { weight: 1, arbitrary: fc.integer({ min: -130, max: 4 }) }
  )
  .map((away) => plusDays(TODAY, away))
const index = fc.nat({ max: 200 })
const many = fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.constantFrom(49, 50, 99) })
const metric = fc.constantFrom(...METRICS)
const value = fc.constantFrom(STEPS_BADGE_STEPS - 1, STEPS_BADGE_STEPS)
const distinctDays = fc.uniqueArray(day, { minLength: 1, maxLength: 5 })
const stretch = fc
  .tuple(day, fc.constantFrom(3, 6, 7, 29, 30, 100))
  .map(([first, days]) => Array.from({ length: days }, (_, n) => plusDays(first, n)))

type Step = (user: OneUser, today: ActivityDay) => Promise<unknown>

/** A step with a name that a counterexample can show. */
const named = <A extends ReadonlyArray<unknown>>(name: string, given: fc.Arbitrary<A>, step: (...given: A) => Step) =>
  given.map((given) => ({ name: `${name} ${JSON.stringify(given)}`, step: step(...given), days: 0 }))

const steps = fc.array(
  fc.oneof(
    named("set", fc.tuple(metric, distinctDays, value), (metric, days, value) => (user, today) => {
      const readings = days.map((date) => ({ date, value }))
      return user.set(today, metric, readings)
    }),
    named("set one of a batch to less", fc.tuple(distinctDays), (days) => (user, today) => {
      const readings = days.map((date, at) => ({ date, value: at % 2 === 0 ? 1 : STEPS_BADGE_STEPS }))
      return user.set(today, "steps", readings)
    }),
    named("set a stretch", fc.tuple(metric, stretch), (metric, days) => (user, today) => {
      const readings = days.map((date) => ({ date, value: 1 }))
      return user.set(today, metric, readings)
    }),
    named(
      "remove reading",
      fc.tuple(metric, day),
      (metric, day) => (user, today) => user.removeReading(today, metric, day)
    ),
    named("eat", fc.tuple(day, many), (day, many) => (user, today) => user.eat(today, day, many)),
    named("move entry", fc.tuple(index, day), (index, day) => (user, today) => user.moveEntry(today, index, day)),
    named("remove entry", fc.tuple(index), (index) => (user, today) => user.removeEntry(today, index)),
    named("train", fc.tuple(day, many), (day, many) => (user, today) => user.train(today, day, many)),
    named(
      "move workout",
      fc.tuple(index, day, fc.constantFrom(1, 1, 2)),
      (index, day, revision) => (user, today) => user.moveWorkout(today, index, day, revision)
    ),
    named(
      "remove workout",
      fc.tuple(index, fc.constantFrom(1, 1, 2)),
      (index, revision) => (user, today) => user.removeWorkout(today, index, revision)
    ),
    // A day ends, or the user moves to a timezone where it has not begun.
    fc.constantFrom(-1, 1, 3).map((days) => ({ name: `${days} days later`, step: async () => {}, days }))
  ),
  { minLength: 2, maxLength: 14 }
)

const databases = storeSets.filter(({ name }) => name !== inMemory.name)

for (const database of databases) {
  describe(`streak and badges (${database.name})`, () => {
    let fresh: Actions
    let kept: Actions
    beforeAll(async () => {
      fresh = actionsOn(inMemory)
      kept = actionsOn(database)
      await kept.newUser()
    }, START_TIMEOUT)
    afterAll(() => Promise.all([fresh.stop(), kept.stop()]))

    test("equal, after each change, what memory computes from all facts", async () => {
      await fc.assert(
        fc.asyncProperty(steps, async (steps) => {
          const [one, other] = [await fresh.newUser(), await kept.newUser()]
          let today = TODAY
          for (const { name, step, days } of steps) {
            today = plusDays(today, days)
            const [expected, done] = [await step(one, today), await step(other, today)]
            expect<unknown>([name, done]).toEqual([name, expected])
            for (const later of [0, -1, 2]) {
              const asOf = plusDays(today, later)
              expect([name, asOf, await other.summary(asOf)]).toEqual([name, asOf, await one.summary(asOf)])
            }
          }
        }),
        { numRuns: 25 }
      )
    }, 120_000)
  })
}

for (const store of storeSets) {
  describe(`badges (${store.name})`, () => {
    let actions: Actions
    beforeAll(async () => {
      actions = actionsOn(store)
      await actions.newUser()
    }, START_TIMEOUT)
    afterAll(() => actions.stop())

    const stretchUpTo = (last: ActivityDay, days: number) =>
      Array.from({ length: days }, (_, back) => ({ date: plusDays(last, -back), value: 20 }))
    const yesterday = plusDays(TODAY, -1)
    const streak = (days: number) => ({
      almost: (user: OneUser) => user.set(TODAY, "body_fat", stretchUpTo(yesterday, days - 1)),
      wholly: (user: OneUser) => user.set(TODAY, "body_fat", stretchUpTo(TODAY, 1))
    })
    interface Way {
      readonly almost: (user: OneUser) => Promise<unknown>
      readonly wholly: (user: OneUser) => Promise<unknown>
    }
    /** For each badge, facts that almost earn it, and one that then earns it today. */
    const ways: Readonly<Record<BadgeId, Way>> = {
      first_weigh_in: {
        almost: (user) => user.set(TODAY, "weight", [{ date: plusDays(TODAY, 1), value: 70 }]),
        wholly: (user) => user.set(TODAY, "weight", [{ date: TODAY, value: 70 }])
      },
      streak_7: streak(STREAK_BADGES.streak_7),
      streak_30: streak(STREAK_BADGES.streak_30),
      streak_100: streak(STREAK_BADGES.streak_100),
      streak_365: streak(STREAK_BADGES.streak_365),
      steps_10000: {
        almost: (user) => user.set(TODAY, "steps", [{ date: TODAY, value: STEPS_BADGE_STEPS - 1 }]),
        wholly: (user) => user.set(TODAY, "steps", [{ date: TODAY, value: STEPS_BADGE_STEPS }])
      },
      diary_100: {
        almost: (user) => user.eat(TODAY, yesterday, DIARY_BADGE_ENTRIES - 1),
        wholly: (user) => user.eat(TODAY, TODAY)
      },
      first_workout: {
        almost: (user) => user.train(TODAY, plusDays(TODAY, 1)),
        wholly: (user) => user.train(TODAY, TODAY)
      },
      workouts_100: {
        almost: (user) => user.train(TODAY, yesterday, WORKOUTS_BADGE_WORKOUTS - 1),
        wholly: (user) => user.train(TODAY, TODAY)
      }
    }

    const earnedBy = async (user: OneUser) =>
      Object.fromEntries((await user.summary(TODAY)).badges.map(({ id, earnedOn }) => [id, earnedOn]))

    test("a fact that moves from one end of a streak to the other counts for one of its days, not for both", async () => {
      const first = plusDays(TODAY, -STREAK_BADGES.streak_7 + 1)
      const between = stretchUpTo(yesterday, STREAK_BADGES.streak_7 - 2)
      const [eater, runner] = [await actions.newUser(), await actions.newUser()]
      await eater.set(TODAY, "body_fat", between)
      await eater.eat(TODAY, first)
      await eater.moveEntry(TODAY, 0, TODAY)
      expect(await earnedBy(eater)).toEqual({})
      await runner.set(TODAY, "body_fat", between)
      await runner.train(TODAY, first)
      await runner.moveWorkout(TODAY, 0, TODAY, 1)
      expect(await earnedBy(runner)).toEqual({ first_workout: TODAY })
    })

    test("a batch that removes every day of many steps gives the badge the day that it had before", async () => {
      const user = await actions.newUser()
      const first = plusDays(TODAY, -2)
      const all = (value: number) => [first, yesterday, TODAY].map((date) => ({ date, value }))
      await user.set(TODAY, "steps", all(STEPS_BADGE_STEPS))
      await user.set(TODAY, "steps", all(STEPS_BADGE_STEPS - 1))
      expect(await earnedBy(user)).toEqual({ steps_10000: first })
    })

    test("a badge whose day has come stays, even if its fact is deleted before anything else changes", async () => {
      const user = await actions.newUser()
      const tomorrow = plusDays(TODAY, 1)
      await user.train(TODAY, tomorrow)
      expect(await earnedBy(user)).toEqual({})
      await user.removeWorkout(tomorrow, 0, 1)
      expect(await earnedBy(user)).toEqual({ first_workout: tomorrow })
    })

    for (const id of badgeIds) {
      test(`${id} is earned by exactly what it requires`, async () => {
        const user = await actions.newUser()
        const earned = async () => (await user.summary(TODAY)).badges.find((badge) => badge.id === id)?.earnedOn
        await ways[id].almost(user)
        expect(await earned()).toBeUndefined()
        await ways[id].wholly(user)
        expect(await earned()).toBe(TODAY)
      })
    }
  })
}
