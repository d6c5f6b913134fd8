import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { BASE_URL, makeService, NOON, newPerson, output, type Service } from "../../support/app.ts"
import { cpuOf, standard } from "../../support/cpu.ts"
import { storeSets } from "../../support/stores.ts"
import { browserOf, formsOf, signIn } from "./support.ts"

const [MEMORY] = storeSets
if (MEMORY === undefined) throw new Error("There are no stores")

const KIB = 1024

/**
 * Milliseconds of CPU that one request may take on a machine where the standard takes as many; proportionally more on a
 * slower one.
 */
const BAR = 100

/** How often a request that took too long is repeated, because the first one may compile code or collect garbage. */
const TRIES = 10

/** The most expensive forms that are allowed, and some beyond. */
const BODIES: Readonly<Record<string, (length: number) => string>> = {
  "110,000 fields": (length) =>
    Array.from({ length: 110_000 }, (_, index) => `&${index.toString(36)}=`)
      .join("")
      .slice(0, length),
  "as many fields as are allowed": (length) =>
    Array.from({ length: 5990 }, (_, index) => `&%61${index}=%3C`)
      .join("")
      .slice(0, length),
  "the sets of a workout": (length) =>
    Array.from(
      { length: 5990 },
      (_, index) => `&exercises%5B${index % 100}%5D.sets%5B${Math.floor(index / 100)}%5D.weight=%3C`
    )
      .join("")
      .slice(0, length),
  "every field of as many sets as are allowed": (length) =>
    Array.from({ length: 600 }, (_, row) =>
      ["weight", "reps", "distanceMeters", "durationSeconds", "holdSeconds", "intensity", "setType", "loadIntent"]
        .map((column) => `&exercises%5B${row % 100}%5D.sets%5B${Math.floor(row / 100)}%5D.${column}=x`)
        .join("")
    )
      .join("")
      .slice(0, length),
  "one field of escapes": (length) => `&name=${"%3C".repeat(Math.floor((length - 6) / 3))}`,
  "one field of markup": (length) => `&name=${"<".repeat(length - 6)}`,
  "one field many times": (length) => "&name=<".repeat(5990).slice(0, length)
}

const FORMS = [
  ["/app/workouts/log", "log"],
  ["/app/settings/account", "save"],
  ["/app/settings/history", "part"],
  ["/app/settings/history", "check"],
  ["/app/sign-in", undefined],
  ["/app/login", undefined]
] as const

