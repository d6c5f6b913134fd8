import { afterAll, beforeAll, expect, test } from "bun:test"
import { DateTime, Effect } from "effect"
import { operations } from "../../src/api.ts"
import { MOST_OWN, ownExerciseIds } from "../../src/features/exercises/own.ts"
import { OwnExercises } from "../../src/features/exercises/store.ts"
import * as Storage from "../../src/storage.ts"
import { type HeavyRequest, heavyRequests, otherHeavyRequests } from "../hostile/heavy.ts"
import { makeService, newPerson, type Person, type Service } from "../support/app.ts"
import { cpuOf, standard } from "../support/cpu.ts"

/** How often a request that took too long is repeated, because the first one may compile code or collect garbage. */
const TRIES = 20

let service: Service
let person: Person
beforeAll(async () => {
  service = await makeService(Storage.memory)
  person = await newPerson(service)
})
afterAll(() => service.stop())

const send = async ({ method, path, body }: HeavyRequest, { token }: Person): Promise<number> => {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
  const response = await service.fetch(path, { method, headers, ...(body === undefined ? {} : { body }) })
  await response.arrayBuffer()
  return response.status
}

/** The CPU time of the standard on this machine; measured again for a request that seems to cost more. */
let usual = 0
beforeAll(async () => {
  standard()
  usual = await cpuOf(standard)
})

/** The cost of a request relative to the standard, at best, and its status. */
const costOf = async (
  request: HeavyRequest,
  by: Person
): Promise<{ readonly cost: number; readonly status: number }> => {
  let cost = Number.POSITIVE_INFINITY
  let status = 0
  for (let attempt = 0; attempt < TRIES && cost >= 1; attempt++) {
    const took = await cpuOf(async () => {
      status = await send(request, by)
    })
    if (took >= Math.max(20, usual)) cost = Math.min(cost, took / (await cpuOf(standard)))
    else cost = took < 20 ? 0 : took / usual
  }
  return { cost, status }
}

const expectCheap = async (requests: ReadonlyArray<HeavyRequest>, by: Person) => {
  const costs: Array<readonly [what: string, cost: string]> = []
  for (const request of requests) {
    const { cost, status } = await costOf(request, by)
    if (process.env.COSTS !== undefined && cost > 0.3)
      console.log(cost.toFixed(2), status, request.path.slice(0, 30), request.what)
    if (cost >= 1) costs.push([request.what, cost.toFixed(2)])
    expect([request.what, status]).not.toEqual([request.what, 500])
  }
  expect(costs).toEqual([])
}

for (const operation of operations.filter(({ input }) => input !== undefined)) {
  test(
    `every input of ${operation.name} is refused quickly`,
    () => expectCheap(heavyRequests(operation), person),
    120_000
  )
}

test("no operation takes long for any one input", () => expectCheap(otherHeavyRequests, person), 120_000)

test("nor for a person with as many own exercises as are allowed", async () => {
  const owner = await newPerson(service)
  await service.run(
    Effect.gen(function* () {
      const store = yield* OwnExercises
      const createdAt = yield* DateTime.now
      for (let index = 0; index < MOST_OWN; index++) {
        const name = `Zottman Gargoyle ${index % 50} Heave ${index} with Sandbags and a Landmine`
        const id = yield* ownExerciseIds.make
        yield* store.add(owner.id, { id, name, category: "strength", trackingType: "weight_reps", createdAt })
      }
    })
  )
  await expectCheap(otherHeavyRequests, owner)
}, 120_000)
