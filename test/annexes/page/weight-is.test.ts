import { expect, test } from "bun:test"
import { log } from "../../features/workouts/support.ts"
import { NOON, newPerson, output, overOneDatabase, type Person } from "../../support/app.ts"
import { importContent } from "../imports/support.ts"
import { type Browser, signIn } from "./support.ts"

const kg = (value: number) => ({ value, unit: "kg" })

const HEVY = [
  "title,start_time,end_time,description,exercise_title,superset_id,exercise_notes,set_index,set_type,weight_kg,reps,distance_km,duration_seconds,rpe",
  ...["Pull Up (Assisted),,,0,normal,40,10,,,", "Pull Up (Weighted),,,0,normal,15,4,,,"].map(
    (set) => `Back,"20 Feb 2026, 08:00","20 Feb 2026, 09:30",,${set}`
  )
].join("\n")

const FITNOTES = [
  "Date,Exercise,Category,Weight (kg),Reps,Distance,Distance Unit,Time,Comment",
  "2026-02-22,Assisted Pull Up,Back,35,9,,,,",
  "2026-02-22,Weighted Pull Up,Back,12.5,6,,,,"
].join("\n")

interface Answer {
  readonly exercise: {
    readonly best?: { readonly weight?: { readonly value: number }; readonly reps?: number }
    readonly bestEstimatedOneRepMax?: { readonly value: number }
    readonly records: Readonly<Record<string, { readonly value: number }>>
    readonly sums: { readonly reps?: number; readonly volume?: { readonly value: number } }
  }
}

/** The best set, one-rep maximum, records and sums of an exercise in all workouts, as a line. */
const lineOf = async (call: Person["rest"], exerciseId: string): Promise<string> => {
  const { exercise } = await output<Answer>(call("list_workouts", { exerciseId, limit: 1 }))
  const { best, bestEstimatedOneRepMax: max, records, sums } = exercise
  const values = Object.entries(records).map(([record, { value }]) => `${record} ${value}`)
  return [
    `best ${best?.weight?.value} × ${best?.reps}`,
    `one-rep max ${max?.value ?? "–"}`,
    values.sort().join(", "),
    `volume ${sums.volume?.value ?? "–"}`,
    `reps ${sums.reps}`
  ].join("; ")
}

const plain = (html: string): string =>
  html
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim()

/** The records and charts of an exercise's page, and last time's sets in the form, as lines. */
const pageOf = async (browser: Browser, exerciseId: string, workoutId: string): Promise<ReadonlyArray<string>> => {
  const { html } = await browser.get(`/app/exercise?id=${exerciseId}`)
  const records = /<h2 id="records">Records<\/h2>(.*?)<\/section>/s.exec(html)?.[1] ?? ""
  const charts = [...html.matchAll(/<h2 id="(estimates|volume)">/g)].map(([, chart]) => chart)
  const form = (await browser.get(`/app/workouts/log?again=${workoutId}`)).html
  const times = [...form.matchAll(/<legend>([^<]*)<\/legend>.*?<details class="before">(.*?)<\/details>/gs)]
  const [, , last = ""] = times.find(([whole]) => whole.includes(exerciseId)) ?? []
  return [plain(records.replace(/<a [^>]*>.*?<\/a>/g, "")), `charts: ${charts.join(", ") || "none"}`, plain(last)]
}

/** What is shown, of sets that say what their weight is and of sets that do not. */
const TABLE = {
  exr_assisted_pull_up_machine: {
    api: "best 20 × 6; one-rep max –; leastAssistance 20, mostReps 10; volume –; reps 41",
    page: [
      "Least assistance: 20 kg Most repetitions: 10 reps",
      "charts: none",
      "Last time, Fri, 13 Mar 2026 20 kg × 6. Best: 20 kg, 10 reps."
    ]
  },
  exr_weighted_pull_up: {
    api: "best 20 × 5; one-rep max –; heaviest 20, mostReps 8; volume 402.5; reps 28",
    page: [
      "Heaviest: 20 kg Most repetitions: 8 reps",
      "charts: volume",
      "Last time, Fri, 13 Mar 2026 17.5 kg × 5. Best: 20 kg, 8 reps."
    ]
  }
}

overOneDatabase("what the weight of an exercise is, of sets old and new, logged and imported", (service) => {
  test("shows in its best set, records, volume, charts and last time, over REST, MCP and on the page", async () => {
    await service().setTime(NOON)
    const person = await newPerson(service(), { timezone: "Europe/Berlin" })
    await importContent(service(), person, "workouts.csv", `${HEVY}\n`)
    await importContent(service(), person, "FitNotes_Export.csv", `${FITNOTES}\n`)
    const [assisted, weighted] = Object.keys(TABLE)
    const session = (date: string, help: object, added: object) =>
      log(person.rest, {
        date,
        exercises: [
          { exerciseId: assisted, sets: [help] },
          { exerciseId: weighted, sets: [added] }
        ]
      })
    await session("2026-03-01", { weight: kg(30), reps: 8 }, { weight: kg(10), reps: 8 })
    await session(
      "2026-03-08",
      { weight: kg(25), loadIntent: "assistance", reps: 8 },
      { weight: kg(20), loadIntent: "added_bodyweight", reps: 5 }
    )
    const last = await session("2026-03-13", { weight: kg(20), reps: 6 }, { weight: kg(17.5), reps: 5 })
    const browser = await signIn(service(), person)
    const found = await Promise.all(
      Object.keys(TABLE).map(async (id) => {
        const lines = await Promise.all([lineOf(person.rest, id), lineOf(person.mcp, id)])
        return [id, { api: lines[0], page: await pageOf(browser, id, last.id) }, lines[0] === lines[1]] as const
      })
    )
    if (process.env.TABLE !== undefined) console.info(JSON.stringify(found, null, 1))
    expect(found.map(([, , isSame]) => isSame)).toEqual([true, true])
    expect(Object.fromEntries(found.map(([id, shown]) => [id, shown]))).toEqual(TABLE)
  })
})
