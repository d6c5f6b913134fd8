import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { SAMPLE_DAYS } from "../../../src/annexes/imports/sample/person.ts"
import { addSample, removeSample } from "../../../src/annexes/imports/sample/sample.ts"
import {
  newPerson,
  output,
  overEveryDatabase,
  overOneDatabase,
  type Person,
  type Service,
  TODAY
} from "../../support/app.ts"
import { archiveOf, withoutTime } from "../imports/archives.ts"
import { formsOf, signIn } from "./support.ts"

interface Shown {
  readonly weights: { readonly readings: ReadonlyArray<unknown> }
  readonly diary: { readonly total: number }
  readonly workouts: { readonly total: number }
  readonly goals: { readonly goals: ReadonlyArray<unknown> }
  readonly foods: { readonly foods: ReadonlyArray<unknown> }
  readonly context: {
    readonly streak: { readonly current: number }
    readonly latest: { readonly weight: { readonly value: number } }
  }
}

const folder = mkdtempSync(join(tmpdir(), "fettle-sample-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Every file of a person's export. */
const exported = async (service: Service, person: Person) =>
  withoutTime((await archiveOf(folder, service, person)).texts)

const seen = async ({ rest }: Person) => ({
  weights: await output(rest("list_body_metrics", { metric: "weight", from: "2025-09-01", to: TODAY })),
  diary: await output(rest("list_food_entries", { from: "2025-09-01", to: TODAY, limit: 1 })),
  workouts: await output(rest("list_workouts", { limit: 1 })),
  goals: await output(rest("list_goals")),
  foods: await output(rest("search_foods", { kind: "custom_food" })),
  context: { ...(await output<Record<string, unknown>>(rest("get_context"))), limits: null }
})

const removing = (html: string) =>
  formsOf(html).find(({ to, hidden }) => to === "/app/sample" && hidden.action === "remove")?.hidden ?? {}

overEveryDatabase("sample data", (service) => {
  test("fills an empty account with one plausible half-year, says so on every page, and leaves nothing behind", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    const before = [await seen(person), await exported(service(), person)] as const
    expect((await browser.submit("/app", "fill")).status).toBe(303)
    for (const path of ["/app", "/app/diary", "/app/workouts", "/app/trends", "/app/settings"])
      expect((await browser.get(path)).html).toContain("You are looking at sample data")
    const { weights, diary, workouts, goals, foods, context } = (await seen(person)) as unknown as Shown
    expect(weights.readings.length).toBeGreaterThan(100)
    expect(weights.readings.length).toBeLessThan(SAMPLE_DAYS - 12)
    expect(diary.total).toBeGreaterThan(1000)
    expect(workouts.total).toBeGreaterThan(50)
    expect([goals.goals.length, foods.foods.length]).toEqual([4, 1])
    expect(context.streak.current).toBe(SAMPLE_DAYS)
    expect((await browser.get("/app/workouts/routines")).html).toContain("Full body")
    const energy = await output<{ readonly energy: { readonly expenditure: { readonly value: number } } }>(
      person.rest("list_body_metrics", { metric: "weight", from: "2025-12-15", to: TODAY, analysis: true })
    )
    if (energy.energy.expenditure === undefined) throw new Error(JSON.stringify(energy.energy))
    expect(energy.energy.expenditure.value).toBeGreaterThan(1900)
    expect(energy.energy.expenditure.value).toBeLessThan(2900)
    expect(await exported(service(), person)).toEqual(before[1])
    expect((await browser.post("/app/sample", { ...removing((await browser.get("/app")).html) })).status).toBe(303)
    expect([await seen(person), await exported(service(), person)]).toEqual([...before])
    expect((await browser.get("/app")).html).not.toContain("sample data of a person")
  }, 60_000)
})

// What goes in and out, above, goes over every database; whether it may is decided the same over each.
overOneDatabase("sample data", (service) => {
  test("goes in twice only if it was taken out, and never takes what is the person's own", async () => {
    const person = await newPerson(service())
    const own = { metric: "weight", readings: [{ value: 91.5, unit: "kg", date: TODAY }] }
    await output(person.rest("set_body_metrics", own))
    await output(person.rest("save_goal", { name: "Sleep", type: "boolean" }))
    const before = [await seen(person), await exported(service(), person)] as const
    await service().run(addSample(person.id))
    expect(await service().run(Effect.flip(addSample(person.id)))).toMatchObject({ _tag: "SampleRefused" })
    // Badges follow from the facts, and are not told apart while sample data is there.
    const facts = (files: ReadonlyArray<ReadonlyArray<string | undefined>>) =>
      files.filter(([name]) => name !== "badges.ndjson" && name !== "manifest.json")
    expect(facts(await exported(service(), person))).toEqual(facts(before[1]))
    const { context } = (await seen(person)) as unknown as Shown
    expect(context.latest.weight.value).toBe(91.5)
    await service().run(removeSample(person.id))
    expect(await service().run(Effect.flip(removeSample(person.id)))).toMatchObject({ _tag: "SampleRefused" })
    expect(await seen(person)).toEqual(before[0])
    await service().run(addSample(person.id))
    await service().run(removeSample(person.id))
    expect([await seen(person), await exported(service(), person)]).toEqual([...before])
  }, 60_000)
})
