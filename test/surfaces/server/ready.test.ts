import { expect, test } from "bun:test"
import { Effect, Layer } from "effect"
import * as Storage from "../../../src/storage.ts"
import { Readiness, type StoreState } from "../../../src/surfaces/web/health.ts"
import { makeService } from "../../support/app.ts"

/** The status and the body of `/ready`, with the stores in this state. */
const ready = async (state: StoreState) => {
  const stores = Layer.merge(Storage.memory, Layer.succeed(Readiness, { state: Effect.succeed(state) }))
  const service = await makeService(stores)
  const response = await service.fetch("/ready")
  const answer = [response.status, await response.json()]
  await service.stop()
  return answer
}

test("/ready is ready, and unavailable while the database is", async () => {
  expect(await ready({ isReady: true, deadNodes: 0 })).toEqual([200, { status: "ready" }])
  expect(await ready({ isReady: false, deadNodes: 0 })).toEqual([
    503,
    { status: "unavailable", reason: "The database does not answer, or is not migrated" }
  ])
})

test("/ready shows a dead node of a cluster, and still accepts requests for the users on the others", async () => {
  expect(await ready({ isReady: true, deadNodes: 1 })).toEqual([
    200,
    { status: "degraded", reason: "1 node of the database cluster did not answer" }
  ])
})
