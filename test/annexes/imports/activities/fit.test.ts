import { describe, expect, test } from "bun:test"
import { readContent } from "../reading.ts"
import { shown } from "../shown.ts"
import { aRun, fileId, fitFile, type Message, record, session, sport, weighing } from "./fit-file.ts"

const linesOf = async (name: string, content: Uint8Array): Promise<ReadonlyArray<string>> =>
  shown(await readContent(name, content))
    .trim()
    .split("\n")

const RUN = [
  'run.fit:1 [1] "Running", 2024-05-01 18:00:00 = 2024-05-01T16:00:00.000Z, 1860 s, 312 kcal',
  "    Running: 5000.4 m 1800 s"
]

describe("a FIT file", () => {
  test("is a workout on the person's day, with its length, distance, moving time and energy", async () => {
    expect(await linesOf("run.fit", aRun())).toEqual(["source activity-files", ...RUN])
    const late = await linesOf("run.fit", aRun("2024-05-01T22:30:00Z"))
    expect(late[1]).toStartWith('run.fit:1 [1] "Running", 2024-05-02 00:30:00 = 2024-05-01T22:30:00.000Z')
  })

  test("gzipped is read the same, whatever its name", async () => {
    expect(await linesOf("run.fit", Bun.gzipSync(Buffer.from(aRun())))).toEqual(["source activity-files", ...RUN])
  })

  test("of several sports is one workout for each", async () => {
    const legs: ReadonlyArray<Message> = [
      session({ sport: "swimming", subSport: "openWater", start: "2024-06-01T06:00:00Z", elapsed: 1500, metres: 1500 }),
      session({ sport: "transition", start: "2024-06-01T06:25:00Z", elapsed: 90 }),
      session({ sport: "cycling", start: "2024-06-01T06:26:30Z", elapsed: 4200, metres: 40_000, kcal: 900 }),
      session({ sport: "transition", start: "2024-06-01T07:36:30Z", elapsed: 60 }),
      session({ sport: "running", start: "2024-06-01T07:37:30Z", elapsed: 3000, metres: 10_000, kcal: 650 })
    ]
    expect(await linesOf("tri.fit", fitFile(fileId("activity"), ...legs))).toEqual([
      "source activity-files",
      'tri.fit:1 [1] "Swimming", 2024-06-01 08:00:00 = 2024-06-01T06:00:00.000Z, 1500 s',
      "    Swimming: 1500 m 1500 s",
      'tri.fit:2 [1] "Transition", 2024-06-01 08:25:00 = 2024-06-01T06:25:00.000Z, 90 s',
      "    Transition: 90 s",
      'tri.fit:3 [1] "Cycling", 2024-06-01 08:26:30 = 2024-06-01T06:26:30.000Z, 4200 s, 900 kcal',
      "    Cycling: 40000 m 4200 s",
      'tri.fit:4 [1] "Transition", 2024-06-01 09:36:30 = 2024-06-01T07:36:30.000Z, 60 s',
      "    Transition: 60 s",
      'tri.fit:5 [1] "Running", 2024-06-01 09:37:30 = 2024-06-01T07:37:30.000Z, 3000 s, 650 kcal',
      "    Running: 10000 m 3000 s"
    ])
  })

  test("made of several chained files gives the workouts of each", async () => {
    const lines = await linesOf("two.fit", Buffer.concat([aRun(), aRun("2024-05-03T16:00:00Z")]))
    expect(lines.filter((line) => line.includes("[1]"))).toEqual([
      'two.fit:1 [1] "Running", 2024-05-01 18:00:00 = 2024-05-01T16:00:00.000Z, 1860 s, 312 kcal',
      'two.fit:2 [1] "Running", 2024-05-03 18:00:00 = 2024-05-03T16:00:00.000Z, 1860 s, 312 kcal'
    ])
  })

  test("of strength training, on a treadmill, or of a sport without an exercise in the catalogue gets a name", async () => {
    const start = "2024-05-01T16:00:00Z"
    const named = async (...given: ReadonlyArray<Message>) => {
      const { rows } = await readContent("a.fit", fitFile(fileId("activity"), ...given))
      return rows.map((row) => (row._tag === "Workout" ? row.exercises[0]?.name : row._tag))
    }
    expect(await named(session({ sport: "running", subSport: "treadmill", start, elapsed: 60 }))).toEqual(["Treadmill"])
    expect(await named(session({ sport: "training", subSport: "strengthTraining", start, elapsed: 60 }))).toEqual([
      "Strength Training"
    ])
  })

  test("of a scale gives weights and body fat", async () => {
    const scale = fitFile(
      fileId("weight"),
      weighing("2024-05-01T05:10:00Z", 81.5, 18.4),
      weighing("2024-05-02T05:12:00Z", 81.2),
      weighing("2024-05-03T05:12:00Z", 655.34)
    )
    expect(await linesOf("scale.fit", scale)).toEqual([
      "source activity-files",
      "scale.fit:1 [1] weight 81.5, 2024-05-01 07:10:00 = 2024-05-01T05:10:00.000Z",
      "scale.fit:1 [0] body_fat 18.4, 2024-05-01 07:10:00 = 2024-05-01T05:10:00.000Z",
      "scale.fit:2 [1] weight 81.2, 2024-05-02 07:12:00 = 2024-05-02T05:12:00.000Z",
      "scale.fit:3 [1] left out: it holds no weight and no body fat"
    ])
  })

  test("of a scale that several people use gives nothing, because it does not say whose values they are", async () => {
    const ann = weighing("2024-05-01T05:10:00Z", 58.2, 25.1, 1)
    const bob = weighing("2024-05-01T05:12:00Z", 81.5, 18.4, 0)
    expect(await linesOf("scale.fit", fitFile(fileId("weight"), ann, bob))).toEqual([
      "source activity-files",
      "scale.fit:1 [1] left out: it is of one of several people, and nothing says of whom",
      "scale.fit:2 [1] left out: it is of one of several people, and nothing says of whom"
    ])
    const both = await linesOf(
      "scale.fit",
      Buffer.concat([fitFile(fileId("weight"), ann), fitFile(fileId("weight"), ann)])
    )
    expect(both.filter((line) => line.includes("weight"))).toHaveLength(2)
  })

  test("of a recording that ran on for days is as long as its timer ran, and never shorter", async () => {
    const start = "2024-05-01T16:00:00Z"
    for (const [elapsed, timer, length] of [
      [27 * 86_400, 7373, 7373],
      [80_000, 7373, 80_000],
      [2840, 21_680, 21_680]
    ] as const) {
      const lines = await linesOf(
        "a.fit",
        fitFile(fileId("activity"), session({ sport: "cycling", start, elapsed, timer }))
      )
      expect(lines[1]).toEndWith(`, ${length} s`)
    }
  })

  test("whose session has no time starts with its first record", async () => {
    const undated: Message = [18, [5, "enum", 2], [9, "uint32", 360_000]]
    const records = [record("2024-05-01T16:00:00Z", 0), record("2024-05-01T16:10:00Z", 3600)]
    expect(await linesOf("a.fit", fitFile(fileId("activity"), ...records, undated))).toEqual([
      "source activity-files",
      'a.fit:1 [1] "Cycling", 2024-05-01 18:00:00 = 2024-05-01T16:00:00.000Z, 600 s',
      "    Cycling: 3600 m 600 s"
    ])
    expect((await linesOf("a.fit", fitFile(fileId("activity"), undated)))[1]).toBe(
      "a.fit:1 [1] left out: it has no time"
    )
  })

  test("of settings, a course or future days gives nothing, and says why", async () => {
    const course = fitFile(fileId("course"), record("2024-05-01T16:00:00Z", 0), record("2024-05-01T16:30:00Z", 5000))
    for (const content of [fitFile(fileId("settings"), sport("running")), course]) {
      expect(await linesOf("a.fit", content)).toEqual([
        "source activity-files",
        "a.fit:1 [1] left out: it holds no activity and no weighing"
      ])
    }
    const unset = session({ sport: "running", start: "1989-12-31T00:10:00Z", elapsed: 60 })
    const ahead = session({ sport: "running", start: "2098-05-01T16:00:00Z", elapsed: 60 })
    expect(await linesOf("a.fit", fitFile(fileId("activity"), unset, ahead))).toEqual([
      "source activity-files",
      "a.fit:1 [1] left out: it has no time",
      "a.fit:2 [1] left out: it is in the future"
    ])
  })
})

