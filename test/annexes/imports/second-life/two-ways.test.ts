import { expect, test } from "bun:test"
import { Effect } from "effect"
import { undoDevice } from "../../../../src/annexes/imports/devices/devices.ts"
import { undoImport } from "../../../../src/annexes/imports/ledger/undo-import.ts"
import type { HistoryRow } from "../../../../src/annexes/imports/rows/rows.ts"
import type { Source } from "../../../../src/annexes/imports/sources.ts"
import { editable } from "../../../features/workouts/support.ts"
import { newPerson, output, overEveryDatabase, overOneDatabase, type Service } from "../../../support/app.ts"
import { deviceOf, payload, send, sendRows } from "../devices/support.ts"
import { eaten, exercise, importRows, session, set } from "../support.ts"

const DAY = "2025-04-08"

const training = (title: string, time = "16:50:00", weightKg = 80) =>
  session(DAY, time, [exercise("Squat (Barbell)", [set({ weightKg })])], { title, durationSeconds: 3600 })
const oats = (grams: number, calories = 3.8 * grams) => eaten(DAY, "Oats", calories, { amount: `${grams} g` })
const rice = eaten(DAY, "Rice", 130)
const early = training("Early", "06:00:00")

interface Case {
  readonly source: Source
  readonly files: readonly [first: ReadonlyArray<HistoryRow>, second: ReadonlyArray<HistoryRow>]
  /** What each gives alone. The first fact is the one that the second file changes. */
  readonly shown: readonly [first: ReadonlyArray<string>, second: ReadonlyArray<string>]
}

const CASES: Readonly<Record<string, Case>> = {
  "a renamed session": {
    source: "hevy",
    files: [
      [training("Push"), early],
      [training("Push A"), early]
    ],
    shown: [
      ["Push 16:50 80", "Early 06:00 80"],
      ["Push A 16:50 80", "Early 06:00 80"]
    ]
  },
  "a session whose start was corrected": {
    source: "hevy",
    files: [[training("Push")], [training("Push", "17:10:00")]],
    shown: [["Push 16:50 80"], ["Push 17:10 80"]]
  },
  "a session moved by hours": {
    source: "strong",
    files: [[training("Push")], [training("Push", "20:10:00")]],
    shown: [["Push 16:50 80"], ["Push 20:10 80"]]
  },
  "a session with corrected sets": {
    source: "hevy",
    files: [
      [training("Push"), early],
      [training("Push", "16:50:00", 85), early]
    ],
    shown: [
      ["Push 16:50 80", "Early 06:00 80"],
      ["Push 16:50 85", "Early 06:00 80"]
    ]
  },
  "a deleted session": {
    source: "hevy",
    files: [[training("Push"), early], [early]],
    shown: [["Push 16:50 80", "Early 06:00 80"], ["Early 06:00 80"]]
  },
  "a corrected amount": {
    source: "cronometer",
    files: [
      [oats(100), rice],
      [oats(150), rice]
    ],
    shown: [
      ["Oats 380", "Rice 130"],
      ["Oats 570", "Rice 130"]
    ]
  },
  "a food with corrected energy": {
    source: "cronometer",
    files: [
      [oats(100), rice],
      [oats(100, 370), rice]
    ],
    shown: [
      ["Oats 380", "Rice 130"],
      ["Oats 370", "Rice 130"]
    ]
  },
  "a deleted food": {
    source: "cronometer",
    files: [[oats(100), rice], [rice]],
    shown: [["Oats 380", "Rice 130"], ["Rice 130"]]
  }
}

