import { expect, test } from "bun:test"
import { Effect } from "effect"
import {
  createDevice,
  endDevice,
  listDevices,
  pauseDevice,
  undoDevice
} from "../../../../src/annexes/imports/devices/devices.ts"
import { ActivityDay } from "../../../../src/values/activity-day.ts"
import { newPerson, output, overEveryDatabase, type Person, type Service } from "../../../support/app.ts"
import { callInternal } from "../../page/features/overview/support.ts"
import { BODY } from "./body.ts"

interface Came {
  readonly new: number
  readonly unchanged: number
  readonly changed: number
  readonly merged: number
  readonly leftOut: ReadonlyArray<{ readonly what: string; readonly reason: string }>
}

const setUp = async (service: Service, options: { readonly secret?: string; readonly ownLimits?: object } = {}) => {
  const person = await newPerson(service, { ownLimits: { arrivalsBurst: 1000, ...options.ownLimits } })
  const made = await service.run(
    Effect.orDie(
      createDevice(person.id, {
        app: "life-dashboard",
        name: "Phone",
        environment: "test",
        secret: options.secret ?? null
      })
    )
  )
  const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}, token = made.token) =>
    service.fetch("/ingest", {
      method: "POST",
      body,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers }
    })
  const send = async (body: object): Promise<Came> => {
    const response = await post(JSON.stringify(body))
    const answer = await response.json()
    if (response.status !== 200) throw new Error(JSON.stringify(answer))
    return answer as Came
  }
  return { person, device: made.device, token: made.token, post, send }
}

const readings = async ({ rest }: Person, metric: string) => {
  const range = { metric, from: "2026-02-01", to: "2026-03-14" }
  const { readings } = await output<{ readings: ReadonlyArray<{ date: string; value: number }> }>(
    rest("list_body_metrics", range)
  )
  return Object.fromEntries(readings.map(({ date, value }) => [date, value]))
}

const totals = async ({ rest }: Person) => {
  const { entries } = await output<{ entries: ReadonlyArray<{ food: { name: string }; mealType: string }> }>(
    rest("list_food_entries", { from: "2026-02-01", to: "2026-03-14" })
  )
  const { workouts } = await output<{ workouts: ReadonlyArray<{ name: string; durationSeconds: number }> }>(
    rest("list_workouts", {})
  )
  return {
    entries: entries.map(({ food, mealType }) => [food.name, mealType]),
    workouts: workouts.map(({ name, durationSeconds }) => [name, durationSeconds])
  }
}

