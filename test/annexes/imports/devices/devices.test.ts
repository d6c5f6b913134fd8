import { expect, test } from "bun:test"
import { DateTime, Effect } from "effect"
import {
  createDevice,
  deviceDays,
  endDevice,
  listDevices,
  pauseDevice,
  resumeDevice,
  setDeviceSecret
} from "../../../../src/annexes/imports/devices/devices.ts"
import { DeviceId, MOST_DEVICES } from "../../../../src/annexes/imports/devices/model.ts"
import { DeviceStore, type StoredRecord } from "../../../../src/annexes/imports/devices/store.ts"
import { listTokens } from "../../../../src/features/accounts/accounts.ts"
import { ActivityDay } from "../../../../src/values/activity-day.ts"
import { newPerson, overEveryDatabase, type Person, type Service } from "../../../support/app.ts"

const OPTIONS = { app: "life-dashboard", name: "Phone", environment: "test" } as const

const statusOf = async (service: Service, path: string, token: string, init: RequestInit = {}): Promise<number> => {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
  return (await service.fetch(path, { ...init, headers })).status
}

const record = (more: Partial<StoredRecord>): StoredRecord => ({
  key: "one",
  factKey: "weight 2026-03-01",
  kind: "weight",
  date: ActivityDay.make("2026-03-01"),
  sort: "1",
  sequence: -1,
  statedAt: 1_700_000_000_000.5,
  digest: "d",
  body: '{"value":80}',
  undone: false,
  ...more
})

