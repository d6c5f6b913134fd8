import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openInput } from "../../src/history/readers/input.ts"
import { BASE_URL, makeService, newPerson, output, overEveryStore } from "../support/app.ts"
import { until } from "../support/process.ts"
import { inMemory } from "../support/stores.ts"
import type { Listed } from "../workouts/support.ts"
import { type Browser, formsOf, signIn } from "./support.ts"

const PATH = "/app/settings/history"

const folder = mkdtempSync(join(tmpdir(), "fettle-downloads-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const FILE = `Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE
2025-03-01 18:00:00,Legs,1h,Squat (Barbell),1,100,5,0,0,,,
2025-03-01 18:00:00,Legs,1h,Gargoyle Heave,1,50,5,0,0,,,
`

/** Uploads a file as the page's script does, in two parts. */
const upload = async (browser: Browser, text: string) => {
  const bytes = Buffer.from(text)
  const middle = 40
  for (const [at, part] of [
    [0, bytes.subarray(0, middle)],
    [middle, bytes.subarray(middle)]
  ] as const) {
    const fields = { name: "strong.csv", size: String(bytes.length), at: String(at), data: part.toString("base64url") }
    const form = formsOf((await browser.get(PATH)).html).find(({ hidden }) => hidden.action !== undefined)
    const { status } = await browser.post(PATH, { ...form?.hidden, ...fields, action: "part" })
    expect(status).toBe(303)
  }
}

const ended = async (browser: Browser): Promise<string> => {
  await until(async () => !(await browser.get(PATH)).html.includes("<p data-running"))
  return (await browser.get(PATH)).html
}

overEveryStore("the page of imports and exports", (service) => {
  test("a file is uploaded, looked through, mapped by hand, imported, listed and undone; everything is downloaded", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    expect((await browser.get("/app/settings")).html).toContain(PATH)
    await upload(browser, FILE)
    expect((await browser.submit(PATH, "check")).status).toBe(303)
    expect(await ended(browser)).toContain("does not tell the unit of its weights")
    await browser.submit(PATH, "check", { weightUnit: "kg", distanceUnit: "km" })
    const looked = await ended(browser)
    expect(looked).toContain("2 rows: 2 new")
    expect(looked).toContain("Gargoyle Heave")
    expect((await output<Listed>(person.rest("list_workouts"))).total).toBe(0)

    expect((await browser.submit(PATH, "import", { "exercise-0": "No Such Thing" })).html).toContain("is no exercise")
    expect((await browser.submit(PATH, "import", { "exercise-0": "Barbell Deadlift" })).status).toBe(303)
    const done = await ended(browser)
    expect(done).toContain("What was done")
    const { workouts } = await output<Listed>(person.rest("list_workouts"))
    expect(workouts.map(({ exercises }) => exercises.map(({ exerciseId }) => exerciseId))).toEqual([
      ["exr_barbell_squat", "exr_barbell_deadlift"]
    ])

    const response = await service().fetch(`${PATH}?download=all`, {
      headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ") }
    })
    expect(response.headers.get("content-disposition")).toContain("attachment")
    const path = join(folder, `${person.id}.zip`)
    await Bun.write(path, await response.arrayBuffer())
    expect((await openInput(path)).entries.map(({ name }) => name)).toContain("manifest.json")

    expect((await browser.submit(PATH, "undo")).html).toContain("1 removed")
    expect((await output<Listed>(person.rest("list_workouts"))).total).toBe(0)
    await browser.submit(PATH, "cancel")
    expect((await browser.get(PATH)).html).toContain('type="file"')
  })

  test("parts that do not follow on each other are refused; another's import is not found", async () => {
    const [person, other] = [await newPerson(service()), await newPerson(service())]
    const [browser, stranger] = [await signIn(service(), person), await signIn(service(), other)]
    const form = formsOf((await browser.get(PATH)).html).find(({ hidden }) => hidden.action === "part")
    const part = { ...form?.hidden, name: "a.csv", size: "10", at: "5", data: "YWJjZGU" }
    expect((await browser.post(PATH, part)).status).toBe(400)
    expect((await browser.post(PATH, { ...part, at: "0", size: "5000000000" })).status).toBe(400)
    expect((await browser.post(PATH, { ...part, at: "0" }, { origin: "https://evil.example.com" })).status).toBe(403)

    await upload(browser, FILE)
    await browser.submit(PATH, "check", { weightUnit: "kg", distanceUnit: "km" })
    await ended(browser)
    await browser.submit(PATH, "import")
    const importId = /name="importId" value="(imp_\w+)"/.exec(await ended(browser))?.[1] ?? ""
    expect(importId).not.toBe("")
    const own = formsOf((await stranger.get(PATH)).html).find(({ hidden }) => hidden.action === "part")
    expect((await stranger.post(PATH, { ...own?.hidden, action: "undo", importId })).status).toBe(404)
    expect((await output<Listed>(person.rest("list_workouts"))).total).toBe(1)
    expect((await stranger.get(PATH)).html).not.toContain("strong.csv")
    await browser.submit(PATH, "cancel")
  })
})

test("get_context and the instructions name the page, unless no page is served", async () => {
  for (const page of [true, false]) {
    const service = await makeService(inMemory.layer, { page })
    const person = await newPerson(service)
    const context = await output(person.rest("get_context"))
    expect(context.historyPage).toBe(page ? `${BASE_URL}${PATH}` : undefined)
    const client = await service.mcpClient(person.token)
    expect(client.getInstructions()?.includes(PATH)).toBe(page)
    await service.stop()
  }
})
