import { afterAll, expect, test } from "bun:test"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Option } from "effect"
import { openInput } from "../../../src/annexes/imports/formats/input.ts"
import { folderOf } from "../../../src/annexes/imports/uploads/upload-folder.ts"
import { fileOf, uploadOf } from "../../../src/annexes/imports/uploads/uploads.ts"
import type { Listed } from "../../features/workouts/support.ts"
import {
  BASE_URL,
  makeService,
  newPerson,
  output,
  overEveryDatabase,
  overOneDatabase,
  type Service
} from "../../support/app.ts"
import { until } from "../../support/process.ts"
import { onEmbedded } from "../../support/stores.ts"
import { type Browser, formsOf, jobEnded, signIn } from "./support.ts"

const PATH = "/app/settings/history"

/** Enough sessions for an import of many batches. */
const MANY = 3000

const folder = mkdtempSync(join(tmpdir(), "fettle-downloads-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const FILE = `Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE
2025-03-01 18:00:00,Legs,1h,Squat (Barbell),1,100,5,0,0,,,
2025-03-01 18:00:00,Legs,1h,Gargoyle Heave,1,50,5,0,0,,,
`

/** The same without an exercise that is unknown, whose name takes longer to look up than the rest to read. */
const KNOWN = FILE.replace("Gargoyle Heave", "Deadlift (Barbell)")

/** 4,000 characters that do not compress to less than half, the same for the same number. */
const noteOf = (index: number): string =>
  Array.from({ length: 32 }, (_, part) => new Bun.CryptoHasher("sha512").update(`${index} ${part}`).digest("hex"))
    .join("")
    .slice(0, 4000)

/** A file of this many sessions, one a day, each with a note. */
const sessions = (count: number, note = (_index: number) => ""): string =>
  [
    ...FILE.split("\n", 1),
    ...Array.from({ length: count }, (_, index) => {
      const day = new Date(Date.UTC(2015, 0, 1 + index)).toISOString().slice(0, 10)
      return `${day} 18:00:00,Legs,1h,Squat (Barbell),1,100,5,0,0,${note(index)},,`
    })
  ].join("\n")

/** Sends a part of a file as the page's script does. */
const send = async (browser: Browser, name: string, bytes: Buffer, at: number, until: number): Promise<number> => {
  const data = bytes.subarray(at, until).toString("base64url")
  const form = formsOf((await browser.get(PATH)).html).find(({ hidden }) => hidden.action !== undefined)
  const fields = { name, size: String(bytes.length), at: String(at), data, action: "part" }
  return (await browser.post(PATH, { ...form?.hidden, ...fields })).status
}

/** Uploads a file in parts. */
const upload = async (browser: Browser, text: string, most = 700_000) => {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += most)
    expect(await send(browser, "strong.csv", bytes, at, at + most)).toBe(303)
}

const UNITS = { weightUnit: "kg", distanceUnit: "km" }

/** Uploads a file and previews it. */
const check = async (browser: Browser, text: string) => {
  await upload(browser, text)
  await browser.submit(PATH, "check", UNITS)
  await ended(browser)
}

/** Downloads the archive with a reader that takes some of it, waits, and takes the rest. */
const download = async (service: Service, browser: Browser, wait = 0): Promise<Buffer> => {
  const response = await service.fetch(`${PATH}?download=all`, {
    headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ") }
  })
  expect(response.headers.get("content-disposition")).toContain("attachment")
  const chunks: Array<Uint8Array> = []
  for await (const chunk of response.body ?? []) {
    if (chunks.length === 0) await Bun.sleep(wait)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const ended = (browser: Browser): Promise<string> => jobEnded(browser, PATH)

overEveryDatabase("the page of imports and exports", (service) => {
  test("a file is uploaded, previewed, mapped by hand, imported, listed and undone; everything is downloaded", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    expect((await browser.get("/app/settings")).html).toContain(PATH)
    await upload(browser, FILE, 40)
    expect((await browser.submit(PATH, "check")).status).toBe(303)
    const asked = await ended(browser)
    expect(asked).toContain("does not state the unit of its weights")
    expect([asked.includes("Choose the unit of weights."), asked.includes("--weight-unit")]).toEqual([true, false])
    await browser.submit(PATH, "check", UNITS)
    const looked = await ended(browser)
    expect(looked).toContain("2 rows: 2 new.")
    expect(looked).toContain("Would make 1 workout with 2 sets, 1 exercise of your own.")
    expect(looked).toContain("Gargoyle Heave")
    expect((await output<Listed>(person.rest("list_workouts"))).total).toBe(0)

    expect((await browser.submit(PATH, "import", { "exercise-0": "No Such Thing" })).html).toContain(
      "is not an exercise"
    )
    expect((await browser.submit(PATH, "import", { "exercise-0": "Barbell Deadlift" })).status).toBe(303)
    const done = await ended(browser)
    expect(done).toContain("What was done")
    expect(done).toMatch(/Strong, <time/)
    const { workouts } = await output<Listed>(person.rest("list_workouts"))
    expect(workouts.map(({ exercises }) => exercises.map(({ exerciseId }) => exerciseId))).toEqual([
      ["exr_barbell_squat", "exr_barbell_deadlift"]
    ])

    const path = join(folder, `${person.id}.zip`)
    await Bun.write(path, await download(service(), browser))
    expect((await openInput(path)).entries.map(({ name }) => name)).toContain("manifest.json")

    await browser.submit(PATH, "undo")
    expect(await ended(browser)).toContain("1 removed")
    expect((await output<Listed>(person.rest("list_workouts"))).total).toBe(0)
    await browser.submit(PATH, "done")
    expect((await browser.get(PATH)).html).toContain('type="file"')
  })

  test("cancelling ends a running import: what it has written stays, is listed as unfinished, and can be undone", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    const total = async () => (await output<Listed>(person.rest("list_workouts", { limit: 1 }))).total
    await check(browser, sessions(MANY))
    const importing = browser.submit(PATH, "import")
    await until(async () => (await total()) > 0, 60)
    expect((await browser.submit(PATH, "cancel")).status).toBe(303)
    await importing
    const written = await total()
    expect(written).toBeLessThan(MANY)
    const { html } = await browser.get(PATH)
    expect(html).toContain("not finished")
    expect(html).toContain('type="file"')

    await browser.submit(PATH, "undo")
    expect(await ended(browser)).toContain(`${written} removed`)
    expect(await total()).toBe(0)
  })

  test("an archive is complete even if its reader pauses for longer than a request may query the database", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    // More than streams keep ahead of their reader.
    await check(browser, sessions(300, noteOf))
    await browser.submit(PATH, "import")
    await ended(browser)
    const path = join(folder, `${person.id}-paused.zip`)
    await Bun.write(path, await download(service(), browser, 2500))
    const { entries } = await openInput(path)
    expect(entries.map(({ name }) => name)).toContain("manifest.json")
  })

  test("the upload is deleted with the user", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    await upload(browser, FILE)
    expect(existsSync(folderOf(person.id))).toBe(true)
    await browser.submit("/app/settings/delete", "delete", { confirmation: "delete everything" })
    expect(existsSync(folderOf(person.id))).toBe(false)
  })
})

// A page handles its fields the same over every database.
overOneDatabase("the fields of the page of imports", (service) => {
  test("one job runs at a time, and a second file does not mix with the first", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    await check(browser, sessions(200))
    // The same form twice: a second preview could come once the job has begun, and there is none.
    const form = formsOf((await browser.get(PATH)).html).find(({ hidden }) => hidden.action === "import")
    const answers = await Promise.all([form, form].map((form) => browser.post(PATH, form?.hidden ?? {})))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
    await ended(browser)

    const [mine, other] = [Buffer.from(sessions(20)), Buffer.from(sessions(21))]
    expect(await send(browser, "mine.csv", mine, 0, 100)).toBe(303)
    expect(await send(browser, "other.csv", other, 100, other.length)).toBe(400)
    expect(await send(browser, "mine.csv", mine, 100, mine.length)).toBe(303)
  })

  test("one tap accepts a suggestion, alone or with all others, unless something else was typed", async () => {
    const file = FILE.replace("Squat (Barbell)", "Barbell Sqat").replace("Gargoyle Heave", "Barbell Deadpress")
    for (const [fields, second] of [
      [{ suggested: "0" }, /^(?!exr_)/],
      [{ suggested: "all", "exercise-1": "Barbell Bench Press" }, /^exr_barbell_bench_press$/]
    ] as const) {
      const person = await newPerson(service())
      const browser = await signIn(service(), person)
      await check(browser, file)
      const { html } = await browser.get(PATH)
      expect(html.indexOf("Take all 2 suggestions")).toBeLessThan(html.indexOf("Barbell Sqat"))
      await browser.submit(PATH, "import", fields)
      await ended(browser)
      const { workouts } = await output<Listed>(person.rest("list_workouts"))
      const ids = workouts.flatMap(({ exercises }) => exercises.map(({ exerciseId }) => exerciseId))
      expect(ids).toEqual(["exr_barbell_squat", expect.stringMatching(second)])
    }
  })

  test("a question about a file is a choice and no fault; a file in another unit offers to show it, and no other does", async () => {
    const person = await newPerson(service(), { strengthUnit: "kg", bodyWeightUnit: "lb" })
    const browser = await signIn(service(), person)
    const offered = "This file is in pounds: show your loads in pounds?"
    await upload(browser, KNOWN)
    await browser.submit(PATH, "check")
    const asked = await ended(browser)
    expect(asked).toMatch(/<p class="notice" role="alert">strong\.csv/)
    expect(asked).not.toMatch(/class="fault"/)
    expect(asked).toMatch(/<select id="check-weightUnit"[^>]*><option value="" selected="">Choose</)

    await browser.submit(PATH, "check", { ...UNITS, weightUnit: "kg" })
    expect(await ended(browser)).not.toContain("This file is in")
    await browser.submit(PATH, "check", { ...UNITS, weightUnit: "lb" })
    expect(await ended(browser)).toContain(offered)
    expect((await browser.submit(PATH, "import", { show: "strengthUnit-lb" })).status).toBe(303)
    expect(await ended(browser)).toContain("What was done")
    expect((await output(person.rest("get_context"))).units).toMatchObject({ strengthLoad: "lb", bodyWeight: "lb" })
    await browser.submit(PATH, "done")

    await upload(browser, "date,weight (kg)\n2026-03-14,81.2\n2026-03-15,80.95\n")
    await browser.submit(PATH, "check")
    expect(await ended(browser)).toContain("This file is in kilograms: show your body weight in kilograms?")
    await browser.submit(PATH, "import")
    await ended(browser)
    expect((await output(person.rest("get_context"))).units).toMatchObject({ strengthLoad: "lb", bodyWeight: "lb" })
  })

  test("a file whose app is unknown asks for it; a note of a version that kept only words shows them", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    await upload(browser, "one,other\n1,2\n")
    await browser.submit(PATH, "check")
    const refused = await ended(browser)
    expect(refused).toMatch(
      /<p class="fault" role="alert">strong\.csv: .* Choose the app that it comes from, or upload/
    )
    expect(refused).toMatch(/<select id="check-source"[^>]*><option value="" selected="">Choose</)
    expect(refused).not.toContain("--source")

    const message = "strong.csv does not state the unit of its weights. Pass --weight-unit kg or --weight-unit lb."
    const note = { state: "failed", message, asked: { weightUnit: "lb" }, isQuestion: true }
    writeFileSync(join(folderOf(person.id), "ended.json"), JSON.stringify(note))
    const { html } = await browser.get(PATH)
    expect(html).toContain(message)
    expect(html).toMatch(/<option value="lb" selected="">Pounds/)
  })

  test("what a file holds and is not kept is named below its report, folded, with its rows", async () => {
    const browser = await signIn(service(), await newPerson(service()))
    const [header, ...rows] = KNOWN.trimEnd().split("\n")
    const more = [`${header},Gym,<Mood>`, `${rows[0]},North,calm`, `${rows[1]},North,`].join("\n")
    await check(browser, `${more}\n`)
    const folds = async () => {
      const { html } = await browser.get(PATH)
      const [, fold = ""] = /<details><summary>What is not kept<\/summary><ul>(.*?)<\/ul><\/details>/s.exec(html) ?? []
      return [...fold.matchAll(/<li>(.*?)<\/li>/gs)].map(([, item]) => item)
    }
    expect(await folds()).toEqual(["Gym: 2 rows (strong.csv)", "&lt;Mood&gt;: 1 row (strong.csv)"])
    await browser.submit(PATH, "import", UNITS)
    await ended(browser)
    expect(await folds()).toEqual(["Gym: 2 rows (strong.csv)", "&lt;Mood&gt;: 1 row (strong.csv)"])
    await check(browser, KNOWN)
    expect(await folds()).toEqual([])
  })

  test("parts out of sequence are refused; another person's import is not found", async () => {
    const [person, other] = [await newPerson(service()), await newPerson(service())]
    const [browser, stranger] = [await signIn(service(), person), await signIn(service(), other)]
    const form = formsOf((await browser.get(PATH)).html).find(({ hidden }) => hidden.action === "part")
    const part = { ...form?.hidden, name: "a.csv", size: "10", at: "5", data: "YWJjZGU" }
    expect((await browser.post(PATH, part)).status).toBe(400)
    expect((await browser.post(PATH, { ...part, at: "0", size: "5000000000" })).status).toBe(400)
    expect((await browser.post(PATH, { ...part, at: "0" }, { origin: "https://evil.example.com" })).status).toBe(403)

    await check(browser, KNOWN)
    await browser.submit(PATH, "import")
    const importId = /name="importId" value="(imp_\w+)"/.exec(await ended(browser))?.[1] ?? ""
    expect(importId).not.toBe("")
    const own = formsOf((await stranger.get(PATH)).html).find(({ hidden }) => hidden.action === "part")
    expect((await stranger.post(PATH, { ...own?.hidden, action: "undo", importId })).status).toBe(404)
    expect((await output<Listed>(person.rest("list_workouts"))).total).toBe(1)
    expect((await stranger.get(PATH)).html).not.toContain("strong.csv")
    await browser.submit(PATH, "done")
  })

  test("of first parts sent at the same instant, each is accepted or refused, and the remaining file is complete", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    const form = formsOf((await browser.get(PATH)).html).find(({ hidden }) => hidden.action === "part")
    const contents = Array.from({ length: 60 }, (_, index) => sessions(200 + (index % 3)))
    const statuses = await Promise.all(
      contents.map(async (content) => {
        const bytes = Buffer.from(content)
        const fields = { name: `${bytes.length}.csv`, size: String(bytes.length), at: "0" }
        return (await browser.post(PATH, { ...form?.hidden, ...fields, data: bytes.toString("base64url") })).status
      })
    )
    expect(statuses.filter((status) => status !== 303 && status !== 400)).toEqual([])
    expect(statuses).toContain(303)
    const upload = Option.getOrThrow(await Effect.runPromise(uploadOf(person.id)))
    const file = readFileSync(fileOf(person.id, upload), "utf8")
    expect(`${file.length}.csv`).toBe(upload.name)
    expect(contents).toContain(file)
    await browser.submit(PATH, "cancel")
    expect(existsSync(folderOf(person.id))).toBe(false)
  })
})

test("get_context and the instructions name the page, unless no page is served", async () => {
  for (const page of [true, false]) {
    const service = await makeService(onEmbedded.reused, { page })
    const person = await newPerson(service)
    const context = await output(person.rest("get_context"))
    expect(context.historyPage).toBe(page ? `${BASE_URL}${PATH}` : undefined)
    const client = await service.mcpClient(person.token)
    expect(client.getInstructions()?.includes(PATH)).toBe(page)
    await service.stop()
  }
})