overEveryDatabase("devices", (service) => {
  const make = (person: Person) => service().run(Effect.orDie(createDevice(person.id, OPTIONS)))
  const list = (person: Person) => service().run(listDevices(person.id))

  test("are created with a token, listed, paused, resumed, renewed and ended", async () => {
    const person = await newPerson(service())
    const { device, token } = await make(person)
    expect(token).toStartWith("fettle_test_")
    expect(await list(person)).toEqual([device])
    expect(device).toMatchObject({
      app: "life-dashboard",
      name: "Phone",
      hasSecret: false,
      arrivedAt: null,
      counts: []
    })
    await service().run(Effect.orDie(pauseDevice(person.id, device.id)))
    expect((await list(person))[0]?.pausedAt).toBeNumber()
    await service().run(Effect.orDie(resumeDevice(person.id, device.id)))
    await service().run(Effect.orDie(setDeviceSecret(person.id, device.id, "a long secret")))
    expect((await list(person))[0]).toMatchObject({ pausedAt: null, hasSecret: true })
    expect(JSON.stringify(await list(person))).not.toContain("a long secret")
    await service().run(Effect.orDie(endDevice(person.id, device.id)))
    expect((await list(person))[0]).toMatchObject({ endedAt: expect.any(Number), hasSecret: false })
  })

  test("have tokens that expire if asked to", async () => {
    const person = await newPerson(service())
    const expiresAt = DateTime.unsafeMake("2026-03-15T00:00:00Z")
    await service().run(Effect.orDie(createDevice(person.id, { ...OPTIONS, expiresAt })))
    const tokens = await service().run(Effect.orDie(listTokens(person.id)))
    expect(tokens.map((token) => token.expiresAt)).toContainEqual(expiresAt)
  })

  test("have tokens that open neither REST nor MCP", async () => {
    const person = await newPerson(service())
    const { token } = await make(person)
    const tool = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }
    expect(await statusOf(service(), "/v1/me", token)).toBe(401)
    const weights = JSON.stringify({ metric: "weight", readings: [{ value: 80 }] })
    expect(await statusOf(service(), "/v1/body-metrics", token, { method: "PUT", body: weights })).toBe(401)
    expect(await statusOf(service(), "/v1/mcp", token, { method: "POST", body: JSON.stringify(tool) })).toBe(401)
    expect(await statusOf(service(), "/v1/me", person.token)).toBe(200)
  })

  test("belong to one person: nobody else sees or changes them", async () => {
    const [owner, other] = [await newPerson(service()), await newPerson(service())]
    const { device } = await make(owner)
    expect(await list(other)).toEqual([])
    const failed = await service().run(Effect.either(pauseDevice(other.id, device.id)))
    expect(failed._tag).toBe("Left")
    expect((await list(owner))[0]?.pausedAt).toBeNull()
    const absent = DeviceId.make(`dev_${"0".repeat(24)}`)
    expect((await service().run(Effect.either(endDevice(owner.id, absent))))._tag).toBe("Left")
  })

  test("store records, count them by kind and day, and leave out what was deleted or undone", async () => {
    const person = await newPerson(service())
    const { device } = await make(person)
    const store = await service().run(DeviceStore)
    const { id } = device
    const day = ActivityDay.make("2026-03-02")
    const given = [
      record({}),
      record({ key: "two", sort: "2" }),
      record({ key: "steps", kind: "steps", factKey: "steps 2026-03-02", date: day }),
      record({ key: "gone", factKey: "", date: null, body: null })
    ]
    await service().run(store.keep(person.id, id, given))
    await service().run(store.keep(person.id, id, [record({ sort: "3", digest: "e" })]))
    const held = await service().run(store.records(person.id, id, ["one", "gone", "absent"]))
    expect([...held.keys()].toSorted()).toEqual(["gone", "one"])
    expect(held.get("one")).toEqual(record({ sort: "3", digest: "e" }))
    const facts = await service().run(store.ofFacts(person.id, id, ["weight 2026-03-01"]))
    expect(facts.map(({ key }) => key)).toEqual(["two", "one"])
    const lasts = await service().run(store.lastOfFacts(person.id, id, ["weight 2026-03-01", "weight 2026-03-02"]))
    expect(lasts).toEqual([record({ sort: "3", digest: "e" })])
    const shown = await list(person)
    expect(shown[0]?.counts).toEqual([
      { kind: "steps", records: 1, lastDay: day },
      { kind: "weight", records: 2, lastDay: ActivityDay.make("2026-03-01") }
    ])
    const from = ActivityDay.make("2026-02-01")
    expect(await service().run(deviceDays(person.id, id, from))).toEqual([
      { date: day, kind: "steps", records: 1 },
      { date: ActivityDay.make("2026-03-01"), kind: "weight", records: 2 }
    ])
    expect(await service().run(store.undoSome(person.id, id, day, 10))).toBe(1)
    expect((await list(person))[0]?.counts.map(({ kind }) => kind)).toEqual(["weight"])
    expect(await service().run(store.undoSome(person.id, id, undefined, 1))).toBe(1)
    expect(await service().run(store.undoSome(person.id, id, undefined, 10))).toBe(1)
    expect(await service().run(store.undoSome(person.id, id, undefined, 10))).toBe(0)
    expect((await list(person))[0]?.counts).toEqual([])
  })

  test("charge arrivals to a separate bucket, shared by all processes", async () => {
    const person = await newPerson(service())
    const store = await service().run(DeviceStore)
    const take = (now: number) => service().run(store.takeArrival(person.id, { perMinute: 4, burst: 3, now }))
    const allowed = []
    for (const at of [0, 0, 1000, 2000]) allowed.push((await take(1_000_000 + at))?.allowed)
    expect(allowed).toEqual([true, true, true, false])
    expect((await take(1_000_000 + 16_000))?.allowed).toBe(true)
    expect((await take(1_000_000 + 16_000))?.allowed).toBe(false)
    // The clock was set back by an hour: what was stored ahead of it counts as now.
    expect((await take(1_000_000 - 3_600_000))?.allowed).toBe(false)
    expect((await take(1_000_000 - 3_600_000 + 15_000))?.allowed).toBe(true)
    expect((await service().run(store.takeArrival(person.id, { perMinute: 4, burst: 0, now: 5e6 })))?.allowed).toBe(
      false
    )
  })

  test("are limited in number; those that have ended do not count", async () => {
    const person = await newPerson(service())
    const { device } = await make(person)
    for (let made = 1; made < MOST_DEVICES; made++) await make(person)
    const refused = await service().run(Effect.either(createDevice(person.id, OPTIONS)))
    expect(refused._tag === "Left" && refused.left.message).toContain("50 devices")
    await service().run(Effect.orDie(endDevice(person.id, device.id)))
    await make(person)
  })
})
