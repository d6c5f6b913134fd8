import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { log } from "../../features/workouts/support.ts"
import { newPerson, output, overEveryDatabase, type Person } from "../../support/app.ts"
import { archiveOf } from "./archives.ts"
import { importContent } from "./support.ts"

const folder = mkdtempSync(join(tmpdir(), "fettle-carries-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A session in Hevy's own form, with what a carry, help, a weighted plank, a vest and an elliptical record there. */
const HEVY = [
  "title,start_time,end_time,description,exercise_title,superset_id,exercise_notes,set_index,set_type,weight_kg,reps,distance_km,duration_seconds,rpe",
  ...[
    "Farmers Walk,,,0,normal,32,,0.04,35,",
    "Pull Up (Assisted),,,0,normal,30,8,,,",
    "Pull Up (Assisted),,,1,normal,20,6,,,",
    "Plank,,,0,normal,10,,,60,",
    "Treadmill,,,0,normal,9,,3,1500,",
    "Elliptical Trainer,,,0,normal,,,4.2,1200,"
  ].map((set) => `Mixed,"14 Mar 2026, 08:00","14 Mar 2026, 09:30",,${set}`)
].join("\n")

type Call = Person["rest"]

overEveryDatabase("a carry, help, a weighted plank, a vest and an elliptical", (service) => {
  /** What is known of each exercise of the only workout. */
  const sessionOf = async (call: Call) => {
    const { workouts } = await output<{ workouts: ReadonlyArray<{ id: string }> }>(call("list_workouts", {}))
    const { exercises } = await output<{
      exercises: ReadonlyArray<{ exerciseId: string; weightIs?: string; sets: ReadonlyArray<Record<string, unknown>> }>
    }>(call("get_workout", { id: workouts[0]?.id ?? "" }))
    return exercises.map(({ exerciseId, weightIs, sets }) => ({
      exerciseId,
      weightIs,
      sets: sets.map(({ weightKg, loadIntent, reps, distanceMeters, durationSeconds, holdSeconds }) => [
        weightKg,
        loadIntent,
        reps,
        distanceMeters,
        durationSeconds,
        holdSeconds
      ])
    }))
  }
  const EXPECTED = [
    { exerciseId: "exr_farmers_walk", weightIs: undefined, sets: [[32, undefined, undefined, 40, 35, undefined]] },
    {
      exerciseId: "exr_assisted_pull_up_machine",
      weightIs: "assistance",
      sets: [
        [30, "assistance", 8, undefined, undefined, undefined],
        [20, "assistance", 6, undefined, undefined, undefined]
      ]
    },
    { exerciseId: "exr_plank", weightIs: undefined, sets: [[10, undefined, undefined, undefined, undefined, 60]] },
    {
      exerciseId: "exr_running_treadmill",
      weightIs: undefined,
      sets: [[9, undefined, undefined, 3000, 1500, undefined]]
    },
    {
      exerciseId: "exr_elliptical_trainer",
      weightIs: undefined,
      sets: [[undefined, undefined, undefined, 4200, 1200, undefined]]
    }
  ]

  test("come from Hevy, and come back from its table in the archive, and from the archive", async () => {
    const person = await newPerson(service(), { timezone: "Europe/Berlin" })
    await importContent(service(), person, "workouts.csv", `${HEVY}\n`)
    for (const call of [person.rest, person.mcp]) expect(await sessionOf(call)).toEqual(EXPECTED)
    const { path, texts } = await archiveOf(folder, service(), person)
    const table = texts.get("workouts-hevy.csv") ?? ""
    const [other, third] = [
      await newPerson(service(), { timezone: "Europe/Berlin" }),
      await newPerson(service(), { timezone: "Europe/Berlin" })
    ]
    await importContent(service(), other, "workouts.csv", table)
    expect(await sessionOf(other.rest)).toEqual(EXPECTED)
    await importContent(service(), third, "history.zip", new Uint8Array(await Bun.file(path).arrayBuffer()))
    expect(await sessionOf(third.rest)).toEqual(EXPECTED)
  })

  test("have the same best and records whether the set or only the exercise says what its weight is", async () => {
    const [imported, logged] = [
      await newPerson(service(), { timezone: "Europe/Berlin" }),
      await newPerson(service(), { timezone: "Europe/Berlin" })
    ]
    await importContent(service(), imported, "workouts.csv", `${HEVY}\n`)
    const kg = (value: number) => ({ value, unit: "kg" })
    const sets = [
      { weight: kg(30), reps: 8 },
      { weight: kg(20), reps: 6 }
    ]
    await log(logged.rest, { date: "2026-03-14", exercises: [{ name: "Assisted Pull-Up", sets }] })
    const statsOf = async (call: Call) => {
      const { exercise } = await output<{
        exercise: {
          best?: { weightKg: number; reps: number }
          bestEstimatedOneRepMax?: unknown
          records: Readonly<Record<string, { value: number }>>
          sums: unknown
        }
      }>(call("list_workouts", { exerciseId: "exr_assisted_pull_up_machine" }))
      const { best, bestEstimatedOneRepMax, records, sums } = exercise
      return {
        best: [best?.weightKg, best?.reps],
        bestEstimatedOneRepMax,
        records: Object.entries(records).map(([name, { value }]) => [name, value]),
        sums
      }
    }
    for (const call of [imported.rest, imported.mcp, logged.rest, logged.mcp])
      expect(await statsOf(call)).toEqual({
        best: [20, 6],
        bestEstimatedOneRepMax: undefined,
        records: [
          ["leastAssistance", 20],
          ["mostReps", 8]
        ],
        sums: { reps: 14 }
      })
  })
})