const setUp = async (service: Service) => {
  const person = await newPerson(service, { timezone: "Europe/Berlin" })
  const deviceIds = [
    (await deviceOf(service, person, "other")).device.id,
    (await deviceOf(service, person, "other")).device.id
  ].toSorted()
  const [first, second] = deviceIds
  if (first === undefined || second === undefined) throw new Error("There are two devices")
  const imports: Array<string> = []
  const facts = async () => {
    const { workouts } = await output<{
      workouts: ReadonlyArray<{ id: string; name: string; startTime: string }>
    }>(person.rest("list_workouts", { from: DAY, to: DAY, limit: 100 }))
    const { entries } = await output<{
      entries: ReadonlyArray<{ id: string; food: { name: string }; nutrition: { calories: number } }>
    }>(person.rest("list_food_entries", { from: DAY, to: DAY, limit: 100 }))
    const sessions = workouts.map(async ({ id, name, startTime }) => {
      const { exercises } = await output<{
        exercises: ReadonlyArray<{ sets: ReadonlyArray<{ weightKg?: number }> }>
      }>(person.rest("get_workout", { id }))
      const weight = exercises[0]?.sets[0]?.weightKg ?? ""
      return { kind: "workout", id, name: `${name} ${startTime.slice(11, 16)} ${weight}`.trim() }
    })
    const foods = entries.map(({ id, food, nutrition }) => ({
      kind: "entry",
      id,
      name: `${food.name} ${nutrition.calories}`
    }))
    return [...(await Promise.all(sessions)), ...foods]
  }
  return {
    person,
    first,
    second,
    byHand: async (source: Source, rows: ReadonlyArray<HistoryRow>) => {
      const report = await importRows(service, person, source, rows)
      imports.push(report.importId ?? "")
      return report
    },
    dryRun: (source: Source, rows: ReadonlyArray<HistoryRow>) =>
      importRows(service, person, source, rows, { dryRun: true }),
    sent: (source: Source, rows: ReadonlyArray<HistoryRow>, id = first) => sendRows(service, person, id, source, rows),
    undoImports: async () => {
      for (const id of imports.splice(0)) await service.run(undoImport(id as never))
    },
    undoDevice: (id = first) => service.run(Effect.orDie(undoDevice(person.id, id))),
    facts,
    shown: async () => (await facts()).map(({ name }) => name).toSorted(),
    change: async (name: string, how: "edit" | "delete") => {
      const { kind, id } = (await facts()).find((fact) => fact.name === name) ?? { kind: "", id: "" }
      if (kind === "entry")
        return output(
          how === "edit"
            ? person.rest("update_food_entry", { id, servings: 2 })
            : person.rest("delete_food_entry", { id })
        )
      if (how === "delete") return output(person.rest("delete_workout", { id }))
      const held = editable(await output(person.rest("get_workout", { id })))
      return output(person.rest("replace_workout", { ...held, id, name: "Mine" }))
    }
  }
}

const WAYS = ["by hand", "by a device"] as const
type Way = (typeof WAYS)[number]

const names = (some: ReadonlyArray<string>) => some.toSorted()

const EACH_WAY = Object.entries(CASES).flatMap(([what, each]) => WAYS.map((way) => [what, way, each] as const))

/** Takes the first file by the other way, and the second by this one. */
const taken = async (service: Service, way: Way, { source, files, shown }: Case) => {
  const set = await setUp(service)
  const other: Way = way === "by hand" ? "by a device" : "by hand"
  const take = (by: Way, rows: ReadonlyArray<HistoryRow>) =>
    by === "by hand" ? set.byHand(source, rows) : set.sent(source, rows)
  const undo = (by: Way) => (by === "by hand" ? set.undoImports() : set.undoDevice())
  await take(other, files[0])
  expect(await set.shown()).toEqual(names(shown[0]))
  return { ...set, other, take, undo, second: () => take(way, files[1]) }
}

