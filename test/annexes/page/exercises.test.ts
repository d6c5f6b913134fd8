import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DateTime, Effect } from "effect"
import { undoImport } from "../../../src/annexes/imports/ledger/undo-import.ts"
import { ImportId } from "../../../src/annexes/imports/rows/model.ts"
import { MOST_OWN, ownExerciseIds } from "../../../src/features/exercises/own.ts"
import { OwnExercises } from "../../../src/features/exercises/store.ts"
import { get, type Listed, log } from "../../features/workouts/support.ts"
import { newPerson, output, overEveryDatabase, type Person, type Service } from "../../support/app.ts"
import { archiveOf, restore } from "../imports/archives.ts"
import { exercise, importRows, session, set } from "../imports/support.ts"
import { type Browser, formsOf, signIn } from "./support.ts"

const EXERCISES = "/app/settings/exercises"
const NEW = { name: "Yoke Push", category: "strength", trackingType: "weight_reps" }

const folder = mkdtempSync(join(tmpdir(), "fettle-exercises-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const ownOf = (service: Service, { id }: Person) => service.run(Effect.flatMap(OwnExercises, ({ all }) => all(id)))

/** The form token of a browser. */
const tokenOf = async (browser: Browser) => {
  const { form_token = "" } = formsOf((await browser.get(EXERCISES)).html)[0]?.hidden ?? {}
  return { form_token }
}

const pathOf = (id: string) => `${EXERCISES}/exercise?id=${id}`

/** Creates an exercise on the page, and returns its id. */
const make = async (service: Service, person: Person, browser: Browser, fields: Partial<typeof NEW> = {}) => {
  const { status, headers } = await browser.submit(EXERCISES, "create", { ...NEW, ...fields })
  expect([status, headers.get("location")]).toEqual([303, `${EXERCISES}?done=created`])
  const { name } = { ...NEW, ...fields }
  return (await ownOf(service, person)).find((own) => own.name === name.trim())?.id ?? ""
}

const gargoyles = [session("2025-03-01", "18:00:00", [exercise("Gargoyle Heave", [set()])])]

/**
 * Imports a workout with an exercise that the catalogue lacks; returns the exercise's id, and a function that undoes
 * the import.
 */
const imported = async (service: Service, person: Person) => {
  const { importId, exercises } = await importRows(service, person, "hevy", gargoyles)
  const undo = () => service.run(Effect.orDie(undoImport(ImportId.make(importId ?? ""))))
  return { id: exercises[0]?.exerciseId ?? "", undo }
}

overEveryDatabase("own exercises on the page", (service) => {
  const somebody = async () => {
    const person = await newPerson(service())
    return { person, browser: await signIn(service(), person) }
  }

  test("are created, found and used at once, changed, and deleted once no workout uses them", async () => {
    const { person, browser } = await somebody()
    expect((await browser.get("/app/settings")).html).toContain(`href="${EXERCISES}"`)
    expect((await browser.get(EXERCISES)).html).toContain("There are none yet.")
    const id = await make(service(), person, browser, { name: "  Yoke <Push>  " })
    expect(id).toMatch(/^ownex_\w{16}$/)
    const listed = await browser.get(`${EXERCISES}?done=created`)
    expect(listed.html).toContain("The exercise is made.")
    expect(listed.html).toContain("Yoke &lt;Push&gt;")
    expect(listed.html).toContain("Strength, weight and repetitions")
    const search = async (query: string) =>
      (await output<{ exercises: ReadonlyArray<unknown> }>(person.mcp("search_exercises", { query }))).exercises[0]
    expect(await search("yoke push")).toMatchObject({ id, name: "Yoke <Push>", category: "strength" })
    const saved = await log(person.rest, { name: "Yokes", exercises: [{ name: "yoke <push>", sets: [{ reps: 5 }] }] })

    const used = await browser.get(pathOf(id))
    expect(used.html).toContain("1 workout uses it")
    expect(used.html).not.toContain('name="trackingType"')
    const renamed = await browser.submit(pathOf(id), "save", { name: "Yoke Carry", category: "cardio" })
    expect([renamed.status, renamed.headers.get("location")]).toEqual([303, `${pathOf(id)}&done=saved`])
    expect(await search("yoke carry")).toMatchObject({ id, category: "cardio", trackingType: "weight_reps" })
    expect((await get(person.rest, saved.id)).exercises).toMatchObject([{ exerciseId: id, name: "Yoke Carry" }])
    const { workouts } = await output<Listed>(person.rest("list_workouts"))
    expect(workouts[0]?.exercises).toEqual([{ exerciseId: id, name: "Yoke Carry" }])

    await output(person.rest("delete_workout", { id: saved.id }))
    const deleted = await browser.submit(pathOf(id), "delete")
    expect([deleted.status, deleted.headers.get("location")]).toEqual([303, EXERCISES])
    expect(await search("yoke carry")).not.toMatchObject({ id })
    expect((await browser.get(pathOf(id))).status).toBe(404)
    const { html } = await browser.follow(deleted)
    expect(html).toContain("Yoke Carry is deleted.")
    const undo = formsOf(html).find(({ hidden }) => hidden.action === "restore")
    const undone = await browser.post(undo?.to ?? "", undo?.hidden ?? {})
    expect((await browser.follow(undone)).html).toContain("The exercise is back.")
    expect(await search("yoke carry")).toMatchObject({ id })
  })

  test("are found where workouts are logged; a workout's form has columns for what they track", async () => {
    const { person, browser } = await somebody()
    const id = await make(service(), person, browser, { name: "Hill <Run>", trackingType: "distance_duration" })
    const other = await somebody()
    const search = (own: Browser) => own.submit("/app/workouts/log", "log", { step: "search", find: "hill" })
    expect((await search(browser)).html).toContain(`value="add:${id}" class="quiet">Hill &lt;Run&gt;<`)
    expect((await search(other.browser)).html).not.toContain("&lt;Run")
    const exercises = [{ exerciseId: id, sets: [{ distanceMeters: 900 }] }]
    const { id: workoutId } = await log(person.rest, { name: "Hills", exercises })
    const { html } = await browser.get(`/app/workout?id=${workoutId}`)
    expect(html).toContain('name="exercises[0].sets[0].durationSeconds"')
    expect(html).not.toContain('name="exercises[0].sets[0].reps"')
  })

  test("keep their tracking type, and cannot be deleted, while workouts use them", async () => {
    const { person, browser } = await somebody()
    const id = await make(service(), person, browser)
    const form = { ...(await tokenOf(browser)), id }
    const change = { ...form, action: "save", ...NEW, trackingType: "hold" }
    expect((await browser.post(pathOf(id), change)).status).toBe(303)
    expect((await ownOf(service(), person))[0]).toMatchObject({ trackingType: "hold" })
    await log(person.rest, { name: "Yokes", exercises: [{ exerciseId: id, sets: [{ holdSeconds: 5 }] }] })
    const refused = await browser.post(pathOf(id), { ...change, trackingType: "reps" })
    expect(refused.status).toBe(409)
    expect(refused.html).toContain("Workouts use Yoke Push with time held in its sets, so that stays.")
    const kept = await browser.post(pathOf(id), { ...form, action: "delete" })
    expect(kept.status).toBe(409)
    expect(kept.html).toContain("Workouts or routines use Yoke Push, so it is kept.")
    expect(await ownOf(service(), person)).toMatchObject([{ id, ...NEW, trackingType: "hold" }])
  })

  test("have names as in imports: not the catalogue's, unique ignoring case, and of bounded length", async () => {
    const { person, browser } = await somebody()
    const id = await make(service(), person, browser)
    const other = await make(service(), person, browser, { name: "Garage Lift" })
    const faults = [
      ["barbell DEADLIFT", "Name is in the catalogue: workouts can use its Barbell Deadlift at once"],
      ["", "Name"],
      ["   ", "Name"],
      ["x".repeat(201), "Name must be 1 to 200 characters long"]
    ] as const
    for (const [name, fault] of [...faults, ["yoke PUSH ", "Name is that of another exercise of your own"] as const]) {
      const refused = await browser.submit(EXERCISES, "create", { ...NEW, name })
      expect([name, refused.status, refused.html.includes(fault)]).toEqual([name, 400, true])
    }
    for (const [name, fault] of [...faults, ["GARAGE lift", "Name is that of another exercise of your own"] as const]) {
      const refused = await browser.submit(pathOf(id), "save", { ...NEW, name })
      expect([name, refused.status, refused.html.includes(fault)]).toEqual([name, 400, true])
    }
    for (const wrong of [{ category: "none" }, { trackingType: "none" }]) {
      expect((await browser.submit(EXERCISES, "create", { ...NEW, name: "Other", ...wrong })).status).toBe(400)
      expect((await browser.submit(pathOf(id), "save", { ...NEW, ...wrong })).status).toBe(400)
    }
    expect((await browser.submit(pathOf(id), "save", { ...NEW, name: "YOKE push" })).status).toBe(303)
    const names = (await ownOf(service(), person)).map((own) => [own.id, own.name] as const)
    expect(new Map(names)).toEqual(
      new Map([
        [id, "YOKE push"],
        [other, "Garage Lift"]
      ])
    )
  })

  test("are at most 2,000, shown in lists of 100 by name", async () => {
    const { person, browser } = await somebody()
    await service().run(
      Effect.gen(function* () {
        const store = yield* OwnExercises
        const createdAt = yield* DateTime.now
        const names = Array.from({ length: MOST_OWN }, (_, index) => `Heave ${String(index).padStart(4, "0")}`)
        for (const name of names) {
          const id = yield* ownExerciseIds.make
          yield* store.add(person.id, { id, name, category: "strength", trackingType: "reps", createdAt })
        }
      })
    )
    const refused = await browser.submit(EXERCISES, "create", NEW)
    expect(refused.status).toBe(409)
    expect(refused.html).toContain("You have 2,000 exercises of your own")
    for (const [path, first, count] of [
      [EXERCISES, "Heave 0000", 1],
      [`${EXERCISES}?page=1`, "Heave 0100", 2],
      [`${EXERCISES}?page=99`, "Heave 1900", 1]
    ] as const) {
      const { html } = await browser.get(path)
      expect([path, html.length < 60_000, html.match(/\?page=/g)?.length]).toEqual([path, true, count])
      expect(html.match(/Heave \d{4}/g)).toHaveLength(100)
      expect(html.match(/Heave \d{4}/)?.[0]).toBe(first)
    }
    expect((await browser.get(`${EXERCISES}?page=-1&page=x`)).html).toContain("Heave 0000")
  }, 60_000)

  test("are created once if two forms with one name are sent at once", async () => {
    const { person, browser } = await somebody()
    const sent = await Promise.all(Array.from({ length: 4 }, () => browser.submit(EXERCISES, "create", NEW)))
    expect(sent.map(({ status }) => status).sort()).toEqual([303, 400, 400, 400])
    expect(await ownOf(service(), person)).toHaveLength(1)
  })

  test("belong to their user: nobody else sees, changes or deletes them", async () => {
    const { person, browser } = await somebody()
    const theirs = (await somebody()).browser
    const id = await make(service(), person, browser)
    expect((await theirs.get(EXERCISES)).html).not.toContain("Yoke Push")
    expect((await theirs.get(pathOf(id))).status).toBe(404)
    const token = await tokenOf(theirs)
    for (const fields of [
      { action: "save", id, ...NEW, name: "Stolen" },
      { action: "delete", id }
    ]) {
      expect([fields, (await theirs.post(pathOf(id), { ...token, ...fields })).status]).toEqual([fields, 404])
    }
    expect(await ownOf(service(), person)).toMatchObject([{ id, ...NEW }])
  })

  test("count each change as a write", async () => {
    const { person, browser } = await somebody()
    const headers = { authorization: `Bearer ${person.token}` }
    const remaining = async () => {
      const response = await service().fetch("/v1/me", { headers })
      return Number(/"writes";r=(\d+)/.exec(response.headers.get("ratelimit") ?? "")?.[1])
    }
    const before = await remaining()
    const id = await make(service(), person, browser)
    await browser.submit(pathOf(id), "save", NEW)
    await browser.submit(pathOf(id), "delete")
    expect(await remaining()).toBe(before - 3)
  })
})

overEveryDatabase("own exercises that imports made", (service) => {
  const importer = async () => {
    const person = await newPerson(service())
    return { person, browser: await signIn(service(), person), ...(await imported(service(), person)) }
  }

  test("stay after an undo if the person has changed them, in name or otherwise", async () => {
    for (const change of [{ name: "Heave" }, { category: "cardio" }]) {
      const { person, browser, id, undo } = await importer()
      const wanted = { name: "Gargoyle Heave", category: "strength", ...change }
      expect((await browser.submit(pathOf(id), "save", wanted)).status).toBe(303)
      const undone = await undo()
      expect(undone).toMatchObject({ removed: 1, kept: [{ kind: "exercise", id, reason: "changed since the import" }] })
      expect(await ownOf(service(), person)).toMatchObject([{ id, ...wanted }])
      expect((await browser.submit(pathOf(id), "delete")).status).toBe(303)
      expect(await ownOf(service(), person)).toEqual([])
    }
  })

  test("do not prevent an undo if the person has deleted them", async () => {
    const { person, browser, id, undo } = await importer()
    const { workouts } = await output<Listed>(person.rest("list_workouts"))
    await output(person.rest("delete_workout", { id: workouts[0]?.id }))
    expect((await browser.submit(pathOf(id), "delete")).status).toBe(303)
    expect(await undo()).toMatchObject({ removed: 0, kept: [] })
  })

  test("stay deleted when the file is imported again, until a workout needs them", async () => {
    const { person, browser, id } = await importer()
    const { workouts } = await output<Listed>(person.rest("list_workouts"))
    await output(person.rest("delete_workout", { id: workouts[0]?.id }))
    await browser.submit(pathOf(id), "delete")
    const again = await importRows(service(), person, "hevy", gargoyles)
    expect(again).toMatchObject({ rows: { leftOut: 1 }, made: { exercises: 0 } })
    expect(await ownOf(service(), person)).toEqual([])
    const more = [...gargoyles, session("2025-03-02", "18:00:00", [exercise("Gargoyle Heave", [set()])])]
    const dry = await importRows(service(), person, "hevy", more, { dryRun: true })
    const last = await importRows(service(), person, "hevy", more)
    for (const { rows, made } of [dry, last]) expect([rows.leftOut, made.workouts, made.exercises]).toEqual([1, 1, 1])
    expect(await ownOf(service(), person)).toMatchObject([{ id, name: "Gargoyle Heave" }])
  })

  test("are recognised by their old name in the same file, so importing it again changes nothing", async () => {
    const { person, browser, id } = await importer()
    await browser.submit(pathOf(id), "save", { name: "Heave", category: "cardio" })
    const before = await ownOf(service(), person)
    const again = await importRows(service(), person, "hevy", gargoyles)
    expect(again).toMatchObject({ rows: { unchanged: 1 }, made: { exercises: 0 }, exercises: [{ exerciseId: id }] })
    expect(await ownOf(service(), person)).toEqual(before)
  })

  test("and those made by hand are restored from an archive as they are", async () => {
    const { person, browser, id } = await importer()
    await browser.submit(pathOf(id), "save", { name: "Heave", category: "cardio" })
    await make(service(), person, browser)
    const { path, texts } = await archiveOf(folder, service(), person)
    const other = await newPerson(service())
    await restore(service(), other, path)
    expect(await ownOf(service(), other)).toEqual(await ownOf(service(), person))
    expect((await archiveOf(folder, service(), other)).texts.get("exercises.ndjson")).toBe(
      texts.get("exercises.ndjson") ?? ""
    )
  })
})
