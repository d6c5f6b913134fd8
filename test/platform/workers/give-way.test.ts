import { expect, test } from "bun:test"
import { Effect } from "effect"
import { makeGiveWay, noteCall, unhurried, unhurriedBesideCalls } from "../../../src/platform/workers/give-way.ts"

const busyFor = (milliseconds: number) => {
  for (const end = performance.now() + milliseconds; performance.now() < end; );
}

test("work that gives way between its steps delays other work only briefly", async () => {
  let turns = 0
  const others = setInterval(() => turns++, 1)
  const giveWay = makeGiveWay()
  await Effect.runPromise(
    Effect.repeatN(
      Effect.zipRight(
        Effect.sync(() => busyFor(3)),
        giveWay
      ),
      30
    )
  )
  clearInterval(others)
  expect(turns).toBeGreaterThan(20)
})

test("a step in the database is followed by an equally long rest", async () => {
  const begun = performance.now()
  const result = await Effect.runPromise(unhurried(Effect.promise(() => Bun.sleep(30).then(() => "done"))))
  expect(result).toBe("done")
  expect(performance.now() - begun).toBeGreaterThan(58)
})

test("the rest after a long step is short", async () => {
  const begun = performance.now()
  await Effect.runPromise(unhurried(Effect.promise(() => Bun.sleep(300))))
  expect(performance.now() - begun).toBeLessThan(550)
})

test("after data from a device, others have as long as it took while they call, and else a moment", async () => {
  const step = unhurriedBesideCalls(Effect.promise(() => Bun.sleep(200)))
  const timed = async () => {
    const begun = performance.now()
    await Effect.runPromise(step)
    return performance.now() - begun
  }
  noteCall()
  expect(await timed()).toBeGreaterThan(398)
  await Bun.sleep(1000)
  const alone = await timed()
  expect(alone).toBeGreaterThan(218)
  expect(alone).toBeLessThan(350)
})
