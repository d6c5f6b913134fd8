import { expect, test } from "bun:test"
import { Effect } from "effect"
import { createToken } from "../../../src/features/accounts/accounts.ts"
import { newPerson, output, overEveryDatabase, type Person, type Service } from "../../support/app.ts"

const WEIGHT = { metric: "weight", readings: [{ value: 80, unit: "kg" }] }

const tokenOf = async (service: Service, person: Person, scope: "read" | "full" | "ingest") =>
  (
    await service.run(
      Effect.orDie(createToken({ userId: person.id, name: "Job", environment: "test", expiresAt: null, scope }))
    )
  ).token

overEveryDatabase("GET /export", (service) => {
  const ask = (token: string | undefined, headers: Record<string, string> = {}) =>
    service().fetch("/export", {
      headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers }
    })

  test.each(["read", "full"] as const)("answers a token of the scope %s with the archive", async (scope) => {
    const person = await newPerson(service())
    await output(person.rest("set_body_metrics", WEIGHT))
    const answer = await ask(await tokenOf(service(), person, scope))
    expect(answer.status).toBe(200)
    expect(answer.headers.get("content-type")).toBe("application/zip")
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="fettle-2026-03-14.zip"')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.subarray(0, 2).toString()).toBe("PK")
    expect(bytes.includes("readings.ndjson")).toBe(true)
  })

  test("costs a job nothing until something changes", async () => {
    const person = await newPerson(service())
    const token = await tokenOf(service(), person, "read")
    const first = await ask(token)
    await first.arrayBuffer()
    const etag = first.headers.get("etag") ?? ""
    const second = await ask(token, { "if-none-match": etag })
    expect([second.status, await second.text(), second.headers.get("etag")]).toEqual([304, "", etag])
    await output(person.rest("set_body_metrics", WEIGHT))
    const third = await ask(token, { "if-none-match": etag })
    expect(third.status).toBe(200)
    expect(third.headers.get("etag")).not.toBe(etag)
    await third.arrayBuffer()
  })

  test("makes one archive at a time for a person, and any number after another", async () => {
    const [person, other] = [await newPerson(service()), await newPerson(service())]
    // More than the buffers on the way hold, so that it is not finished before somebody reads it.
    for (let each = 0; each < 100; each++) {
      const hashes = Array.from({ length: 20 }, (_, at) =>
        new Bun.CryptoHasher("sha512").update(`${each} ${at}`).digest("base64")
      )
      const exercises = [{ exerciseId: "exr_push_up", sets: [{ reps: 5 }] }]
      await output(person.rest("log_workout", { name: "Push", notes: hashes.join(""), exercises }))
    }
    const first = await ask(person.token)
    const second = await ask(person.token)
    expect([first.status, second.status]).toEqual([200, 429])
    expect(Number(second.headers.get("retry-after"))).toBeGreaterThan(0)
    const others = await ask(other.token)
    expect(others.status).toBe(200)
    await Promise.all([first.arrayBuffer(), others.arrayBuffer()])
    for (let again = 0; again < 3; again++) {
      const answer = await ask(person.token)
      await answer.arrayBuffer()
      expect(answer.status).toBe(200)
    }
  })

  test("refuses requests without a token and tokens of devices", async () => {
    const person = await newPerson(service())
    const none = await ask(undefined)
    expect([none.status, none.headers.get("www-authenticate")]).toEqual([401, 'Bearer realm="fettle"'])
    expect((await ask(await tokenOf(service(), person, "ingest"))).status).toBe(401)
  })

  test("is open to a person whose access has ended", async () => {
    const person = await newPerson(service(), { plan: "free" })
    const answer = await ask(person.token)
    await answer.arrayBuffer()
    expect(answer.status).toBe(200)
  })
})
