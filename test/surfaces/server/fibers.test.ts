import { expect, test } from "bun:test"
import { Effect, Fiber } from "effect"
import { listNoFibers } from "../../../src/surfaces/server/fibers.ts"

test("Effect tracks no fibers, and they run and end as usual", async () => {
  listNoFibers()
  const fiber = Effect.runFork(Effect.never)
  expect(Fiber.unsafeRoots()).toEqual([])
  expect(await Effect.runPromise(Fiber.interrupt(fiber))).toMatchObject({ _tag: "Failure" })
  expect(await Effect.runPromise(Effect.fork(Effect.succeed(1)).pipe(Effect.flatMap(Fiber.join)))).toBe(1)
})