overEveryDatabase("an app's next file by another way", (service) => {
  test.each(EACH_WAY)("replaces %s, and comes %s", async (_what, way, each) => {
    const { second, take, undo, shown } = await taken(service(), way, each)
    await second()
    expect(await shown()).toEqual(names(each.shown[1]))
    await take(way, each.files[1])
    expect(await shown()).toEqual(names(each.shown[1]))
    await undo(way)
    expect(await shown()).toEqual(names(each.shown[0]))
  })

  test("leaves alone what a device's app has sent of its own, and what another app's file states", async () => {
    const { person, first, sent, byHand, shown } = await setUp(service())
    const record = { start_time: `${DAY}T10:00:00Z`, end_time: `${DAY}T10:40:00Z`, uuid: "e1" }
    const apple = { list: "nutrition", name: "Apple", calories: 52, meal_type: "snack", ...record }
    const run = { list: "exercise", type: "56", duration_seconds: 2400, ...record }
    await send(service(), person, first, payload(1, [run, apple]), { timezone: "Europe/Berlin" })
    await sent("strong", [training("Noon", "08:00:00")])
    await sent("hevy", [training("Push")])
    await sent("cronometer", [oats(100)])
    await byHand("hevy", [training("Push A")])
    await byHand("cronometer", [oats(150)])
    const others = ["Apple 52", "Noon 08:00 80", "Running 12:00"]
    expect(await shown()).toEqual(names([...others, "Oats 570", "Push A 16:50 80"]))
    await sent("hevy", [training("Push B")])
    await sent("cronometer", [oats(170)])
    expect(await shown()).toEqual(names([...others, "Oats 646", "Push B 16:50 80"]))
  })

  test("replaces what two devices have sent, which do not replace each other's", async () => {
    const { first, second, sent, byHand, undoImports, undoDevice, shown } = await setUp(service())
    await sent("cronometer", [oats(100)], first)
    await sent("cronometer", [oats(120)], second)
    expect(await shown()).toEqual(["Oats 380", "Oats 456"])
    await byHand("cronometer", [oats(150)])
    expect(await shown()).toEqual(["Oats 570"])
    await undoImports()
    expect(await shown()).toEqual(["Oats 380", "Oats 456"])
    await byHand("cronometer", [oats(150)])
    await undoDevice(second)
    await undoImports()
    expect(await shown()).toEqual(["Oats 380"])
  })

  test("brings back nothing of a device when another one sends something", async () => {
    const { first, second, sent, byHand, shown } = await setUp(service())
    await sent("hevy", [training("Push")], first)
    await sent("hevy", [training("Push")], second)
    await byHand("hevy", [training("Push A")])
    await sent("hevy", [session("2025-04-12", "16:50:00")], second)
    expect(await shown()).toEqual(["Push A 16:50 80"])
    await sent("hevy", [training("Push")], second)
    expect(await shown()).toEqual(["Push 16:50 80"])
  })

  test.each(["hevy", "strava"] as const)(
    "keeps a session renamed that two files have renamed, once one of them is undone: %s",
    async (source) => {
      for (const ways of [WAYS, WAYS.toReversed(), [WAYS[0], WAYS[0]]]) {
        const { sent, byHand, undoImports, undoDevice, shown } = await setUp(service())
        const take = (way: Way | undefined, rows: ReadonlyArray<HistoryRow>) =>
          way === "by hand" ? byHand(source, rows) : sent(source, rows)
        await take(ways[0], [training("Push")])
        const { importId } = { importId: undefined, ...(await take(ways[1], [training("Push A")])) }
        await take(ways[0], [training("Push A"), early])
        if (ways[0] === ways[1]) await service().run(undoImport(importId as never))
        else await (ways[0] === "by hand" ? undoDevice() : undoImports())
        expect(await shown()).toEqual(["Early 06:00 80", "Push A 16:50 80"])
      }
    }
  )

  test("undone from a day on brings back what it replaced from then on", async () => {
    const { person, first, sent, byHand, undoImports, shown } = await setUp(service())
    const before = session("2025-04-07", "16:50:00")
    await byHand("hevy", [before, training("Push")])
    await sent("hevy", [before, training("Push A")])
    await service().run(Effect.orDie(undoDevice(person.id, first, DAY as never)))
    expect(await shown()).toEqual(["Push 16:50 80"])
    await undoImports()
    expect(await shown()).toEqual([])
  })

  test("shows an app's session before that of a recorder, by whichever way it comes", async () => {
    for (const order of [
      [0, 1, 2],
      [1, 0, 2],
      [1, 2, 0],
      [2, 1, 0]
    ]) {
      const { sent, byHand, undoDevice, undoImports, shown } = await setUp(service())
      const files = [
        () => byHand("garmin", [training("Strength", "16:50:30")]),
        () => sent("hevy", [training("Push")]),
        () => byHand("hevy", [training("Push")])
      ]
      for (const file of order) await files[file]?.()
      expect(await shown()).toEqual(["Push 16:50 80"])
      await sent("hevy", [early])
      expect(await shown()).toEqual(["Early 06:00 80", "Strength 16:50 80"])
      await undoDevice()
      expect(await shown()).toEqual(["Push 16:50 80"])
      await undoImports()
      expect(await shown()).toEqual([])
    }
  })
})

