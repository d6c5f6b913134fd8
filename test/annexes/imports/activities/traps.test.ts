import { describe, expect, test } from "bun:test"
import { archiveOf } from "../archive-of.ts"
import { readContent } from "../reading.ts"
import { shown } from "../shown.ts"
import { aRun, fileId, fitFile, record, session } from "./fit-file.ts"
import { gpxTrack } from "./gpx-file.ts"

const linesOf = async (name: string, content: Uint8Array | string, options = {}): Promise<ReadonlyArray<string>> =>
  shown(await readContent(name, content, options))
    .trim()
    .split("\n")
    .slice(1)

const RUN = [
  '[1] "Running", 2024-05-01 18:00:00 = 2024-05-01T16:00:00.000Z, 1860 s, 312 kcal',
  "    Running: 5000.4 m 1800 s"
]

const tcx = (laps: string, sport = "Running"): string => `<?xml version="1.0" encoding="UTF-8"?>
<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">
<Activities><Activity Sport="${sport}"><Id>2024-05-01T16:00:00Z</Id>
${laps}
</Activity></Activities></TrainingCenterDatabase>
`

const lap = (start: string, seconds: number, metres: number, kcal: number) =>
  `<Lap StartTime="${start}"><TotalTimeSeconds>${seconds}</TotalTimeSeconds><DistanceMeters>${metres}</DistanceMeters><Calories>${kcal}</Calories></Lap>`

describe("a TCX file", () => {
  test("of laps without points has their sums, and the pause between them only in its length", async () => {
    const laps = lap("2024-05-01T16:00:00Z", 600, 2000, 120) + lap("2024-05-01T16:12:00Z", 300, 1000, 60)
    expect(await linesOf("a.tcx", tcx(laps))).toEqual([
      'a.tcx:3 [1] "Running", 2024-05-01 18:00:00 = 2024-05-01T16:00:00.000Z, 1020 s, 180 kcal',
      "    Running: 3000 m 900 s"
    ])
  })

  test("may be as short as a second, half a metre and half a kilocalorie", async () => {
    expect(await linesOf("a.tcx", tcx(lap("2024-05-01T16:00:00Z", 1, 0.5, 0.5)))).toEqual([
      'a.tcx:3 [1] "Running", 2024-05-01 18:00:00 = 2024-05-01T16:00:00.000Z, 1 s, 0.5 kcal',
      "    Running: 0.5 m 1 s"
    ])
  })

  test("without a distance or energy has only a length", async () => {
    const laps = `<Lap StartTime="2024-05-01T16:00:00Z"><TotalTimeSeconds>600</TotalTimeSeconds></Lap>`
    expect(await linesOf("a.tcx", tcx(laps, "Other"))).toEqual([
      'a.tcx:3 [1] "Workout", 2024-05-01 18:00:00 = 2024-05-01T16:00:00.000Z, 600 s',
      "    Workout: 600 s"
    ])
  })
})

describe("a GPX file", () => {
  test("without times gives nothing, and says why", async () => {
    const timeless = gpxTrack("2024-05-01T16:00:00Z").replaceAll(/<time>[^<]*<\/time>/g, "")
    expect(await linesOf("a.gpx", timeless)).toEqual([
      "a.gpx:3 [1] left out: its points have no times: it is a route, and no recording"
    ])
  })

  test("of one point, or of points in one place, has no distance", async () => {
    const one = gpxTrack("2024-05-01T16:00:00Z", { points: 1 })
    expect(await linesOf("a.gpx", one)).toEqual([
      'a.gpx:3 [1] "Morning Run", 2024-05-01 18:00:00 = 2024-05-01T16:00:00.000Z',
      "    Running: nothing"
    ])
    const still = gpxTrack("2024-05-01T16:00:00Z", { points: 3 }).replaceAll(/lat="[^"]*"/g, 'lat="52.5"')
    expect(await linesOf("a.gpx", still)).toEqual([
      'a.gpx:3 [1] "Morning Run", 2024-05-01 18:00:00 = 2024-05-01T16:00:00.000Z, 120 s',
      "    Running: 120 s"
    ])
  })

  test("has what its track says of itself as notes, once and if it is something", async () => {
    const said = "<cmt>windy</cmt><desc></desc><desc>windy</desc><desc>round the lake</desc>"
    const track = gpxTrack("2024-05-01T16:00:00Z").replace("<trk>", `<trk>${said}`)
    expect((await readContent("a.gpx", track)).rows).toMatchObject([{ notes: "windy\nround the lake" }])
  })

  test("of several segments measures each, and not the distance between them", async () => {
    const [first, second] = [0, 1].map((hour) =>
      Array.from(
        { length: 2 },
        (_, minute) =>
          `<trkpt lat="${52.5 + hour + minute * 0.00145}" lon="13.4"><time>2024-05-01T1${6 + hour}:0${minute}:00Z</time></trkpt>`
      ).join("")
    )
    const track = `<gpx version="1.1"><trk><type>running</type><trkseg>${first}</trkseg><trkseg>${second}</trkseg></trk></gpx>\n`
    expect(await linesOf("a.gpx", track)).toEqual([
      'a.gpx:1 [1] "Running", 2024-05-01 18:00:00 = 2024-05-01T16:00:00.000Z, 3660 s',
      "    Running: 322.5 m 120 s"
    ])
  })
})

