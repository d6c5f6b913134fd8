import { expect, test } from "bun:test"
import { Effect } from "effect"
import { ImportStore } from "../../../src/annexes/imports/ledger/store.ts"
import { undoImport } from "../../../src/annexes/imports/ledger/undo-import.ts"
import { editable, get, type Listed, log } from "../../features/workouts/support.ts"
import { newPerson, output, overEveryDatabase, type Person } from "../../support/app.ts"
import { at, eaten, exercise, factsOf, importContent, importRows, reading, session, set } from "./support.ts"

const workoutsOf = async ({ rest }: Person) => (await output<Listed>(rest("list_workouts"))).workouts
const entriesOf = async ({ rest }: Person) =>
  (
    await output<{ entries: ReadonlyArray<{ id: string; nutrition: { calories: number } }> }>(
      rest("list_food_entries", { from: "2025-01-01", to: "2025-12-31" })
    )
  ).entries
const weigh = (person: Person, date: string, value: number) =>
  output(person.rest("set_body_metrics", { metric: "weight", readings: [{ date, value, unit: "kg" }] }))

overEveryDatabase("the rules of imports", (service) => {
  test("a row that changed at its source replaces the imported one unless somebody edited that; an undo restores it", async () => {
    const person = await newPerson(service())
    const squat = (weightKg: number) => [exercise("Squat (Barbell)", [set({ weightKg })])]
    const rows = (weightKg: number, calories: number, kg: number) => [
      session("2025-03-01", "18:00:00", squat(weightKg)),
      session("2025-03-02", "18:00:00", squat(weightKg)),
      eaten("2025-03-01", "Oats", calories),
      reading("weight", "2025-03-01", kg)
    ]
    await importRows(service(), person, "hevy", rows(100, 300, 80))
    const [second] = await workoutsOf(person)
    await output(
      person.rest("replace_workout", {
        id: second?.id,
        name: "Mine",
        exercises: [{ name: "Push-Up", sets: [{ reps: 9 }] }]
      })
    )
    const before = await factsOf(person.rest)

    const report = await importRows(service(), person, "hevy", rows(110, 310, 81))
    expect(report.rows).toEqual({ read: 4, new: 0, unchanged: 0, changed: 3, merged: 0, leftOut: 1 })
    expect(report.leftOut[0]?.reason).toContain("changed in Fettle")
    const [mine, changed] = await workoutsOf(person)
    expect(mine?.name).toBe("Mine")
    expect((await get(person.rest, changed?.id ?? "")).exercises[0]?.sets[0]?.weightKg).toBe(110)
    expect((await entriesOf(person))[0]?.nutrition.calories).toBe(310)

    const undone = await service().run(undoImport(report.importId as never))
    expect(undone).toMatchObject({ removed: 0, restored: 3, kept: [] })
    expect(await factsOf(person.rest)).toEqual(before)
  })

  test("what the person deleted stays deleted, even after an undo", async () => {
    const person = await newPerson(service())
    const rows = [
      session("2025-03-01", "18:00:00"),
      eaten("2025-03-01", "Oats", 300),
      reading("weight", "2025-03-01", 80)
    ]
    const { importId } = await importRows(service(), person, "strong", rows)
    await output(person.rest("delete_workout", { id: (await workoutsOf(person))[0]?.id }))
    await output(person.rest("delete_food_entry", { id: (await entriesOf(person))[0]?.id }))
    await output(person.rest("delete_body_metric", { metric: "weight", date: "2025-03-01" }))
    const withoutBadges = async () => ({ ...(await factsOf(person.rest)), badges: [] })
    const deleted = await withoutBadges()
    const again = await importRows(service(), person, "strong", rows)
    expect(again.rows).toMatchObject({ new: 0, leftOut: 4 })
    expect(again.leftOut.every(({ reason }) => reason.includes("stays deleted"))).toBe(true)
    await service().run(undoImport(importId as never))
    await importRows(service(), person, "strong", rows)
    expect(await withoutBadges()).toEqual(deleted)
  })

  test("a session that another source has imported is left out: one with the same start, or overlapping by more than half", async () => {
    const person = await newPerson(service())
    await importRows(service(), person, "hevy", [session("2025-03-01", "18:00:00")])
    const others = [
      session("2025-03-01", "18:00:59", undefined, { title: "Same start", durationSeconds: null }),
      session("2025-03-01", "18:20:00", undefined, { title: "Mostly the same" }),
      session("2025-03-01", "18:40:00", undefined, { title: "Another" }),
      session("2025-03-01", "18:01:01", undefined, { title: "Unknown end", durationSeconds: null })
    ]
    const report = await importRows(service(), person, "strong", others)
    expect(report.rows).toMatchObject({ new: 4, leftOut: 4 })
    expect(report.leftOut.map(({ reason }) => reason.includes("from hevy"))).toEqual([true, true])
    expect((await workoutsOf(person)).map(({ name }) => name).sort()).toEqual(["Another", "Legs", "Unknown end"])
    const same = await importRows(service(), person, "hevy", [
      session("2025-03-01", "17:59:30", undefined, { title: "Twin" })
    ])
    expect(same.rows.new).toBe(2)
  })

  test("a manual reading wins unless it is to be overwritten; an equal one is unchanged", async () => {
    const person = await newPerson(service())
    await weigh(person, "2025-03-01", 80)
    await weigh(person, "2025-03-02", 80)
    const rows = [reading("weight", "2025-03-01", 85), reading("weight", "2025-03-02", 80)]
    const kept = await importRows(service(), person, "csv", rows)
    expect(kept.rows).toMatchObject({ unchanged: 1, leftOut: 1 })
    expect(kept.leftOut[0]?.reason).toContain("stays unless overwriting is chosen")
    const replaced = await importRows(service(), person, "csv", rows, { overwrite: true })
    expect(replaced.rows).toMatchObject({ unchanged: 1, changed: 1, leftOut: 0 })
  })

  test("impossible values are left out with their line, and the rest is imported", async () => {
    const person = await newPerson(service())
    const report = await importRows(service(), person, "hevy", [
      reading("weight", "2025-03-01", 5),
      reading("weight", "2030-03-01", 80),
      eaten("2025-03-01", "Nothing", -5),
      session("2025-03-01", "18:00:00", [exercise("Squat (Barbell)", [set({ weightKg: 5000 }), set()])])
    ])
    expect(report.rows).toEqual({ read: 5, new: 1, unchanged: 0, changed: 0, merged: 0, leftOut: 4 })
    expect(report.leftOut.every(({ file, line }) => file === "file.csv" && line > 1)).toBe(true)
    expect(report.made).toMatchObject({ workouts: 1, sets: 1 })
  })

  test("a row that gives several facts is left out only if it gives none; its impossible facts are reported", async () => {
    const person = await newPerson(service())
    const facts = (weight: number, fat: number, calories = 300) => {
      const kilograms = reading("weight", "2025-03-01", weight)
      const { place } = kilograms
      return [
        kilograms,
        { ...reading("body_fat", "2025-03-01", fat), place, rows: 0 },
        { ...eaten("2025-03-01", "All foods of the day", calories), place, rows: 0 }
      ]
    }
    const cases = [
      { rows: facts(5, 18), made: { readings: 1, entries: 1 }, warnings: [/weight of 5 is not between.*left out/] },
      { rows: facts(80, 180), made: { readings: 1, entries: 1 }, warnings: [/body_fat of 180 is not.*left out/] },
      { rows: facts(5, 180), made: { readings: 0, entries: 1 }, warnings: [/weight of 5 /, /body_fat of 180 /] },
      { rows: facts(5, 180, -5), made: { readings: 0, entries: 0 }, warnings: [], reason: /weight.*body_fat.*calories/ }
    ]
    for (const { rows, made, warnings, reason } of cases) {
      const isLeftOut = reason !== undefined
      const report = await importRows(service(), person, "macrofactor", rows, { dryRun: true })
      expect(report.rows).toMatchObject({ read: 1, new: isLeftOut ? 0 : 1, leftOut: isLeftOut ? 1 : 0 })
      expect(report.made).toMatchObject(made)
      expect(report.warnings).toEqual(warnings.map((text) => expect.stringMatching(text)))
      expect(report.leftOut.map(({ reason }) => reason)).toEqual(isLeftOut ? [expect.stringMatching(reason)] : [])
    }
  })

  test("if several rows make one fact, one has its outcome and the others are merged", async () => {
    const person = await newPerson(service())
    const rows = [
      { ...reading("steps", "2025-03-01", 9000), rows: 40 },
      { ...eaten("2025-03-01", "Oats", 300), rows: 4 }
    ]
    const bring = (kept: typeof rows) => importRows(service(), person, "apple-health", kept)
    expect((await bring(rows)).rows).toEqual({ read: 44, new: 2, unchanged: 0, changed: 0, merged: 42, leftOut: 0 })
    expect((await bring(rows)).rows).toMatchObject({ read: 44, unchanged: 2, merged: 42 })
    const [steps] = rows
    await output(person.rest("delete_body_metric", { metric: "steps", date: "2025-03-01" }))
    const left = await importRows(service(), person, "apple-health", steps === undefined ? [] : [steps])
    expect(left.rows).toMatchObject({ read: 40, merged: 0, leftOut: 40 })
  })

  test("diary rows without values are not reported as calories", async () => {
    const person = await newPerson(service())
    const unknown = { calories: null, protein: null, carbs: null, fat: null, alcohol: null }
    const report = await importRows(service(), person, "cronometer", [
      eaten("2025-03-01", "Water", 0, { nutrition: unknown }),
      eaten("2025-03-01", "Oats", 0, { nutrition: { ...unknown, calories: 300 } }),
      eaten("2025-03-01", "Wine", 0, { nutrition: { ...unknown, alcohol: 14 } })
    ])
    expect(report.warnings).toEqual([
      "1 diary rows state only calories: their protein, carbs and fat were set to 0.",
      "1 diary rows state only alcohol: their calories, protein, carbs and fat were set to 0.",
      "1 diary rows state neither calories nor macros: all were set to 0."
    ])
  })

  test("a set keeps its time without an impossible distance, its distance without such a time, its load without such an effort", async () => {
    const person = await newPerson(service())
    const strong = [
      "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE",
      '2025-03-01 18:00:00,Run,1h,"Running",1,0,0,5000,1500,,,',
      '2025-03-01 18:00:00,Run,1h,"Running",2,0,0,5,90000,,,',
      '2025-03-01 18:00:00,Run,1h,"Running",3,0,0,5000,90000,,,',
      '2025-03-01 18:00:00,Run,1h,"Squat (Barbell)",1,100,5,0,0,,,12',
      ""
    ].join("\n")
    const options = { weightUnit: "kg", distanceUnit: "km" } as const
    const report = await importContent(service(), person, "strong.csv", strong, options)
    expect(report.rows).toEqual({ read: 4, new: 3, unchanged: 0, changed: 0, merged: 0, leftOut: 1 })
    expect(report.leftOut).toEqual([
      { file: "strong.csv", line: 4, reason: expect.stringMatching(/5000000 m is not.*90000 s is not/) }
    ])
    expect(report.warnings).toEqual([
      expect.stringMatching(/line 2: Running: a distance of 5000000 m is not between .* and was left out of its set/),
      expect.stringMatching(/line 3: Running: a set of 90000 s is not between .* and was left out of its set/),
      expect.stringMatching(
        /line 5: Squat \(Barbell\): an effort of 12 is not between 0 and 10, and was left out of its set/
      )
    ])
    const [workout] = await workoutsOf(person)
    const { exercises } = await get(person.rest, workout?.id ?? "")
    expect(exercises.map(({ sets }) => sets)).toMatchObject([
      [{ durationSeconds: 1500 }, { distanceMeters: 5000 }],
      [{ weightKg: 100, reps: 5 }]
    ])
  })

  test("a row of several impossible sets counts as one row", async () => {
    const person = await newPerson(service())
    const heavy = set({ weightKg: 5000 })
    const exercises = [exercise("Squat (Barbell)", [heavy, heavy, heavy]), exercise("Push-Up", [set()])]
    const report = await importRows(service(), person, "myfitnesspal", [
      session("2025-03-01", "18:00:00", exercises, { rows: 2 })
    ])
    expect(report.rows).toMatchObject({ read: 2, new: 1, leftOut: 1 })
  })

  test("names become exercises by choice, name, alias or words, or else own exercises, which a choice replaces later", async () => {
    const person = await newPerson(service())
    const names = ["Push-Up", "Hack Squat", "Curl Zottman", "Gargoyle Heave", "Pull Up (Assisted)"]
    const rows = [
      session(
        "2025-03-01",
        "18:00:00",
        names.map((name) => exercise(name, [set({ weightKg: 20 })]))
      )
    ]
    const report = await importRows(service(), person, "hevy", rows)
    expect(report.exercises.map(({ name, by }) => [name, by])).toEqual([
      ["Push-Up", "name"],
      ["Hack Squat", "alias"],
      ["Curl Zottman", "words"],
      ["Gargoyle Heave", "own"],
      ["Pull Up (Assisted)", "alias"]
    ])
    expect(report.exercises[3]?.suggestions).toEqual([])
    expect(report.made.exercises).toBe(1)
    const [held] = await workoutsOf(person)
    const detail = await get(person.rest, held?.id ?? "")
    expect(detail.exercises[3]?.name).toBe("Gargoyle Heave")
    expect(detail.exercises[4]?.sets[0]).toMatchObject({ loadIntent: "assistance" })
    const hack = await importRows(service(), await newPerson(service()), "strong", rows, { dryRun: true })
    expect(hack.exercises[1]?.exerciseId).not.toBe(report.exercises[1]?.exerciseId)

    const choices = new Map([["Gargoyle Heave", "exr_barbell_deadlift"]])
    const chosen = await importRows(service(), person, "hevy", rows, { choices })
    expect(chosen.exercises[3]).toEqual({ name: "Gargoyle Heave", exerciseId: "exr_barbell_deadlift", by: "choice" })
    expect(chosen.rows.changed).toBe(5)
    const later = await importRows(service(), person, "hevy", rows)
    expect(later.exercises[3]?.by).toBe("choice")
    expect(later.rows.unchanged).toBe(5)
  })

  test("nothing that a person wrote about a session is lost", async () => {
    const person = await newPerson(service())
    const exercises = [
      exercise("Squat (Barbell)", [set({ notes: "deep" }), set({ kind: "failure" })], {
        notes: "knees",
        superset: "1"
      }),
      exercise("Push-Up", [set({ kind: "dropset" })], { superset: "1" }),
      exercise("Plank", [], { notes: "skipped" })
    ]
    await importRows(service(), person, "hevy", [
      session("2025-03-01", "18:00:00", exercises, { notes: "Felt\nstrong" })
    ])
    const [held] = await workoutsOf(person)
    const { notes, exercises: stored } = await get(person.rest, held?.id ?? "")
    expect(notes).toBe("Felt\nstrong\nPlank: skipped")
    expect(stored).toMatchObject([
      {
        superset: 1,
        notes: "knees\nSet 1: deep",
        sets: [{ setType: "working" }, { setType: "working", technique: "failure" }]
      },
      { superset: 1, sets: [{ setType: "working", technique: "drop" }] }
    ])
    expect(stored[0]?.sets[0]).not.toHaveProperty("technique")
    expect(stored[1]).not.toHaveProperty("notes")
  })

  test("line ends within notes change nothing: an export saved with others is the same", async () => {
    const person = await newPerson(service())
    const header =
      "title,start_time,end_time,description,exercise_title,superset_id,exercise_notes,set_index,set_type,weight_kg,reps,distance_km,duration_seconds,rpe"
    const rows = [
      '"Legs","8 Apr 2025, 16:50","8 Apr 2025, 17:50","first\nsecond","Squat (Barbell)",,"deep\nslow",0,normal,100,5,,,',
      '"Legs","8 Apr 2025, 16:50","8 Apr 2025, 17:50","first\nsecond","Squat (Barbell)",,"deep\nslow",1,normal,100,5,,,'
    ]
    const text = [header, ...rows, ""].join("\n")
    const bring = (content: string) => importContent(service(), person, "workouts.csv", content)
    expect((await bring(text)).rows).toMatchObject({ new: 2 })
    for (const ends of ["\r\n", "\r"]) {
      const saved = text.replaceAll(/(first|deep)\n/g, `$1${ends}`)
      expect((await bring(saved)).rows).toMatchObject({ unchanged: 2, changed: 0 })
    }
    expect((await bring(text.replaceAll("\n", "\r\n"))).rows).toMatchObject({ unchanged: 2, changed: 0 })
    const other = await newPerson(service())
    await importContent(service(), other, "workouts.csv", text.replaceAll("\n", "\r\n"))
    const [held] = await workoutsOf(other)
    const { notes, exercises } = await get(other.rest, held?.id ?? "")
    expect([notes, exercises[0]?.notes]).toEqual(["first\nsecond", "deep\nslow"])
  })

  test("an end before the start is left out, and fractions of repetitions are rounded; both are reported", async () => {
    const person = await newPerson(service())
    const report = await importRows(service(), person, "hevy", [
      session("2025-03-01", "18:00:00", [exercise("Push-Up", [set({ reps: 5.5 }), set({ reps: 5 })])], {
        end: at("2025-03-01", "17:30:00"),
        durationSeconds: null
      })
    ])
    expect(report.rows).toMatchObject({ new: 2, leftOut: 0 })
    expect(report.warnings).toEqual([
      expect.stringMatching(/^file.csv, line \d+: .* ends before it begins, so its end was left out\.$/),
      expect.stringMatching(/^file.csv, line \d+: Push-Up: 5.5 repetitions were rounded to 6\.$/)
    ])
    const [held] = await workoutsOf(person)
    const shown = await get(person.rest, held?.id ?? "")
    expect(shown).toMatchObject({ startTime: expect.stringContaining("T18:00:00") })
    expect(shown).not.toHaveProperty("endTime")
    expect(shown).not.toHaveProperty("durationSeconds")
    expect(shown.exercises[0]?.sets.map(({ reps }) => reps)).toEqual([6, 5])
  })

  test("a note without an exercise belongs to the session, and an exercise with only a note becomes no own exercise", async () => {
    const person = await newPerson(service())
    const header =
      "Workout #;Date;Workout Name;Duration (sec);Exercise Name;Set Order;Weight (kg);Reps;RPE;Distance (meters);Seconds;Notes;Workout Notes"
    const rows = [
      "1;2025-03-01 18:00:00;Push;3600;;Note;;;;;;a note on nothing;",
      "1;2025-03-01 18:00:00;Push;3600;Gargoyle Heave;Note;;;;;;skipped today;",
      "1;2025-03-01 18:00:00;Push;3600;Bench Press (Barbell);1;60;5;;;;;",
      "1;2025-03-01 18:00:00;Push;3600;;Note;;;;;;and another;"
    ]
    const report = await importContent(service(), person, "strong.csv", [header, ...rows, ""].join("\n"))
    expect(report.rows).toMatchObject({ read: 4, new: 4, leftOut: 0 })
    expect(report.made).toMatchObject({ workouts: 1, sets: 1, exercises: 0 })
    expect(report.exercises.map(({ name }) => name)).toEqual(["Bench Press (Barbell)"])
    const [held] = await workoutsOf(person)
    expect((await get(person.rest, held?.id ?? "")).notes).toBe(
      "a note on nothing\nand another\nGargoyle Heave: skipped today"
    )
  })

  test("a workout beyond the bounds of log_workout can be sent back as shown, and every row is accounted for", async () => {
    const many = (count: number) => Array.from({ length: count }, () => set())
    const cases = [
      { exercises: [exercise("Squat (Barbell)", many(230)), exercise("Push-Up", many(2))], kept: [100, 100, 30, 2] },
      { exercises: Array.from({ length: 130 }, () => exercise("Push-Up", [set()])), kept: Array(100).fill(1) },
      {
        exercises: [
          ...Array.from({ length: 99 }, () => exercise("Push-Up", [set()])),
          exercise("Squat (Barbell)", [set({ weightKg: 5000 }), ...many(205)])
        ],
        kept: [...Array(99).fill(1), 100]
      }
    ]
    for (const { exercises, kept } of cases) {
      const person = await newPerson(service())
      const report = await importRows(service(), person, "hevy", [session("2025-03-01", "18:00:00", exercises)])
      const rows = exercises.reduce((sum, { sets }) => sum + sets.length, 0)
      const sets = kept.reduce((sum, count) => sum + count, 0)
      expect(report.rows).toMatchObject({ read: rows, new: sets, merged: 0, leftOut: rows - sets })
      expect(report.leftOut).toHaveLength(rows - sets)
      expect(report.leftOut.every(({ reason }) => /at most 100 exercises|weight of 5000/.test(reason))).toBe(true)
      expect(report.made).toMatchObject({ workouts: 1, sets })
      const [held] = await workoutsOf(person)
      const shown = await get(person.rest, held?.id ?? "")
      expect(shown.exercises.map(({ sets }) => sets.length)).toEqual(kept)
      const { startTime: _from, endTime: _to, ...change } = { startTime: "", endTime: "", ...editable(shown) }
      await output(person.rest("replace_workout", change))
      expect(await get(person.rest, shown.id)).toEqual(shown)
      const again = await importRows(service(), person, "hevy", [session("2025-03-01", "18:00:00", exercises)])
      expect(again.rows).toMatchObject({ unchanged: sets, leftOut: rows - sets })
    }
  })

  test("notes longer than a workout allows are shortened, which is reported", async () => {
    const person = await newPerson(service())
    const exercises = [exercise("Squat (Barbell)", [set()], { notes: "b".repeat(6000) })]
    const report = await importRows(service(), person, "hevy", [
      session("2025-03-01", "18:00:00", exercises, { notes: "😀".repeat(6000) }),
      session("2025-03-02", "18:00:00", undefined, { notes: "a".repeat(10_000) })
    ])
    expect(report.warnings).toEqual([expect.stringMatching(/^file.csv, line \d+: .*notes.* 12018 .*cut to 10000/)])
    const workouts = await workoutsOf(person)
    const [whole, cut] = await Promise.all(workouts.map(({ id }) => get(person.rest, id)))
    expect(whole?.notes).toBe("a".repeat(10_000))
    expect([...(cut?.notes ?? "")]).toHaveLength(10_000)
    expect(cut?.notes).toStartWith("😀")
  })

  test("times have the zone's offset on that day, and stay when the workout is replaced on its day", async () => {
    const person = await newPerson(service(), { timezone: "Europe/Berlin" })
    await importRows(service(), person, "hevy", [
      session("2025-07-01", "18:00:00"),
      session("2025-01-01", "23:30:00", undefined, { durationSeconds: 264 * 3600 * 24 })
    ])
    const [summer, winter] = await workoutsOf(person)
    expect(summer).toMatchObject({ startTime: "2025-07-01T18:00:00+02:00", endTime: "2025-07-01T19:00:00+02:00" })
    expect(winter).toMatchObject({ startTime: "2025-01-01T23:30:00+01:00" })
    expect(winter).not.toHaveProperty("endTime")
    const exercises = [{ name: "Push-Up", sets: [{ reps: 9 }] }]
    const change = { id: summer?.id, name: "Mine", exercises }
    await output(person.rest("replace_workout", change))
    expect(await get(person.rest, summer?.id ?? "")).toMatchObject({ startTime: "2025-07-01T18:00:00+02:00" })
    const moved = await output<{ workout: object }>(person.rest("replace_workout", { ...change, date: "2025-07-02" }))
    expect(moved.workout).not.toHaveProperty("startTime")
    expect(await get(person.rest, summer?.id ?? "")).not.toHaveProperty("startTime")
  })

  test("an undo keeps what is used or was edited, and lists it; another import's facts stay", async () => {
    const person = await newPerson(service())
    const first = await importRows(service(), person, "hevy", [
      session("2025-03-01", "18:00:00", [exercise("Gargoyle Heave", [set()])])
    ])
    const second = await importRows(service(), person, "hevy", [
      session("2025-03-02", "18:00:00", [exercise("Gargoyle Heave", [set()])]),
      eaten("2025-03-02", "Oats", 300)
    ])
    const [entry] = await entriesOf(person)
    await output(person.rest("update_food_entry", { id: entry?.id, servings: 2 }))
    const undone = await service().run(undoImport(second.importId as never))
    expect(undone).toMatchObject({ removed: 1, kept: [{ kind: "entry", id: entry?.id }] })
    const undoneFirst = await service().run(undoImport(first.importId as never))
    expect(undoneFirst).toMatchObject({ removed: 2, kept: [] })
    expect(await service().run(Effect.flip(undoImport(first.importId as never)))).toMatchObject({
      _tag: "AlreadyUndone"
    })
    expect(await workoutsOf(person)).toEqual([])
  })

  test("after undos in any order, badges are as if the imports had never been; those earned otherwise stay", async () => {
    const person = await newPerson(service())
    await log(person.rest, { date: "2025-06-01" })
    const context = () =>
      output<{ badges: ReadonlyArray<{ id: string; earnedOn: string }>; streak: unknown }>(person.rest("get_context"))
    const before = await context()
    const older = await importRows(service(), person, "hevy", [
      session("2025-03-01", "18:00:00"),
      reading("weight", "2025-03-01", 80)
    ])
    const newer = await importRows(service(), person, "hevy", [
      session("2025-02-01", "18:00:00"),
      reading("steps", "2025-02-01", 20_000)
    ])
    expect((await context()).badges).toHaveLength(3)
    await service().run(undoImport(older.importId as never))
    expect((await context()).badges.map(({ id }) => id).sort()).toEqual(["first_workout", "steps_10000"])
    await service().run(undoImport(newer.importId as never))
    expect(await context()).toMatchObject({ badges: before.badges, streak: before.streak })
  })

  test("imports belong to the person: others find neither them nor their foods and exercises", async () => {
    const [person, other] = [await newPerson(service()), await newPerson(service())]
    await importRows(service(), person, "hevy", [
      eaten("2025-03-01", "Xyzzy stew", 300, { at: at("2025-03-01", "12:30:00"), meal: null })
    ])
    expect(await service().run(Effect.flatMap(ImportStore, (store) => store.list(other.id)))).toEqual([])
    for (const each of [person, other]) {
      const { foods } = await output<{ foods: ReadonlyArray<unknown> }>(
        each.rest("search_foods", { query: "xyzzy stew", kind: "custom_food" })
      )
      expect(foods).toEqual([])
    }
    const { entries } = await output<{ entries: ReadonlyArray<{ mealType: string; food: { id: string } }> }>(
      person.rest("list_food_entries", { from: "2025-03-01", to: "2025-03-01" })
    )
    expect(entries[0]).toMatchObject({ mealType: "lunch" })
  })
})
