import { expect, test } from "bun:test"
import { Layer } from "effect"
import { type Ask, PoolWatch } from "../../../src/platform/database/pool.ts"
import { makeService, newPerson, output } from "../../support/app.ts"
import { databases, type Stores } from "../../support/stores.ts"
import { hookOf, makeReceiver, sendAll } from "./support.ts"

/** The stores over a database, where each statement within a transaction first waits for what `before` returns. */
const heldUp = (stores: Stores, before: (text: string) => Promise<void>): Stores =>
  Layer.provide(
    stores,
    Layer.succeed(PoolWatch, (pool) => ({
      ...pool,
      hold: async (until, user) => {
        const held = await pool.hold(until, user)
        const ask: Ask = async (...asked) => {
          await before(asked[0])
          return held.ask(...asked)
        }
        return { ...held, ask }
      }
    }))
  )

/** The embedded database has one backend, which a transaction keeps to itself. */
const servers = databases.filter(({ name }) => name !== "embedded")

for (const { name, layer } of servers) {
  test(`Of two changes at once, the first to be made is told first, wherever the other comes in between (${name})`, async () => {
    // The first transaction to come there waits until the second one has begun.
    let place = ""
    let second = Promise.withResolvers<void>()
    let begun = 0
    const service = await makeService(
      heldUp(layer, async (text) => {
        if (text === "BEGIN") begun += 1
        if (begun === 2) second.resolve()
        if (place === "" || !text.includes(place)) return
        place = ""
        await second.promise
      }),
      { webhooksPrivate: true }
    )
    const receiver = makeReceiver()
    try {
      const person = await newPerson(service)
      await hookOf(service, person, receiver)
      const steps = (value: number) =>
        output(person.rest("set_body_metrics", { metric: "steps", readings: [{ value }] }))
      await steps(1)
      let value = 1
      for (const where of ["set_readings(", "add_webhook_events(", "COMMIT"]) {
        second = Promise.withResolvers()
        begun = 0
        place = where
        await Promise.all([steps(value + 1), steps(value + 2)])
        expect(begun).toBe(2)
        value += 2
      }
      await sendAll(service)
      const told = receiver.got.map(
        ({ data }) => (data.readings as ReadonlyArray<{ value: number; previous: { value: number } | null }>)[0]
      )
      expect(told).toHaveLength(7)
      for (const [place, reading] of told.entries()) expect(reading?.previous?.value).toBe(told[place - 1]?.value)
    } finally {
      await receiver.stop()
      await service.stop()
    }
  }, 60_000)
}
