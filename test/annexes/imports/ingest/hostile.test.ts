import { expect, test } from "bun:test"
import { Effect } from "effect"
import { createDevice, listDevices } from "../../../../src/annexes/imports/devices/devices.ts"
import { newPerson, overEveryDatabase } from "../../../support/app.ts"

overEveryDatabase("a hostile body", (service) => {
  const setUp = async () => {
    const person = await newPerson(service())
    const options = { app: "life-dashboard", name: "Phone", environment: "test" } as const
    const { token } = await service().run(Effect.orDie(createDevice(person.id, options)))
    const post = async (body: string) => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
      const response = await service().fetch("/ingest", { method: "POST", body, headers })
      return { status: response.status, answer: await response.json() }
    }
    return { person, post }
  }

  test("with deep nesting is named, not shown", async () => {
    const { post } = await setUp()
    const deep = `${"[".repeat(110_000)}${"]".repeat(110_000)}`
    expect(await post(`{"source":"health_connect","weight":[${deep}]}`)).toMatchObject({
      status: 200,
      answer: { new: 0, leftOut: [{ what: "weight", reason: "a list is not a record" }] }
    })
    const at = "2026-03-13T07:00:00Z"
    expect(await post(`{"source":"health_connect","weight":[{"time":"${at}","kilograms":${deep}}]}`)).toMatchObject({
      status: 200,
      answer: {
        leftOut: [{ what: "weight of 2026-03-13", reason: "its kilograms is not a number of at least 0: a list" }]
      }
    })
  })

  test("of many meaningless parts returns each reason once, and at most 200", async () => {
    const { person, post } = await setUp()
    const same = `{"source":"health_connect","weight":[${"0,".repeat(50_000)}0]}`
    expect(await post(same)).toMatchObject({
      status: 200,
      answer: { leftOut: [{ what: "weight", reason: "0 is not a record (50001 rows)" }] }
    })
    const [device] = await service().run(listDevices(person.id))
    expect(device?.arrived?.rows.leftOut).toBe(50_001)
    const others = Array.from({ length: 1000 }, (_, index) => index)
    expect((await post(JSON.stringify({ source: "health_connect", weight: others }))).status).toBe(200)
    const [after] = await service().run(listDevices(person.id))
    expect(after?.arrived?.rows.leftOut).toBe(51_001)
  })
})
