import { expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { Effect } from "effect"
import { openInput } from "../../../src/annexes/imports/formats/input.ts"
import { createToken } from "../../../src/features/accounts/accounts.ts"
import { newPerson, output, overEveryDatabase, type Person, type Service } from "../../support/app.ts"
import { databases } from "../../support/stores.ts"
import { serviceAfterYears } from "../page/features/overview/years.ts"
import { signIn } from "../page/support.ts"
import { withoutTime } from "./archives.ts"

const WEIGHT = { metric: "weight", readings: [{ value: 80, unit: "kg" }] }

const tokenOf = async (service: Service, person: Person, scope: "read" | "full" | "ingest") =>
  (
    await service.run(
      Effect.orDie(createToken({ userId: person.id, name: "Job", environment: "test", expiresAt: null, scope }))
    )
  ).token

/** The files of an archive as texts, without the time at which it was made. */
const filesIn = async (answer: Response): Promise<ReadonlyMap<string, string>> => {
  const path = join(mkdtempSync(join(tmpdir(), "export-door-")), "archive.zip")
  await Bun.write(path, await answer.arrayBuffer())
  const texts = new Map<string, string>()
  for (const { name, bytes } of (await openInput(path)).entries) {
    let text = ""
    for await (const chunk of bytes()) text += Buffer.from(chunk.bytes).toString()
    texts.set(name, text)
  }
  rmSync(dirname(path), { recursive: true })
  return new Map(withoutTime(texts).map(([name = "", text = ""]) => [name, text]))
}

overEveryDatabase("GET /export", (service) => {
  const ask = (token: string | undefined, headers: Record<string, string> = {}, method = "GET") =>
    service().fetch("/export", {
      method,
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

  test("answers what the page downloads", async () => {
    const person = await newPerson(service())
    await output(person.rest("set_body_metrics", WEIGHT))
    const exercises = [{ exerciseId: "exr_push_up", sets: [{ reps: 5 }] }]
    await output(person.rest("log_workout", { name: "Push", exercises }))
    const browser = await signIn(service(), person)
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const page = await service().fetch("/app/settings/history?download=all", { headers: { cookie } })
    const answer = await ask(await tokenOf(service(), person, "read"))
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "application/zip"])
    expect(await filesIn(answer)).toEqual(await filesIn(page))
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
      // Who asks for the headers alone reads no archive, and keeps nobody from one.
      const head = await ask(person.token, {}, "HEAD")
      expect([head.status, await head.text()]).toEqual([200, ""])
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

test("GET /export streams 39,800 rows to a reader who takes their time, then answers 304", async () => {
  const [database] = databases.toReversed()
  if (database === undefined) throw new Error("There is no database")
  // 14 entries of the diary and 3 readings a day.
  const { service, person } = await serviceAfterYears(database.layer, { days: 2342, workouts: 0 })
  const token = await tokenOf(service, person, "read")
  const ask = (headers: Record<string, string> = {}) =>
    service.fetch("/export", { headers: { authorization: `Bearer ${token}`, ...headers } })
  const answer = await ask()
  const reader = answer.body?.getReader()
  const chunks = [(await reader?.read())?.value]
  // While nothing more is read, the person goes on.
  expect((await ask()).status).toBe(429)
  await output(person.rest("set_body_metrics", WEIGHT))
  for (let each = await reader?.read(); each?.done === false; each = await reader?.read()) chunks.push(each.value)
  const files = await filesIn(new Response(Buffer.concat(chunks.flatMap((chunk) => chunk ?? []))))
  const rows = (name: string) => files.get(name)?.trimEnd().split("\n").length
  expect([rows("entries.ndjson"), rows("readings.ndjson")]).toEqual([32_788, 7026])
  const again = await ask()
  await again.arrayBuffer()
  const held = await ask({ "if-none-match": again.headers.get("etag") ?? "" })
  expect([again.status, held.status, await held.text()]).toEqual([200, 304, ""])
  await service.stop()
}, 120_000)
