import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { newPerson, output, overEveryDatabase, type Person } from "../../support/app.ts"
import { archiveOf, restored } from "./archives.ts"
import { exercise, importRows, session } from "./support.ts"

const folder = mkdtempSync(join(tmpdir(), "fettle-restores-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Detail {
  readonly exercises: ReadonlyArray<{
    readonly exerciseId: string
    readonly name: string
    readonly sets: ReadonlyArray<Readonly<Record<string, unknown>>>
  }>
}

const detailsOf = async ({ rest }: Person) => {
  const { workouts } = await output<{ workouts: ReadonlyArray<{ id: string }> }>(rest("list_workouts"))
  return Promise.all(
    workouts.map(({ id }) => output<Detail & { id: string; name: string }>(rest("get_workout", { id })))
  )
}

const ownIdOf = async ({ rest }: Person, query: string): Promise<string> => {
  const { exercises } = await output<{ exercises: ReadonlyArray<{ id: string; name: string }> }>(
    rest("search_exercises", { query })
  )
  return exercises.find(({ name }) => name.toLowerCase() === query.toLowerCase())?.id ?? "none"
}

overEveryDatabase("another person's archive", (service) => {
  const gargoyle = (name: string) => exercise(name, session("2025-01-01", "08:00:00").exercises[0]?.sets ?? [])

  test("uses the person's own exercise of the same name if there is one", async () => {
    const [one, other] = [await newPerson(service()), await newPerson(service())]
    const named = new Map([["Heave", "exr_running"]])
    await importRows(service(), one, "hevy", [session("2025-03-03", "18:00:00", [gargoyle("Weird Thing")])])
    const theirs = await ownIdOf(one, "weird thing")
    await importRows(
      service(),
      one,
      "hevy",
      [session("2025-03-04", "18:00:00", [gargoyle("Odd"), gargoyle("Heave"), gargoyle("Single")])],
      { choices: new Map([...named, ["Odd", theirs]]) }
    )
    await importRows(service(), other, "hevy", [session("2025-03-05", "18:00:00", [gargoyle("weird thing")])])
    const mine = await ownIdOf(other, "weird thing")
    expect(mine).not.toBe(theirs)

    const { path } = await archiveOf(folder, service(), one)
    const report = await restored(service(), other, path)
    expect(report).toMatchObject({ leftOut: [], rows: { merged: 2 }, made: { workouts: 2, exercises: 1 } })

    const details = await detailsOf(other)
    const known = new Map(
      details.flatMap(({ exercises }) => exercises.map(({ exerciseId, name }) => [exerciseId, name]))
    )
    expect(Object.fromEntries(known)).toMatchObject({ [mine]: "weird thing", exr_running: "Running" })
    expect(known.has(theirs)).toBe(false)
    for (const { exercises, ...detail } of details) {
      const { estimatedCalories: _kcal, startTime: _start, endTime: _end, ...rest } = detail as Record<string, unknown>
      const given = exercises.map(({ exerciseId, sets }) => ({
        exerciseId,
        sets: sets.map(({ setNumber: _number, weightKg: _kilograms, ...set }) => set)
      }))
      await output(other.rest("replace_workout", { ...rest, exercises: given }))
      expect(await output(other.mcp("get_workout", { id: detail.id }))).toEqual({ ...detail, exercises })
    }

    const { texts } = await archiveOf(folder, service(), other)
    for (const [name, text] of texts) expect([name, text.includes(theirs)]).toEqual([name, false])
    expect(texts.get("workouts-hevy.csv")).toContain("weird thing")
    const again = await restored(service(), other, path)
    expect(again.rows).toMatchObject({ new: 0, merged: 2 })
    await importRows(service(), other, "hevy", [session("2025-03-06", "18:00:00", [gargoyle("odd")])])
    expect((await detailsOf(other))[0]?.exercises).toMatchObject([{ exerciseId: mine }])
  })
})

overEveryDatabase("a person's own archive", (service) => {
  test("changes nothing, also if a later file has brought a session at the time of one of its own", async () => {
    const person = await newPerson(service())
    const legs = session("2025-03-03", "18:00:00", undefined, { title: "Legs" })
    await importRows(service(), person, "hevy", [legs])
    const { path } = await archiveOf(folder, service(), person)
    await importRows(service(), person, "hevy", [legs, { ...legs, title: "Beside" }])
    const { rows, leftOut } = await restored(service(), person, path)
    expect(leftOut).toEqual([])
    expect(rows).toMatchObject({ new: 0, changed: 0, unchanged: rows.read })
    expect((await detailsOf(person)).map(({ name }) => name).toSorted()).toEqual(["Beside", "Legs"])
  })
})