describe("a form of the largest kind", () => {
  let service: Service
  let minutes = 0
  beforeAll(async () => {
    service = await makeService(MEMORY.layer)
  }, 60_000)
  afterAll(() => service.stop())

  /** Lets a minute pass, so that no limit of the address or the person is reached. */
  const rest = () => {
    minutes += 1
    return service.setTime(new Date(Date.parse(NOON) + minutes * 60_000).toISOString())
  }

  const headers = {
    origin: BASE_URL,
    "sec-fetch-site": "same-origin",
    "content-type": "application/x-www-form-urlencoded"
  }

  test.each([true, false])(
    "takes less than 100 ms of CPU (signed in: %p)",
    async (isSignedIn) => {
      const person = await newPerson(service, { ownLimits: { writesBurst: 10_000 } })
      const browser = await signIn(service, person)
      const slow: Array<unknown> = []
      standard()
      for (const [path, action] of FORMS) {
        const { form_token = "" } = formsOf((await browser.get("/app")).html)[0]?.hidden ?? {}
        const start = new URLSearchParams({ action: action ?? "", form_token }).toString()
        for (const [name, make] of Object.entries(BODIES)) {
          for (const bytes of [383 * KIB, 1020 * KIB]) {
            await rest()
            const body = `${start}${make(bytes - start.length)}`
            let cost = Number.POSITIVE_INFINITY
            for (let attempt = 0; attempt < TRIES && cost > BAR; attempt++) {
              const took = await cpuOf(() =>
                (isSignedIn ? browser : browserOf(service)).send(path, { method: "POST", body, headers })
              )
              cost = took > BAR ? (took * BAR) / Math.max(BAR, await cpuOf(standard)) : took
            }
            if (process.env.COSTS !== undefined) console.log(path, action, name, body.length, cost.toFixed(1))
            if (cost > BAR) slow.push([path, name, body.length, cost])
          }
        }
      }
      expect(slow).toEqual([])
    },
    120_000
  )

  test("is refused in words beyond 6,000 fields or 384 KiB, and nothing is saved", async () => {
    const browser = await signIn(service, await newPerson(service))
    const [form] = formsOf((await browser.get("/app/settings/account")).html).filter(
      ({ hidden }) => hidden.action === "save"
    )
    const fields = {
      ...form?.hidden,
      name: "Changed",
      timezone: "UTC",
      bodyWeightUnit: "kg",
      strengthUnit: "kg",
      distanceUnit: "km"
    }
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, ""]))
    const given = Object.keys(fields).length
    for (const more of [many(6001 - given), { more: "a".repeat(384 * KIB) }]) {
      const { status, html } = await browser.post("/app/settings/account", { ...fields, ...more })
      expect([status, html.includes("at most 384 KiB and 6,000 fields")]).toEqual([400, true])
    }
    expect((await browser.get("/app/settings/account")).html).not.toContain("Changed")
    expect((await browser.post("/app/settings/account", { ...fields, ...many(6000 - given) })).status).toBe(303)
    expect((await browser.get("/app/settings/account")).html).toContain("Changed")
  })

  test("of a workout has at most 600 rows of sets, and a refused one shows no more", async () => {
    const person = await newPerson(service)
    const browser = await signIn(service, person)
    const workout = (rows: number) => ({
      name: "Long",
      ...Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`exercises[${index}].name`, "Barbell Squat"])),
      ...Object.fromEntries(
        Array.from({ length: rows }, (_, row) => [`exercises[${row % 20}].sets[${Math.floor(row / 20)}].reps`, "5"])
      )
    })
    for (const step of [{}, { step: "up:1" }]) {
      const { status, html } = await browser.submit("/app/workouts/log", "log", { ...workout(601), ...step })
      expect([status, html.includes("may have at most 600 rows of sets in a form; only these are shown")]).toEqual([
        400,
        true
      ])
      expect([...html.matchAll(/name="exercises\[\d+\]\.sets\[\d+\]\.reps"/g)]).toHaveLength(600)
    }
    const full = await browser.submit("/app/workouts/log", "log", { ...workout(600), step: "more:0" })
    expect([full.status, full.html.includes("a form has at most 600 sets")]).toEqual([400, true])
    expect((await browser.submit("/app/workouts/log", "log", workout(600))).status).toBe(303)
    expect((await browser.get("/app/workouts")).html).toContain("1 in all")
    const { workouts } = await output<{ workouts: ReadonlyArray<{ id: string }> }>(person.rest("list_workouts"))
    const again = (await browser.get(`/app/workouts/log?again=${workouts[0]?.id}`)).html
    expect([...again.matchAll(/name="exercises\[\d+\]\.sets\[\d+\]\.reps"/g)]).toHaveLength(600)
  })

  test("refuses the 101st set of an exercise, and the 101st exercise, in words", async () => {
    const browser = await signIn(service, await newPerson(service))
    const sets = Object.fromEntries(Array.from({ length: 100 }, (_, set) => [`exercises[0].sets[${set}].reps`, "5"]))
    const exercises = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`exercises[${index}].name`, "Barbell Squat"])
    )
    for (const [fields, step, fault] of [
      [{ ...sets, "exercises[0].exerciseId": "exr_barbell_squat" }, "more:0", "Barbell Squat has 100 sets, the most"],
      [exercises, "add:exr_plank", "Exercise finds no room: a workout has at most 100 exercises"]
    ] as const) {
      const { status, html } = await browser.submit("/app/workouts/log", "log", { find: "", ...fields, step })
      expect([status, html.includes(fault)]).toEqual([400, true])
    }
  })

  test("may have more bytes only if it brings a part of a file", async () => {
    const browser = await signIn(service, await newPerson(service))
    const path = "/app/settings/history"
    const data = Buffer.alloc(700_000).toString("base64url")
    const part = { name: "a.csv", size: "1400000", at: "0", data }
    expect((await browser.submit(path, "part", part)).status).toBe(303)
    const { status, html } = await browser.submit(path, "cancel", { data })
    expect([status, html.includes("at most 384 KiB")]).toEqual([400, true])
    expect((await browser.submit(path, "cancel")).status).toBe(303)
  })
})

/** Of the page of a workout, or of the form with as many sets as a form may have. */
const MOST_CHARACTERS = 1_250_000

describe("a page of the largest workout", () => {
  test.each([
    [6, 1],
    [6, 100],
    [100, 1],
    [100, 100]
  ])(
    "of 100 exercises with %d sets each takes less than 100 ms of CPU, also when compared with earlier ones (exercises: %d)",
    async (count, distinct) => {
      const service = await makeService(MEMORY.layer)
      try {
        const person = await newPerson(service)
        const browser = await signIn(service, person)
        const found = await Promise.all(
          ["dumbbell", "barbell", "cable"].map((query) =>
            output<{ exercises: ReadonlyArray<{ id: string }> }>(person.rest("search_exercises", { query, limit: 50 }))
          )
        )
        const ids = [...new Set(found.flatMap(({ exercises }) => exercises.map(({ id }) => id)))]
        const sets = Array.from({ length: count }, (_, index) => ({ reps: index, weight: { value: 60, unit: "kg" } }))
        const exercises = Array.from({ length: 100 }, (_, index) => ({ exerciseId: ids[index % distinct], sets }))
        const log = (date: string) =>
          output<{ workout: { id: string } }>(person.rest("log_workout", { name: "All", date, exercises }))
        await log("2026-03-13")
        const { id } = (await log("2026-03-14")).workout
        for (const path of [`/app/workout?id=${id}`, `/app/workouts/log?again=${id}`]) {
          let cost = Number.POSITIVE_INFINITY
          let length = 0
          for (let attempt = 0; attempt < 4 * TRIES && cost > BAR; attempt++) {
            const took = await cpuOf(async () => {
              const { status, html } = await browser.get(path)
              expect(status).toBe(200)
              length = html.length
              expect(html.includes("A form holds at most 600")).toBe(count > 6)
            })
            cost = Math.min(cost, (took * BAR) / Math.max(BAR, await cpuOf(standard)))
          }
          expect(cost).toBeLessThan(BAR)
          expect(length).toBeLessThan(MOST_CHARACTERS)
        }
      } finally {
        await service.stop()
      }
    },
    60_000
  )
})
