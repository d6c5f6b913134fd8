import { expect, test } from "bun:test"
import { Effect } from "effect"
import { pauseAfter } from "../../../src/annexes/webhooks/model.ts"
import { AnswerMillis } from "../../../src/annexes/webhooks/send.ts"
import { sendDue } from "../../../src/annexes/webhooks/sender.ts"
import { WebhookStore } from "../../../src/annexes/webhooks/store.ts"
import {
  listWebhooks,
  removeWebhook,
  resumeWebhook,
  rotateSecret,
  sweepWebhooks
} from "../../../src/annexes/webhooks/webhooks.ts"
import { deleteUser } from "../../../src/features/accounts/accounts.ts"
import { NOON, newPerson, output, type Person, type Service } from "../../support/app.ts"
import { hookOf, onlyOne, overDatabases, sendAll, verified } from "./support.ts"

const HOUR = 3_600_000

const steps = (person: Person, value: number) =>
  output(person.rest("set_body_metrics", { metric: "steps", readings: [{ value }] }))

const after = (service: Service, millis: number) =>
  service.setTime(new Date(Date.parse(NOON) + Math.ceil(millis)).toISOString())

overDatabases("sending to webhooks", { webhooksPrivate: true }, (service, receiver) => {
  const begin = async () => {
    await service().setTime(NOON)
    const person = await newPerson(service())
    const to = receiver()
    const hook = await hookOf(service(), person, to)
    const state = async () => onlyOne(await service().run(listWebhooks(person.id)))
    const deliveries = () => service().run(Effect.flatMap(WebhookStore, (store) => store.deliveries(hook, 50)))
    return { person, to, hook, state, deliveries }
  }

  test("tries again what was not taken, under the same id, before anything later", async () => {
    const { person, to, state, deliveries } = await begin()
    await steps(person, 1)
    await steps(person, 2)
    to.status(500)
    await sendAll(service())
    expect(to.got).toHaveLength(1)
    expect(await state()).toMatchObject({ waiting: 2, stoppedWhy: null, failingSince: Date.parse(NOON) })
    await sendAll(service())
    expect(to.got).toHaveLength(1)
    to.answers()
    await after(service(), 1200)
    await sendAll(service())
    const [first, again, second] = to.got
    expect(again?.id).toBe(String(first?.id))
    expect(again?.body).toBe(String(first?.body))
    expect(again?.headers.get("webhook-timestamp")).not.toBe(first?.headers.get("webhook-timestamp") ?? null)
    expect(second?.id).not.toBe(first?.id)
    expect(to.got).toHaveLength(3)
    expect(await state()).toMatchObject({ waiting: 0, failingSince: null })
    expect((await deliveries()).map(({ attempts, status }) => [attempts, status])).toEqual([
      [1, 204],
      [2, 204]
    ])
  })

  test("pauses ever longer, and stops after a day, until it is resumed", async () => {
    const { person, to, hook, state } = await begin()
    to.status(503)
    await steps(person, 1)
    let clock = 0
    let tries = 0
    while ((await state()).stoppedWhy === null) {
      await after(service(), clock)
      await sendAll(service())
      tries += 1
      expect(to.got).toHaveLength(tries)
      clock = (await state()).nextAt - Date.parse(NOON)
    }
    expect(await state()).toMatchObject({ stoppedWhy: "failing", waiting: 1 })
    expect(clock).toBeGreaterThan(24 * HOUR)
    expect(clock).toBeLessThan(28 * HOUR)
    expect(tries).toBeGreaterThan(30)
    expect(tries).toBeLessThan(45)
    await steps(person, 2)
    await after(service(), 40 * HOUR)
    await sendAll(service())
    expect(to.got).toHaveLength(tries)
    to.answers()
    await service().run(resumeWebhook(hook))
    await sendAll(service())
    expect(to.got).toHaveLength(tries + 2)
    expect(new Set(to.got.map(({ id }) => id)).size).toBe(2)
    expect(await state()).toMatchObject({ waiting: 0, stoppedWhy: null })
  })

  test("stops at once if the receiver is gone, and records nothing more for it", async () => {
    const { person, to, hook, state } = await begin()
    to.status(410)
    await steps(person, 1)
    await steps(person, 2)
    await sendAll(service())
    await steps(person, 3)
    expect(to.got).toHaveLength(1)
    expect(await state()).toMatchObject({ stoppedWhy: "gone", waiting: 2 })
    to.answers()
    await service().run(resumeWebhook(hook))
    await steps(person, 4)
    await sendAll(service())
    expect(to.got.map(({ data }) => (data.readings as ReadonlyArray<{ value: number }>)[0]?.value)).toEqual([
      1, 1, 2, 4
    ])
  })

  test("follows no redirects, and waits as long as the receiver asks", async () => {
    const { person, to, state } = await begin()
    const elsewhere = receiver()
    to.status(307, { location: elsewhere.url })
    await steps(person, 1)
    await sendAll(service())
    expect(elsewhere.got).toEqual([])
    expect(await state()).toMatchObject({ waiting: 1 })
    to.status(429, { "retry-after": "600" })
    await after(service(), 2000)
    await sendAll(service())
    expect(to.got).toHaveLength(2)
    expect((await state()).nextAt).toBe(Date.parse(NOON) + 2000 + 600_000)
  })

  test("gives up on slow answers, and reads no more of one than it must", async () => {
    expect(await service().run(AnswerMillis)).toBe(5000)
    const { person, to, deliveries } = await begin()
    to.answers(() => new Promise(() => undefined))
    await steps(person, 1)
    const begun = performance.now()
    await service().run(Effect.provideService(sendDue, AnswerMillis, 200))
    expect(performance.now() - begun).toBeWithin(190, 3000)
    expect((await deliveries())[0]).toMatchObject({ attempts: 1, fault: "no answer in time", sentAt: null })
    let pulled = 0
    to.answers(
      () =>
        new Response(
          new ReadableStream({
            pull: (controller) => {
              pulled += 1
              controller.enqueue(new Uint8Array(65_536))
            }
          })
        )
    )
    await after(service(), 2000)
    await sendAll(service())
    expect((await deliveries())[0]).toMatchObject({ attempts: 2, status: 200 })
    // What would still be read would be read at once: the connection is to this machine.
    await Bun.sleep(50)
    const before = pulled
    await Bun.sleep(50)
    expect(pulled).toBe(before)
  })

  test("tells a receiver that is away from one that is there", async () => {
    const { person, to, deliveries } = await begin()
    await to.stop()
    await steps(person, 1)
    await sendAll(service())
    expect((await deliveries())[0]).toMatchObject({ fault: "no connection", status: null })
  })

  test("sends each event from one process at a time, in order", async () => {
    const { person, to } = await begin()
    to.answers(async () => {
      await Bun.sleep(3)
      return new Response(null, { status: 200 })
    })
    for (let value = 1; value <= 30; value += 1) await steps(person, value)
    const many = () => Promise.all(Array.from({ length: 6 }, () => service().run(sendDue)))
    for (let round = 0; round < 3; round += 1) await many()
    expect(to.got.map(({ data }) => (data.readings as ReadonlyArray<{ value: number }>)[0]?.value)).toEqual(
      Array.from({ length: 30 }, (_, index) => index + 1)
    )
  })

  test("leaves a webhook to another process once the one that had it has ended", async () => {
    const { person, to, hook } = await begin()
    await steps(person, 1)
    const now = Date.parse(NOON)
    const claim = (lease: string, at: number) =>
      service().run(Effect.flatMap(WebhookStore, (store) => store.claim(hook, lease, at, at + 10_000)))
    const lost = await claim("killed", now)
    expect(lost._tag).toBe("Some")
    await sendAll(service())
    expect(to.got).toEqual([])
    await after(service(), 10_001)
    await sendAll(service())
    expect(to.got).toHaveLength(1)
    // What the first process did in the meantime is not recorded twice.
    const late = {
      place: 1,
      at: now,
      isSent: true,
      status: 200,
      fault: null,
      retryAt: 0,
      stoppedWhy: null,
      leasedUntil: 0
    }
    if (lost._tag === "Some")
      expect(await service().run(Effect.flatMap(WebhookStore, (store) => store.finish(lost.value, late)))).toBe(false)
  })

  test("signs with the keys before and after a rotation for a day", async () => {
    const { person, to, hook } = await begin()
    const { secret } = await service().run(rotateSecret(hook))
    await steps(person, 1)
    await sendAll(service())
    const [both] = to.got
    if (both === undefined) throw new Error("Nothing arrived")
    verified(both, hook.secret)
    verified(both, secret)
    await after(service(), 24 * HOUR)
    await steps(person, 2)
    await sendAll(service())
    const [, one] = to.got
    if (one === undefined) throw new Error("Nothing arrived")
    verified(one, secret)
    expect(() => verified(one, hook.secret)).toThrow()
  })

  test("sends again what was sent, under its id, and keeps the last ones only", async () => {
    const { person, to, hook, deliveries, state } = await begin()
    for (let value = 1; value <= 60; value += 1) await steps(person, value)
    await sendAll(service())
    const kept = await deliveries()
    expect(kept.map(({ place }) => place)).toEqual(Array.from({ length: 50 }, (_, index) => 60 - index))
    const resend = (place: number) => service().run(Effect.flatMap(WebhookStore, (store) => store.resend(hook, place)))
    expect(await resend(55)).toBe(true)
    expect(await resend(55)).toBe(false)
    expect(await resend(3)).toBe(false)
    await sendAll(service())
    expect(to.got).toHaveLength(61)
    expect(to.got[60]?.id).toBe(String(to.got[54]?.id))
    expect(await state()).toMatchObject({ waiting: 0 })
    const sums = await service().run(
      Effect.flatMap(WebhookStore, (store) => store.resend({ ...hook, userId: hook.userId }, 1))
    )
    expect(sums).toBe(false)
  })

  test("drops what waited for a week, and says so", async () => {
    const { person, to, state, deliveries } = await begin()
    to.status(500)
    await steps(person, 1)
    await steps(person, 2)
    await sendAll(service())
    await after(service(), 7 * 24 * HOUR - 1)
    await service().run(sweepWebhooks)
    expect(await state()).toMatchObject({ waiting: 2, dropped: 0 })
    await after(service(), 7 * 24 * HOUR)
    await service().run(sweepWebhooks)
    expect(await state()).toMatchObject({ waiting: 0, dropped: 2 })
    expect(await deliveries()).toEqual([])
  })

  test("sends nothing of a webhook that is removed, or of a user who is deleted", async () => {
    const { person, to, hook } = await begin()
    await steps(person, 1)
    await service().run(removeWebhook(hook))
    await steps(person, 2)
    await sendAll(service())
    expect(to.got).toEqual([])
    const gone = await begin()
    await steps(gone.person, 1)
    await service().run(deleteUser(gone.person.id))
    await sendAll(service())
    expect(gone.to.got).toEqual([])
    const left = await service().run(Effect.flatMap(WebhookStore, (store) => store.deliveries(gone.hook, 10)))
    expect(left).toEqual([])
  })
})

test("pauses double from a second to an hour, give or take a fifth", () => {
  expect([1, 2, 3, 13, 14, 1000].map((failures) => pauseAfter(failures, 0.5))).toEqual([
    1000, 2000, 4000, 3_600_000, 3_600_000, 3_600_000
  ])
  expect([0, 1].map((random) => Math.round(pauseAfter(1, random)))).toEqual([800, 1200])
})