overEveryDatabase("the endpoint for devices", (service) => {
  test("accepts a phone's records, and returns the outcome", async () => {
    const { person, send } = await setUp(service())
    const came = await send(BODY)
    expect(came).toMatchObject({ new: 7, unchanged: 0, changed: 0, merged: 0 })
    expect(came.leftOut.map(({ what }) => what).toSorted()).toEqual(["daily_totals", "heart_rate", "steps"])
    expect(await readings(person, "weight")).toEqual({ "2026-03-13": 80.4, "2026-03-14": 80.1 })
    expect(await readings(person, "steps")).toEqual({ "2026-03-13": 8000, "2026-03-14": 1200 })
    expect(await totals(person)).toEqual({ entries: [["Porridge", "breakfast"]], workouts: [["Running", 2400]] })
    expect(await send(BODY)).toMatchObject({ new: 0, unchanged: 7, changed: 0, merged: 0 })
    const { streak } = await output<{ streak: { current: number } }>(person.rest("get_context"))
    expect(streak.current).toBe(2)
  })

  test("follows changes and deletions on the phone, and keeps what the person entered", async () => {
    const { person, send } = await setUp(service())
    await output(
      person.rest("set_body_metrics", { metric: "weight", readings: [{ value: 79, unit: "kg", date: "2026-03-13" }] })
    )
    const first = await send(BODY)
    expect(first.leftOut.some(({ reason }) => reason.includes("entered by hand"))).toBe(true)
    const later = { ...BODY, sequence: 5, timestamp: "2026-03-14T12:00:00Z" }
    const { weight: _, exercise: __, nutrition: ___, ...rest } = later
    const changed = await send({
      ...rest,
      daily_totals: [{ date: "2026-03-14", steps: 1000 }],
      deleted_records: [
        { type: "exercise", uuid: "e1" },
        { type: "weight", uuid: "w2" },
        { type: "nutrition", uuid: "n1" }
      ]
    })
    expect(changed).toMatchObject({ new: 0, changed: 4 })
    expect(await readings(person, "weight")).toEqual({ "2026-03-13": 79 })
    expect((await readings(person, "steps"))["2026-03-14"]).toBe(1000)
    expect(await totals(person)).toEqual({ entries: [], workouts: [] })
    // An earlier payload that arrives late restores nothing.
    await send({ ...BODY, sequence: 4 })
    expect((await readings(person, "steps"))["2026-03-14"]).toBe(1000)
    expect(await totals(person)).toEqual({ entries: [], workouts: [] })
  })

  test("reports a deletion on the phone as left out if the person has edited the record, and says that it is kept", async () => {
    const { person, send } = await setUp(service())
    await send(BODY)
    await output(
      person.rest("set_body_metrics", { metric: "weight", readings: [{ value: 79, unit: "kg", date: "2026-03-14" }] })
    )
    const list = await output<{ entries: ReadonlyArray<{ id: string }> }>(person.rest("list_food_entries"))
    await output(person.rest("update_food_entry", { id: list.entries[0]?.id, mealType: "lunch" }))
    const { workouts } = await output<{ workouts: ReadonlyArray<{ id: string }> }>(person.rest("list_workouts"))
    await output(person.rest("delete_workout", { id: workouts[0]?.id }))
    const answer = await send({
      timestamp: "2026-03-14T12:00:00Z",
      app_version: "1.21.2",
      source: "health_connect",
      sequence: 5,
      deleted_records: [
        { type: "weight", uuid: "w1" },
        { type: "weight", uuid: "w2" },
        { type: "nutrition", uuid: "n1" },
        { type: "exercise", uuid: "e1" }
      ]
    })
    // The person had deleted the workout already, so nothing changes.
    expect(answer).toMatchObject({ new: 0, changed: 1, unchanged: 1 })
    const reason = "was deleted at its source, but was changed in Fettle, so it is kept"
    expect(answer.leftOut).toEqual([
      { what: "weight of 2026-03-14", reason },
      { what: "entry of 2026-03-14", reason }
    ])
    expect(await readings(person, "weight")).toEqual({ "2026-03-14": 79 })
    expect(await totals(person)).toEqual({ entries: [["Porridge", "lunch"]], workouts: [] })
  })

  test("keeps a reading that the person confirmed by entering the same value", async () => {
    const { person, send } = await setUp(service())
    await send(BODY)
    const confirmed = { metric: "weight", readings: [{ value: 80.1, unit: "kg", date: "2026-03-14" }] }
    await output(person.rest("set_body_metrics", confirmed))
    const weight = [{ ...BODY.weight[1], kilograms: 81.5 }]
    const later = await send({ ...BODY, sequence: 5, timestamp: "2026-03-14T12:00:00Z", weight })
    expect(later.leftOut.map(({ what }) => what)).toContain("weight of 2026-03-14")
    expect((await readings(person, "weight"))["2026-03-14"]).toBe(80.1)
  })

  test("neither doubles nor overwrites a workout that was deleted and brought back", async () => {
    const { person, send } = await setUp(service())
    await send(BODY)
    const workouts = async () =>
      (await output<{ workouts: ReadonlyArray<{ id: string; durationSeconds: number }> }>(person.rest("list_workouts")))
        .workouts
    const [run] = await workouts()
    const id = run?.id ?? ""
    const item = (operation: string, input: object) => output(callInternal(service(), person, operation, input))
    await item("remove_item", { kind: "workout", id, idempotency_key: "one" })
    const later = (sequence: number, seconds: number) =>
      send({ ...BODY, sequence, exercise: [{ ...BODY.exercise[0], duration_seconds: seconds }] })
    await later(5, 2460)
    expect(await workouts()).toEqual([])
    await item("restore_item", { removedBy: "one" })
    // It is the phone's again.
    await later(6, 2520)
    expect(await workouts()).toMatchObject([{ id, durationSeconds: 2520 }])
    const exercises = [{ name: "Running", sets: [{ distanceMeters: 5000 }] }]
    await output(person.rest("replace_workout", { id, name: "Mine", exercises, durationSeconds: 1800 }))
    await item("remove_item", { kind: "workout", id, idempotency_key: "two" })
    await item("restore_item", { removedBy: "two" })
    await later(7, 2580)
    expect(await workouts()).toMatchObject([{ id, durationSeconds: 1800 }])
  })

  test("can be undone from a day on or completely, and the same records stay away when they are repeated", async () => {
    const { person, device, send } = await setUp(service())
    await send(BODY)
    const undo = (from?: string) =>
      service().run(Effect.orDie(undoDevice(person.id, device.id, from === undefined ? from : ActivityDay.make(from))))
    expect(await undo("2026-03-14")).toMatchObject({ removed: 4, restored: 0, kept: [] })
    expect(await readings(person, "weight")).toEqual({ "2026-03-13": 80.4 })
    const again = await send(BODY)
    expect(again).toMatchObject({ new: 0, unchanged: 3 })
    expect(again.leftOut.filter(({ reason }) => reason.includes("undo"))).toHaveLength(4)
    await send({ ...BODY, sequence: 9, daily_totals: [{ date: "2026-03-14", steps: 2000 }] })
    expect(await readings(person, "steps")).toEqual({ "2026-03-13": 8000, "2026-03-14": 2000 })
    await undo()
    expect(await readings(person, "weight")).toEqual({})
    expect(await totals(person)).toEqual({ entries: [], workouts: [] })
    const { streak, badges } = await output<{ streak: { current: number }; badges: unknown }>(
      person.rest("get_context")
    )
    expect(streak.current).toBe(0)
    expect(badges).toEqual([])
    await send({ ...BODY, sequence: 10, daily_totals: [{ date: "2026-03-12", steps: 70 }] })
    expect(await readings(person, "steps")).toEqual({ "2026-03-12": 70 })
  })

  test("accepts a table, and asks for what it does not state", async () => {
    const { person, post } = await setUp(service())
    const table = "date,metric,value,unit\n2026-03-01,weight,82.5,kg\n2026-03-02,steps,5000,\n"
    const came = await post(table, { "content-type": "text/csv" })
    expect([came.status, await came.json()]).toMatchObject([200, { new: 2, unchanged: 0, leftOut: [] }])
    expect(await readings(person, "weight")).toEqual({ "2026-03-01": 82.5 })
    const asked = await post("date,metric,value\n2026-03-01,weight,182.5\n", { "content-type": "text/csv" })
    expect(asked.status).toBe(400)
    const answer = await asked.text()
    expect(answer).toMatch(
      /unit of its weights: .*\. To answer that, import it in the settings, under Import and export/
    )
    expect(answer).toContain('"message":"does not state')
    expect(answer).not.toContain("--")
  })

  test("requires a signature of the bytes as sent if a secret is set", async () => {
    const { post } = await setUp(service(), { secret: "a long secret" })
    const text = JSON.stringify(BODY)
    const signed = (bytes: string | Uint8Array, secret = "a long secret") =>
      `sha256=${new Bun.CryptoHasher("sha256", secret).update(bytes).digest("hex")}`
    expect((await post(text)).status).toBe(401)
    expect((await post(text, { "x-signature": signed(text, "another") })).status).toBe(401)
    expect((await post(text, { "x-signature": signed(text) })).status).toBe(200)
    const packed = Bun.gzipSync(new TextEncoder().encode(text))
    const gzip = { "content-encoding": "GZIP" }
    expect((await post(packed, { ...gzip, "x-signature": signed(packed) })).status).toBe(200)
    expect((await post(packed, { ...gzip, "x-signature": signed(text) })).status).toBe(401)
  })

  test("refuses paused and ended devices, and all tokens except those of devices and API tokens", async () => {
    const { person, device, post, token } = await setUp(service())
    const text = JSON.stringify(BODY)
    const refused = await post(text, {}, "nonsense")
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([
      401,
      expect.stringMatching(/^Bearer realm="fettle", error="invalid_token", error_description="[^"]+"$/)
    ])
    expect((await post(text, {}, person.token)).status).toBe(200)
    const devices = await service().run(listDevices(person.id))
    expect(devices.map(({ name, tokenId }) => `${name} ${tokenId === null}`).toSorted()).toEqual([
      "API token true",
      "Phone false"
    ])
    await service().run(Effect.orDie(pauseDevice(person.id, device.id)))
    expect((await post(text, {}, token)).status).toBe(409)
    await service().run(Effect.orDie(endDevice(person.id, device.id)))
    expect((await post(text, {}, token)).status).toBe(401)
  })

  test("has its own limit, and no daily limit", async () => {
    const { post } = await setUp(service(), {
      ownLimits: { arrivalsBurst: 2, arrivalsPerMinute: 1, writesPerDay: 0 }
    })
    const text = JSON.stringify(BODY)
    expect((await post(text)).status).toBe(200)
    expect((await post(text)).status).toBe(200)
    const refused = await post(text)
    expect(refused.status).toBe(429)
    expect(refused.headers.get("retry-after")).toBe("60")
    expect(await refused.json()).toMatchObject({ error: { details: { bucket: "arrivals.perMinute", limit: 1 } } })
  })

  test("answers unreadable bodies with the envelope", async () => {
    const { post } = await setUp(service())
    for (const body of ["", "{", "[]", '{"a":1}', "null", "\0\0\0", "[".repeat(5000)]) {
      const response = await post(body)
      expect([body.slice(0, 5), response.status]).toEqual([body.slice(0, 5), 400])
      expect(await response.json()).toMatchObject({
        error: { code: "validation_failed", requestId: expect.any(String) }
      })
    }
    const bomb = Bun.gzipSync(new Uint8Array(30_000_000))
    expect((await post(bomb, { "content-encoding": "gzip" })).status).toBe(400)
    expect((await post("not packed", { "content-encoding": "gzip" })).status).toBe(400)
  })
})
