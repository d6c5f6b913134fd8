import { expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { createDevice, listDevices, undoDevice } from "../../../../src/annexes/imports/devices/devices.ts"
import { deleteUser } from "../../../../src/features/accounts/accounts.ts"
import { newPerson, overEveryDatabase, type Service } from "../../../support/app.ts"
import { archiveOf } from "../archives.ts"
import { BODY } from "../ingest/body.ts"
import { factsWithout } from "./support.ts"

const SECRET = "a long secret"

/** A person with a phone that signs its bodies, and a function that sends one. */
const withPhone = async (service: Service) => {
  const person = await newPerson(service)
  const made = { app: "life-dashboard", name: "Phone", environment: "test", secret: SECRET } as const
  const { device, token } = await service.run(Effect.orDie(createDevice(person.id, made)))
  const body = JSON.stringify(BODY)
  const signature = new Bun.CryptoHasher("sha256", SECRET).update(body).digest("hex")
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    "x-signature": `sha256=${signature}`
  }
  const send = async () => (await service.fetch("/ingest", { method: "POST", headers, body })).status
  return { person, device, token, send }
}

overEveryDatabase("people with devices", (service) => {
  test("have separate records, even if their apps use the same ids", async () => {
    const [one, other] = [await withPhone(service()), await withPhone(service())]
    expect([await one.send(), await other.send()]).toEqual([200, 200])
    const facts = await factsWithout(other.person)
    expect(await factsWithout(one.person)).toEqual(facts)
    await service().run(Effect.orDie(undoDevice(one.person.id, one.device.id)))
    expect((await service().run(listDevices(one.person.id)))[0]?.counts).toEqual([])
    expect(await factsWithout(other.person)).toEqual(facts)
    expect(await other.send()).toBe(200)
    expect(await factsWithout(other.person)).toEqual(facts)
  })

  test("are deleted with their devices, tokens and records, and nobody else's", async () => {
    const [one, other] = [await withPhone(service()), await withPhone(service())]
    expect([await one.send(), await other.send()]).toEqual([200, 200])
    const facts = await factsWithout(other.person)
    await service().run(Effect.orDie(deleteUser(one.person.id)))
    expect(await service().run(listDevices(one.person.id))).toEqual([])
    expect([await one.send(), await other.send()]).toEqual([401, 200])
    expect(await factsWithout(other.person)).toEqual(facts)
    expect(await service().run(listDevices(other.person.id))).toHaveLength(1)
  })

  test("have archives that contain what arrived, without the secrets of their devices", async () => {
    const { person, token, send } = await withPhone(service())
    expect(await send()).toBe(200)
    const folder = mkdtempSync(join(tmpdir(), "fettle-devices-"))
    try {
      const { texts } = await archiveOf(folder, service(), person)
      const archive = [...texts.values()].join("\n")
      expect(archive).toContain("Porridge")
      for (const secret of [SECRET, token]) expect(archive).not.toContain(secret)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
