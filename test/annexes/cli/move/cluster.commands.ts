import { expect, test } from "bun:test"
import { Effect } from "effect"
import { citusDatabase, citusNodes, citusUrl } from "../../../support/citus.ts"
import { filledFolder, folder } from "../../../support/stores.ts"
import { fillEverything, seenBy } from "./everything.ts"
import { maker, moveBetween, using } from "./support.ts"

const make = maker()

if (citusNodes.length > 0) {
  test("users see the same after a move into a Citus cluster, on every node, and after a move out of it", async () => {
    const source = await make(filledFolder)
    const { known, before } = await using(source, async (service) => {
      const known = await fillEverything(service)
      return { known, before: await seenBy(service, known) }
    })
    const name = await make(citusDatabase)
    const { tables } = await Effect.runPromise(moveBetween(source, citusUrl(name, 0)))
    expect(tables.filter(({ rows }) => rows === 0).map(({ table }) => table)).toEqual([])
    for (const [node] of citusNodes.entries())
      await using(citusUrl(name, node), async (service) => expect(await seenBy(service, known)).toEqual(before))
    const back = await make(folder)
    await Effect.runPromise(moveBetween(citusUrl(name, 0), back))
    await using(back, async (service) => expect(await seenBy(service, known)).toEqual(before))
  }, 120_000)
}