describe("a truncated FIT file", () => {
  const unfinished = fitFile(
    fileId("activity"),
    sport("cycling"),
    ...Array.from({ length: 61 }, (_, minute) =>
      record(new Date(Date.UTC(2024, 4, 1, 16, minute)).toISOString(), minute * 400)
    )
  )
  const RIDE = [
    'ride.fit:1 [1] "Cycling", 2024-05-01 18:00:00 = 2024-05-01T16:00:00.000Z, 3600 s',
    "    Cycling: 24000 m 3600 s"
  ]

  test("gives what its records contain, with a warning", async () => {
    expect(await linesOf("ride.fit", unfinished.subarray(0, -2))).toEqual([
      "source activity-files",
      ...RIDE,
      "warning: ride.fit ends too early: what it holds was read"
    ])
    const half = await linesOf("ride.fit", unfinished.subarray(0, unfinished.length / 2))
    expect(half[1]).toMatch(/^ride\.fit:1 \[1\] "Cycling", 2024-05-01 18:00:00 = .*, 1[4-7]\d0 s$/)
    expect(half[3]).toBe("warning: ride.fit ends too early: what it holds was read")
  })

  test("whose device has not stated its length is read to the end", async () => {
    const open = Buffer.from(unfinished.subarray(0, -2))
    open.writeUInt32LE(0, 4)
    expect((await linesOf("ride.fit", open)).slice(1, 3)).toEqual(RIDE)
  })

  test("truncated in its second sport gives the first completely, and of the second what there is", async () => {
    const whole = fitFile(
      fileId("activity"),
      sport("swimming"),
      record("2024-06-01T06:00:00Z", 0),
      record("2024-06-01T06:25:00Z", 1500),
      session({ sport: "swimming", start: "2024-06-01T06:00:00Z", elapsed: 1500, metres: 1500 }),
      sport("cycling"),
      record("2024-06-01T06:26:00Z", 1500),
      record("2024-06-01T06:56:00Z", 16_500)
    )
    expect(await linesOf("tri.fit", whole.subarray(0, -1))).toEqual([
      "source activity-files",
      'tri.fit:1 [1] "Swimming", 2024-06-01 08:00:00 = 2024-06-01T06:00:00.000Z, 1500 s',
      "    Swimming: 1500 m 1500 s",
      'tri.fit:2 [1] "Cycling", 2024-06-01 08:26:00 = 2024-06-01T06:26:00.000Z, 1800 s',
      "    Cycling: 15000 m 1800 s",
      "warning: tri.fit ends too early: what it holds was read"
    ])
  })

  test("is read the same when gzipped, even if the gzip is truncated", async () => {
    const packed = Bun.gzipSync(Buffer.from(unfinished))
    expect((await linesOf("ride.fit", packed)).slice(1)).toEqual(RIDE)
    const cut = await linesOf("ride.fit", packed.subarray(0, packed.length - 40))
    expect(cut[1]).toStartWith('ride.fit:1 [1] "Cycling", 2024-05-01 18:00:00')
    expect(cut.at(-1)).toContain("warning: ride.fit ends too early")
  })

  test("at any byte is a workout of the same day and start, or a fault", async () => {
    const run = aRun()
    let workouts = 0
    for (let length = 1; length < run.length; length++) {
      const { source, rows, fault } = await readContent("run.fit", run.subarray(0, length))
      const found = rows.filter((row) => row._tag === "Workout")
      workouts += found.length
      if (fault === null) expect([length, source]).toEqual([length, "activity-files"])
      for (const { title, start } of found)
        expect([length, title, start.instant]).toEqual([length, "Running", Date.UTC(2024, 4, 1, 16)])
      expect([length, found.length <= 1]).toEqual([length, true])
      expect([length, rows.length > 0 || fault !== null]).toEqual([length, true])
    }
    expect(workouts).toBeGreaterThan(run.length / 2)
  })

  test("whose message headers contain times is read with them", async () => {
    const head = fitFile(fileId("activity"), sport("running"), record("2024-05-01T16:00:00Z", 0))
    // 40 messages, 5 seconds apart, that contain only the distance.
    const timed = Array.from({ length: 40 }, (_, index) => {
      const bytes = Buffer.alloc(5)
      const second = Date.parse("2024-05-01T16:00:00Z") / 1000 - 631_065_600 + (index + 1) * 5
      bytes[0] = 0x80 | (second & 31)
      bytes.writeUInt32LE((index + 1) * 1500, 1)
      return bytes
    })
    const whole = Buffer.concat([head.subarray(0, -2), ...timed])
    whole.writeUInt32LE(0, 4)
    expect((await linesOf("run.fit", whole)).slice(1, 3)).toEqual([
      'run.fit:1 [1] "Running", 2024-05-01 18:00:00 = 2024-05-01T16:00:00.000Z, 200 s',
      "    Running: 600 m 200 s"
    ])
  })
})