/** Over one database: the statements are those of the tests above. */
overOneDatabase("an app's next file by another way, in any case", (service) => {
  test.each(EACH_WAY)("leaves its own of %s once the first is undone, and came %s", async (_what, way, each) => {
    const { second, undo, other, shown } = await taken(service(), way, each)
    await second()
    await undo(other)
    expect(await shown()).toEqual(names(each.shown[1]))
    await undo(way)
    expect(await shown()).toEqual([])
  })

  test.each(EACH_WAY)(
    "is replaced by the first of %s once a device sends that again, if it came %s",
    async (_w, way, each) => {
      const { second, sent, undoDevice, undoImports, shown } = await taken(service(), way, each)
      await second()
      // The device's latest file counts, whether it is the first of all or its own correction.
      await sent(each.source, each.files[0])
      expect(await shown()).toEqual(names(each.shown[0]))
      await sent(each.source, each.files[1])
      expect(await shown()).toEqual(names(each.shown[1]))
      await sent(each.source, each.files[0])
      await undoDevice()
      const byHand = way === "by hand" ? each.shown[1] : each.shown[0]
      expect(await shown()).toEqual(names(byHand))
      await undoImports()
      expect(await shown()).toEqual([])
    }
  )

  test.each(Object.entries(CASES))("names in its report what it replaces: %s", async (_what, each) => {
    const set = await setUp(service())
    await set.sent(each.source, each.files[0])
    const dryRun = await set.dryRun(each.source, each.files[1])
    expect(await set.shown()).toEqual(names(each.shown[0]))
    const report = await set.byHand(each.source, each.files[1])
    expect(report.replaced).toEqual(dryRun.replaced)
    expect(report.rows).toEqual(dryRun.rows)
    expect(report.leftOut).toEqual([])
  })

  // What was moved to another time is another session.
  const inPlace = EACH_WAY.filter(([what]) => what !== "a session moved by hours")

  for (const how of ["edit", "delete"] as const) {
    test.each(inPlace)(`leaves to the person what they ${how}: %s, %s`, async (_what, way, each) => {
      const { second, undo, other, change, shown } = await taken(service(), way, each)
      const [first = "", ...others] = each.shown[0]
      await change(first, how)
      const own = (await shown()).filter((name) => !others.includes(name))
      await second()
      expect(await shown()).toEqual(names([...own, ...others]))
      await undo(other)
      expect(await shown()).toEqual(names([...own, ...others]))
      await undo(way)
      expect(await shown()).toEqual(own)
    })

    test.each(inPlace.filter(([what]) => !what.includes("deleted")))(
      `leaves to the person what they ${how} of the second file: %s, %s`,
      async (_what, way, each) => {
        for (const isFirstFirst of [true, false]) {
          const { second, undo, other, change, shown, sent } = await taken(service(), way, each)
          await second()
          const [first = "", ...others] = each.shown[1]
          await change(first, how)
          const own = (await shown()).filter((name) => !others.includes(name))
          await sent(each.source, each.files[0])
          expect(await shown()).toEqual(names([...own, ...others]))
          await sent(each.source, each.files[1])
          await undo(isFirstFirst ? other : way)
          expect(await shown()).toEqual(names([...own, ...others]))
          await undo(isFirstFirst ? way : other)
          expect(await shown()).toEqual(own)
        }
      }
    )
  }
})
