import { Clock, Effect, Fiber, Layer, Option, Schedule } from "effect"
import { AppConfig } from "../../../config.ts"
import { type LookedUp, PackagedFoods } from "../../../features/food-search/packaged.ts"
import { FoodCatalogue } from "../../../features/foods/store.ts"
import { inOwnTime, renewDeadline } from "../../../platform/database/work.ts"
import type { Barcode } from "../../../values/barcode.ts"
import { askApi } from "./api.ts"
import { makeAskers } from "./askers.ts"
import { type LookupState, LookupStore } from "./store.ts"

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** For how many milliseconds an answer is kept. While somebody is `asking`, it is longer than an answer may take. */
const KEPT_MILLIS = {
  asking: 5000,
  known: 30 * DAY,
  unknown: DAY,
  incomplete: DAY,
  failed: MINUTE
} as const satisfies Record<LookupState, number>

/** Open Food Facts allows 15 reads a minute from one address. */
const RATE = { most: 15, within: MINUTE }

const OUTCOMES = {
  asking: "unreachable",
  known: "stored",
  unknown: "unknown",
  incomplete: "incomplete",
  failed: "unreachable"
} as const satisfies Record<LookupState, LookedUp>

/** How often a process looks whether another has the answer. Waiting takes real time, even if the clock stands still. */
const LOOK_AGAIN = Schedule.intersect(Schedule.spaced("200 millis"), Schedule.recurs(20))
const realClock = Clock.make()

const makeLookUp = (server: URL) =>
  Effect.gen(function* () {
    const store = yield* LookupStore
    const catalogue = yield* FoodCatalogue
    const askers = makeAskers()
    const underWay = new Map<Barcode, Fiber.Fiber<LookedUp>>()

    const ask = Effect.fnUntraced(function* (barcode: Barcode, isInCatalogue: boolean) {
      const answer = yield* Effect.promise(() => askApi(server, barcode))
      if (answer === "failed") yield* Effect.logWarning(`${server.host} did not answer a look-up of a barcode`)
      const answered = typeof answer === "string" ? answer : "known"
      if (typeof answer !== "string") yield* catalogue.put([answer])
      // A food that the catalogue has stays there, whatever has become of it.
      const state = isInCatalogue ? "known" : answered
      yield* store.end(barcode, { state, freshUntil: (yield* Clock.currentTimeMillis) + KEPT_MILLIS[answered] })
      return OUTCOMES[state]
    })

    /** Waits for the answer that another process asked for. */
    const answerOfAnother = (barcode: Barcode) =>
      store.find(barcode).pipe(
        Effect.repeat({ while: (kept) => kept?.state === "asking", schedule: LOOK_AGAIN }),
        Effect.zipRight(store.find(barcode)),
        Effect.map((kept): LookedUp => OUTCOMES[kept?.state ?? "failed"]),
        Effect.withClock(realClock)
      )

    const begin = Effect.fnUntraced(function* (barcode: Barcode, isInCatalogue: boolean) {
      const now = yield* Clock.currentTimeMillis
      if (yield* store.begin(barcode, now, now + KEPT_MILLIS.asking, RATE)) return yield* ask(barcode, isInCatalogue)
      const kept = yield* store.find(barcode)
      const isFresh = kept !== undefined && kept.freshUntil > now
      return isFresh ? yield* answerOfAnother(barcode) : ("later" as const)
    })

    /** Joins the look-up of this barcode that is under way in this process, or begins one, which no caller ends. */
    const join = (barcode: Barcode, isInCatalogue: boolean) =>
      Effect.gen(function* () {
        const running = underWay.get(barcode)
        if (running !== undefined) return yield* Fiber.join(running)
        const done = Effect.sync(() => underWay.delete(barcode))
        const begun = inOwnTime("food look-ups")(begin(barcode, isInCatalogue))
        const fiber = yield* Effect.forkDaemon(Effect.ensuring(begun, done))
        underWay.set(barcode, fiber)
        return yield* Fiber.join(fiber)
      })

    return (barcode: Barcode, askedBy: Parameters<typeof askers.take>[0], isInCatalogue: boolean) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const kept = yield* store.find(barcode)
        // Without a look-up, it was imported by the operator.
        if (kept === undefined && isInCatalogue) return "current" as const
        if (kept !== undefined && kept.freshUntil > now && kept.state !== "asking") {
          return isInCatalogue ? "current" : OUTCOMES[kept.state]
        }
        if (!underWay.has(barcode) && !askers.take(askedBy, now)) return "later" as const
        return yield* Effect.zipLeft(join(barcode, isInCatalogue), renewDeadline)
      })
  })

/** Looks up at the server of the settings, if there is one. */
export const layer = Layer.effect(
  PackagedFoods,
  Effect.gen(function* () {
    const { foodLookup } = yield* AppConfig
    return { lookUp: Option.isSome(foodLookup) ? yield* makeLookUp(foodLookup.value) : undefined }
  })
)
