import { describe, expect, test } from "bun:test"
import { fixture, readContent } from "./reading.ts"

const HEADER =
  "title,start_time,end_time,description,exercise_title,superset_id,exercise_notes,set_index,set_type,weight_kg,reps,distance_km,duration_seconds,rpe"
const hevy = (...dates: ReadonlyArray<string>) =>
  [HEADER, ...dates.map((date, at) => `Legs ${at},"${date}",,,Squat (Barbell),,,0,normal,100,5,,,`), ""].join("\n")

const outcomeOf = async (dates: ReadonlyArray<string>) => {
  const { rows, questions, fault } = await readContent("workouts.csv", hevy(...dates))
  const days: ReadonlyArray<string> = rows.flatMap((row) => (row._tag === "Workout" ? [row.start.day] : []))
  const reasons = rows.flatMap((row) => (row._tag === "LeftOut" ? [row.reason] : []))
  return { days, reasons, questions: questions.map(({ option }) => option), fault: fault?.message ?? null }
}

describe("a date that does not exist", () => {
  test.each([
    [
      ["8 Apr 2026, 16:50", "31 Feb 2026, 16:50", "7 Jan 2026, 16:50"],
      "31 Feb 2026, 16:50",
      ["2026-04-08", "2026-01-07"]
    ],
    [["8 Apr 2026, 16:50", "30 Feb 2026, 16:50"], "30 Feb 2026, 16:50", ["2026-04-08"]],
    [["31 Feb 2026, 16:50"], "31 Feb 2026, 16:50", []],
    [["11 Nis 2026, 18:00", "31 Şub 2026, 18:00"], "31 Şub 2026, 18:00", ["2026-04-11"]],
    [["8 févr. 2026, 16:50", "31 avr. 2026, 16:50"], "31 avr. 2026, 16:50", ["2026-02-08"]],
    [["Apr 8, 2026, 4:50 PM", "Feb 31, 2026, 4:50 PM"], "Feb 31, 2026, 4:50 PM", ["2026-04-08"]],
    [["4/28/2026 16:50", "2/31/2026 16:50", "1/7/2026 16:50"], "2/31/2026 16:50", ["2026-04-28", "2026-01-07"]],
    [["28/4/2026 16:50", "31/2/2026 16:50", "7/1/2026 16:50"], "31/2/2026 16:50", ["2026-04-28", "2026-01-07"]],
    [["2026-04-08 16:50:00", "2026-02-31 16:50:00"], "2026-02-31 16:50:00", ["2026-04-08"]]
  ] as const)("leaves out its row of %j, and asks nothing", async (dates, wrong, days) => {
    expect(await outcomeOf(dates)).toEqual({
      days: [...days],
      reasons: [`"${wrong}" is not a date`],
      questions: [],
      fault: null
    })
  })

  test("prevents no necessary question", async () => {
    expect((await outcomeOf(["2 lis 2025, 18:00", "31 Feb 2026, 18:00"])).questions).toEqual(["--locale"])
    expect((await outcomeOf(["4/8/2026 16:50", "2/31/2026 16:50"])).questions).toEqual(["--locale"])
    expect((await outcomeOf(["4 Xyzzy 2026, 16:50"])).questions).toEqual(["--locale"])
    const text = new TextDecoder().decode(fixture("hevy-day-decides.csv"))
    expect((await readContent("workouts.csv", text)).questions).toEqual([])
  })
})
