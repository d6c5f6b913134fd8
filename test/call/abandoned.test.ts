import { afterAll, beforeAll, expect, test } from "bun:test"
import { Clock, Deferred, Effect, Fiber } from "effect"
import { Pipeline } from "../../src/call/pipeline.ts"
import * as Storage from "../../src/storage.ts"
import { makeService, NOON, newPerson, output, type Person, type Service } from "../support/app.ts"

let service: Service
beforeAll(async () => {
  service = await makeService(Storage.memory)
  await service.setTime(NOON)
})
afterAll(() => service.stop())

/** Sets a weight; `meanwhile` happens to the call's fiber once its body is awaited, and before the body is there. */
const setWeight = ({ token }: Person, meanwhile: (call: Fiber.RuntimeFiber<unknown>) => Effect.Effect<unknown>) =>
  service.run(
    Effect.gen(function* () {
      const pipeline = yield* Pipeline
      const arrival = { requestId: "req_test", at: yield* Clock.currentTimeMillis }
      const identity = yield* pipeline.authenticate(`Bearer ${token}`, arrival)
      const [awaited, body] = [yield* Deferred.make<void>(), yield* Deferred.make<unknown>()]
      const input = Effect.zipRight(Deferred.succeed(awaited, undefined), Deferred.await(body))
      const call = { operation: "set_body_metrics", identity, input, form: "json", idempotencyKey: undefined } as const
      // A server lets a call's fiber finish what it has begun.
      const running = yield* Effect.fork(Effect.uninterruptible(pipeline.run(call, arrival)))
      yield* Deferred.await(awaited)
      yield* meanwhile(running)
      yield* Deferred.succeed(body, { metric: "weight", readings: [{ value: 80, unit: "kg" }] })
      const exit = yield* Fiber.await(running)
      return exit._tag
    })
  )

const readingsOf = async ({ rest }: Person) =>
  (await output<{ readings: ReadonlyArray<unknown> }>(rest("list_body_metrics", { metric: "weight" }))).readings

test("a call whose client has gone away before its input is decoded changes nothing", async () => {
  const person = await newPerson(service)
  await setWeight(person, (call) =>
    // The interruption is known to the fiber once it has had a turn.
    Effect.zipRight(Fiber.interruptFork(call), Effect.repeatN(Effect.yieldNow(), 10))
  )
  expect(await readingsOf(person)).toEqual([])
})

test("one whose client waits takes effect", async () => {
  const person = await newPerson(service)
  expect(await setWeight(person, () => Effect.void)).toBe("Success")
  expect(await readingsOf(person)).toHaveLength(1)
})
