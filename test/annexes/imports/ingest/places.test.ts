import { expect, test } from "bun:test"
import { Effect } from "effect"
import { MOST_AT_ONCE, makePlaces } from "../../../../src/annexes/imports/ingest/places.ts"
import { UserId } from "../../../../src/values/ids.ts"
import { makeService, newPerson } from "../../../support/app.ts"
import { onEmbedded } from "../../../support/stores.ts"
import { BODY } from "./body.ts"

const user = (index: number) => UserId.make(`usr_${String(index).padStart(16, "0")}`)

/** Takes places until `leave` is called. */
const holder = () => {
  const inPlace = makePlaces()
  const leaving: Array<() => void> = []
  const held: Array<Promise<void>> = []
  return {
    take: (userId: UserId) => {
      held.push(
        Effect.runPromise(
          inPlace(
            userId,
            Effect.promise(() => new Promise<void>((end) => leaving.push(end)))
          )
        )
      )
    },
    refusal: (userId: UserId) =>
      Effect.runSync(
        Effect.match(inPlace(userId, Effect.void), { onSuccess: () => undefined, onFailure: ({ details }) => details })
      ),
    leave: async () => {
      for (const end of leaving) end()
      await Promise.all(held)
    }
  }
}

test("a process has a limited number of bodies in progress, and fewer of one person", async () => {
  const { take, refusal, leave } = holder()
  for (let index = 0; index < MOST_AT_ONCE.user; index++) take(user(0))
  expect(refusal(user(0))).toMatchObject({ bucket: "arrivals.atOnce", limit: MOST_AT_ONCE.user })
  expect(refusal(user(1))).toBeUndefined()
  for (let index = MOST_AT_ONCE.user; index < MOST_AT_ONCE.all; index++) take(user(index))
  expect(refusal(user(1))).toMatchObject({ bucket: "arrivals.atOnce", limit: MOST_AT_ONCE.all })
  await leave()
  expect(refusal(user(0))).toBeUndefined()
})

test("a body beyond that is refused before it is received, is not charged, and is accepted later", async () => {
  const service = await makeService(onEmbedded.reused)
  try {
    const person = await newPerson(service, {
      ownLimits: { arrivalsBurst: MOST_AT_ONCE.user + 1, arrivalsPerMinute: 0 }
    })
    const headers = { authorization: `Bearer ${person.token}`, "content-type": "application/json" }
    const post = (body: string | ReadableStream<Uint8Array>) =>
      service.fetch("/ingest", { method: "POST", headers, body })
    const text = JSON.stringify(BODY)
    const ending: Array<() => void> = []
    const slow = Array.from({ length: MOST_AT_ONCE.user }, () =>
      post(
        new ReadableStream({
          start: (controller) => {
            controller.enqueue(new TextEncoder().encode(text))
            ending.push(() => controller.close())
          }
        })
      )
    )
    await Bun.sleep(0)
    const refused = await post(text)
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "10"])
    for (const end of ending) end()
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(slow.map(() => 200))
    expect((await post(text)).status).toBe(200)
    expect(await (await post(text)).json()).toMatchObject({ error: { details: { bucket: "arrivals.perMinute" } } })
  } finally {
    await service.stop()
  }
})