describe("the day of an activity", () => {
  test.each([
    ["Europe/Berlin", "2024-03-31T00:30:00Z", "2024-03-31 01:30:00"],
    ["Europe/Berlin", "2024-03-31T01:30:00Z", "2024-03-31 03:30:00"],
    ["Europe/Berlin", "2024-10-27T00:30:00Z", "2024-10-27 02:30:00"],
    ["Europe/Berlin", "2024-10-27T01:30:00Z", "2024-10-27 02:30:00"],
    ["Europe/Berlin", "2024-10-27T22:59:00Z", "2024-10-27 23:59:00"],
    ["Europe/Berlin", "2024-10-27T23:01:00Z", "2024-10-28 00:01:00"],
    ["America/Los_Angeles", "2024-05-02T06:30:00Z", "2024-05-01 23:30:00"],
    ["Pacific/Kiritimati", "2024-05-01T10:30:00Z", "2024-05-02 00:30:00"],
    ["Asia/Kathmandu", "2024-05-01T18:14:00Z", "2024-05-01 23:59:00"]
  ])("in %s that starts at %s is %s, in each format", async (timezone, start, local) => {
    const contents = [
      aRun(start),
      gpxTrack(start),
      tcx(lap(start, 600, 2000, 120)).replace("2024-05-01T16:00:00Z", start)
    ]
    for (const content of contents) {
      const { rows } = await readContent("a", content, { timezone })
      expect(rows).toMatchObject([
        { start: { day: local.slice(0, 10), time: local.slice(11), instant: Date.parse(start) } }
      ])
    }
  })

  test("counts the hour by which clocks are set back once, because it uses instants", async () => {
    const night = fitFile(
      fileId("activity"),
      session({ sport: "running", start: "2024-10-27T00:30:00Z", elapsed: 5400 })
    )
    const { rows } = await readContent("a.fit", night)
    expect(rows).toMatchObject([{ durationSeconds: 5400 }])
  })
})

/**
 * The run with a field of its app's own in each session: the definition has the flag and the field, and the message one
 * byte more.
 */
const withDeveloperField = (file: Uint8Array): Uint8Array => {
  const bytes = Buffer.from(file)
  const sessionAt = bytes.findIndex((byte, at) => byte === 0x40 && bytes[at + 3] === 18 && bytes[at + 4] === 0)
  const fields = bytes[sessionAt + 5] ?? 0
  const end = sessionAt + 6 + fields * 3
  const definition = Buffer.concat([Buffer.from([0x60]), bytes.subarray(sessionAt + 1, end), Buffer.from([1, 0, 1, 0])])
  const messages = Buffer.concat([bytes.subarray(14, sessionAt), definition, bytes.subarray(end, -2), Buffer.from([7])])
  const header = Buffer.from(bytes.subarray(0, 14))
  header.writeUInt32LE(messages.length, 4)
  return Buffer.concat([header, messages, Buffer.from([0, 0])])
}

