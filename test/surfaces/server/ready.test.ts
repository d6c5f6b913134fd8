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
  const answer = [response.status, await response.json(), response.headers.get("retry-after")]
  await service.stop()
  return answer
}

test("/ready is ready, and unavailable while the database is", async () => {
  expect(await ready({ fault: undefined, deadNodes: 0 })).toEqual([200, { status: "ready" }, null])
  expect(await ready({ fault: "The database does not answer", deadNodes: 0 })).toEqual([
    503,
    { status: "unavailable", reason: "The database does not answer" },
    "2"
  ])
})

test("/ready shows a dead node of a cluster, and still accepts requests for the users on the others", async () => {
  expect(await ready({ fault: undefined, deadNodes: 1 })).toEqual([
    200,
    { status: "degraded", reason: "1 node of the database cluster did not answer" },
    null
  ])
})
