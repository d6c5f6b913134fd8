import { expect, test } from "bun:test"
import { Effect } from "effect"
import { createDevice, listDevices, revokeAnyToken } from "../../../../src/annexes/imports/devices/devices.ts"
import { DeviceStore } from "../../../../src/annexes/imports/devices/store.ts"
import { listTokens } from "../../../../src/features/accounts/accounts.ts"
import { newPerson, overEveryDatabase } from "../../../support/app.ts"

overEveryDatabase("revoking a token", (service) => {
  test("ends the device that it belongs to, and no other; nobody else can revoke it", async () => {
    const [person, other] = [await newPerson(service()), await newPerson(service())]
    const made = { app: "hc-webhook", name: "Phone", environment: "test" } as const
    const { device } = await service().run(Effect.orDie(createDevice(person.id, made)))
    const { device: second } = await service().run(Effect.orDie(createDevice(person.id, made)))
    const { tokenId } = device
    if (tokenId === null) throw new Error("A device has a token")
    const refused = await service().run(Effect.either(revokeAnyToken(tokenId, other.id)))
    expect(refused._tag).toBe("Left")
    await service().run(Effect.orDie(revokeAnyToken(tokenId, person.id)))
    const devices = await service().run(listDevices(person.id))
    expect(devices.filter(({ endedAt }) => endedAt !== null).map(({ id }) => id)).toEqual([device.id])
    expect(devices.filter(({ endedAt }) => endedAt === null).map(({ id }) => id)).toEqual([second.id])
    const tokens = await service().run(Effect.orDie(listTokens(person.id)))
    expect(tokens.filter(({ revokedAt }) => revokedAt !== null).map(({ id }) => id)).toEqual([tokenId])
  })
})

overEveryDatabase("a device", (service) => {
  test("stores its bodies, and what was left out of them", async () => {
    const person = await newPerson(service())
    const made = { app: "hc-webhook", name: "Phone", environment: "test" } as const
    const { device } = await service().run(Effect.orDie(createDevice(person.id, made)))
    const arrived = {
      arrivals: 2,
      rows: { new: 3, unchanged: 1, changed: 0, merged: 0, leftOut: 1 },
      leftOut: [{ what: "heart_rate", reason: "is not kept", at: 1_700_000_000_000 }],
      replaced: [{ what: "Push on 2026-04-08", at: 1_700_000_000_000 }]
    }
    const store = await service().run(DeviceStore)
    await service().run(store.change(person.id, device.id, { arrivedAt: 1_700_000_000_000, arrived }))
    const [kept] = await service().run(listDevices(person.id))
    expect([kept?.arrivedAt, kept?.arrived]).toEqual([1_700_000_000_000, arrived])
  })
})