describe("a FIT file", () => {
  test("with a developer's fields is read without them", async () => {
    const file = withDeveloperField(aRun())
    expect(file).toHaveLength(aRun().length + 5)
    expect(await linesOf("run.fit", file)).toEqual([`run.fit:1 ${RUN[0]}`, RUN[1] ?? ""])
  })

  test("without a length, distance or energy is an activity without them", async () => {
    const none = fitFile(fileId("activity"), session({ sport: "swimming", start: "2024-05-01T16:00:00Z", elapsed: 0 }))
    expect(await linesOf("a.fit", none)).toEqual([
      'a.fit:1 [1] "Swimming", 2024-05-01 18:00:00 = 2024-05-01T16:00:00.000Z',
      "    Swimming: nothing"
    ])
  })

  test("of a pool and of weights keeps what the device measured", async () => {
    const start = "2024-05-01T16:00:00Z"
    const pool = session({ sport: "swimming", start, elapsed: 1800, timer: 1500, metres: 1000, kcal: 250 })
    const lifts = session({
      sport: "training",
      subSport: "strengthTraining",
      start: "2024-05-01T17:00:00Z",
      elapsed: 2400,
      kcal: 180
    })
    expect(await linesOf("a.fit", fitFile(fileId("activity"), pool, lifts))).toEqual([
      'a.fit:1 [1] "Swimming", 2024-05-01 18:00:00 = 2024-05-01T16:00:00.000Z, 1800 s, 250 kcal',
      "    Swimming: 1000 m 1500 s",
      'a.fit:2 [1] "Strength Training", 2024-05-01 19:00:00 = 2024-05-01T17:00:00.000Z, 2400 s, 180 kcal',
      "    Strength Training: 2400 s"
    ])
  })

  test("with a damaged tail keeps what came before, with a warning", async () => {
    const [whole, next] = [aRun(), aRun("2024-05-03T16:00:00Z")]
    const tail = Buffer.from(next)
    tail.fill(0x0f, 60)
    const lines = await linesOf("run.fit", Buffer.concat([whole, tail]))
    expect(lines.slice(0, 2)).toEqual([`run.fit:1 ${RUN[0]}`, RUN[1] ?? ""])
    expect(lines.at(-1)).toMatch(/^warning: run\.fit is damaged: what comes before that was read$/)
  })
})

describe("an archive of activities", () => {
  const parts = async (files: Iterable<readonly [string, Uint8Array | string]>) => {
    const { source, rows, fault } = await readContent("mine.zip", archiveOf(files))
    return {
      source,
      fault: fault?.message ?? null,
      rows: rows.map((row) =>
        row._tag === "LeftOut" ? `${row.place.file}: ${row.reason}` : row._tag === "Warning" ? row.text : row._tag
      )
    }
  }

  test("with an empty file, a file of another format than its name, and an archive reads the rest and reports these", async () => {
    const found = await parts([
      ["a/run.fit", aRun()],
      ["a/empty.fit", ""],
      ["a/empty.gpx", ""],
      ["a/track.fit", gpxTrack("2024-05-02T05:30:00Z")],
      ["a/laps.gpx", tcx(lap("2024-05-04T16:00:00Z", 600, 2000, 120))],
      ["a/device.tcx", aRun("2024-05-05T16:00:00Z")],
      ["a/picture.gpx", "\u0089PNG\r\n\u001a\n"],
      ["a/more.zip", archiveOf([["b.fit", aRun()]])]
    ])
    expect(found).toEqual({
      source: "activity-files",
      fault: null,
      rows: [
        "a/more.zip is a ZIP archive within the archive, and was not read",
        "Workout",
        "a/empty.fit: the file is empty",
        "a/empty.gpx: the file is empty",
        "Workout",
        "Workout",
        "Workout",
        "a/picture.gpx: the file is not a FIT, TCX or GPX file"
      ]
    })
  })

  test("with a path that leads outside is refused completely, and nothing is written there", async () => {
    for (const path of ["../run.fit", "a/../../run.fit", "/run.fit", "C:/run.fit"]) {
      const { source, rows, fault } = await parts([
        ["ok.fit", aRun()],
        [path, aRun("2024-05-03T16:00:00Z")]
      ])
      expect({ source, rows }).toEqual({ source: null, rows: [] })
      expect(fault).toContain("holds a file with a path that leads outside")
    }
  })

  test("names its files in any language and depth", async () => {
    const { rows } = await readContent(
      "mine.zip",
      archiveOf([["Läufe/2024/Müggelsee 🏃.gpx.gz", Bun.gzipSync(gpxTrack("2024-05-02T05:30:00Z"))]])
    )
    expect(rows).toMatchObject([{ _tag: "Workout", place: { file: "Läufe/2024/Müggelsee 🏃.gpx.gz" } }])
  })
})

test("pauses count in a recording's length, and not in its moving time", async () => {
  const paused = fitFile(
    fileId("activity"),
    record("2024-05-01T16:00:00Z", 0),
    record("2024-05-01T17:00:00Z", 5000),
    session({ sport: "cycling", start: "2024-05-01T16:00:00Z", elapsed: 3600, timer: 1200, metres: 5000 })
  )
  expect(await linesOf("a.fit", paused)).toEqual([
    'a.fit:1 [1] "Cycling", 2024-05-01 18:00:00 = 2024-05-01T16:00:00.000Z, 3600 s',
    "    Cycling: 5000 m 1200 s"
  ])
})
