import { describe, expect, test } from "bun:test"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import fc from "fast-check"
import { readActivityFile } from "../../../../src/annexes/imports/formats/activities/activity-files.ts"
import { Emitter } from "../../../../src/annexes/imports/formats/emitter.ts"
import type { Entry } from "../../../../src/annexes/imports/formats/input.ts"
import { ZoneClock } from "../../../../src/annexes/imports/formats/zones.ts"
import { prepareApart } from "../../../../src/annexes/imports/jobs/prepare-apart.ts"
import { UnreadableFile } from "../../../../src/annexes/imports/rows/rows.ts"
import { spoolFolder } from "../../../../src/annexes/imports/uploads/spool.ts"
import { ActivityDay } from "../../../../src/values/activity-day.ts"
import { archiveOf } from "../archive-of.ts"
import { fixture, type Outcome, readContent } from "../reading.ts"
import { aRun, fileId, fitFile, type Message, session, sport, weighing } from "./fit-file.ts"
import { gpxTrack } from "./gpx-file.ts"

const MIB = 1024 * 1024

const reasonsOf = ({ rows, fault }: Outcome): ReadonlyArray<string> => [
  ...rows.flatMap((row) => (row._tag === "LeftOut" ? row.reason : row._tag === "Warning" ? row.text : [])),
  ...(fault === null ? [] : [fault.message])
]

/** The start of a FIT file without a stated length, up to its messages. */
const open = (...given: ReadonlyArray<Message>): Buffer => {
  const bytes = Buffer.from(fitFile(...given).subarray(0, -2))
  bytes.writeUInt32LE(0, 4)
  return bytes
}

/** Messages of `kind` have one field of one byte. */
const layout = (kind: number, field: number): Buffer => Buffer.from([0x40, 0, 0, kind, 0, 1, field, 1, 2])

/** A file whose content is generated while it is read: a start, and then the same piece again and again. */
const endless = (name: string, start: Uint8Array | string, again: Uint8Array | string) => {
  let read = 0
  const one = Buffer.from(again)
  const piece = Buffer.concat(Array.from({ length: Math.ceil(MIB / 4 / one.length) }, () => one))
  const entry: Entry = {
    name,
    bytes: async function* () {
      yield { bytes: Buffer.from(start), position: 0 }
      for (let given = 0; given < 1_000_000_000; given += piece.length) {
        read += piece.length
        yield { bytes: piece, position: given }
      }
    }
  }
  return { entry, read: () => read }
}

/** Why a file is refused, or what it is warned about. Its rows are discarded. */
const outcomeOf = async (entry: Entry): Promise<string> => {
  const emit = new Emitter()
  const context = { clock: new ZoneClock("UTC"), now: Date.UTC(2026, 0, 1) }
  try {
    for await (const _ of readActivityFile({ entry, isAlone: true }, context, emit)) emit.take()
    const rows = emit.take().flat()
    return rows.flatMap((row) => (row._tag === "Warning" ? row.text : [])).join("; ")
  } catch (cause) {
    if (cause instanceof UnreadableFile) return cause.message
    throw cause
  }
}

/** Reads a file in a separate process, as uploads are read; returns "read", or why it was refused. */
const outcomeApart = (name: string, content: Uint8Array): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), "fettle-activities-"))
  const path = join(folder, name)
  writeFileSync(path, content)
  const reading = Effect.gen(function* () {
    const today = ActivityDay.make("2026-01-01")
    const order = { path, name, folder: yield* spoolFolder, today, read: { timezone: "UTC" } }
    return yield* Effect.match(
      prepareApart(order, () => Effect.void),
      { onFailure: ({ message }) => message, onSuccess: () => "read" }
    )
  })
  return Effect.runPromise(Effect.scoped(reading)).finally(() => rmSync(folder, { recursive: true }))
}

const tiny = open(fileId("activity"), sport("running"))

describe("an activity file of any size is refused beyond a bound", () => {
  const files: ReadonlyArray<readonly [name: string, start: Uint8Array | string, again: Uint8Array | string, RegExp]> =
    [
      ["messages.fit", Buffer.concat([tiny, layout(21, 3)]), new Uint8Array([0, 120]), /larger than 32 MiB/],
      ["definitions.fit", tiny, layout(20, 3), /larger than 32 MiB/],
      ["sessions.fit", Buffer.concat([tiny, layout(18, 5)]), new Uint8Array([0, 1]), /more than 20000 activities/],
      ["weighings.fit", Buffer.concat([tiny, layout(30, 12)]), new Uint8Array([0, 1]), /more than 20000 activities/],
      ["chained.fit", "", fitFile(fileId("settings")), /chains more than 1000 files/],
      ["track.gpx", "<gpx><trk><trkseg>", '<trkpt lat="1" lon="2"/>', /larger than 128 MiB/],
      ["tracks.gpx", "<gpx>", "<trk><name>a</name></trk>", /more than 20000 activities/],
      ["name.gpx", "<gpx><trk><name>", "aaaaaaaaaaaaaaaa", /larger than 128 MiB/],
      ["deep.tcx", "<TrainingCenterDatabase>", "<Activity>", /deeper than 100/],
      ["attributes.tcx", "<TrainingCenterDatabase ", 'a="b" ', /more than 500 attributes/]
    ]
  test.each(files)(
    "%s",
    async (name, start, again, reason) => {
      const { entry, read } = endless(name, start, again)
      expect(await outcomeOf(entry)).toMatch(reason)
      expect(read()).toBeLessThan(130 * MIB)
    },
    120_000
  )

  test("gzipped, however small it is; the other files in the archive are read", async () => {
    const bomb = Bun.gzipSync(Buffer.concat([tiny, layout(21, 3), Buffer.alloc(40 * MIB, Buffer.from([0, 120]))]))
    expect(bomb.length).toBeLessThan(MIB)
    const archive = archiveOf([
      ["a.fit.gz", bomb],
      ["b.fit", aRun()]
    ])
    const outcome = await readContent("many.zip", archive)
    expect(reasonsOf(outcome)).toEqual(["the file is larger than 32 MiB"])
    expect(outcome.rows.filter((row) => row._tag === "Workout")).toHaveLength(1)
  }, 60_000)
})

test.if(process.platform === "linux")(
  "the largest accepted activity file is read within the memory of the process that reads uploads",
  async () => {
    const records = Buffer.concat([tiny, layout(20, 3), Buffer.alloc(31 * MIB, Buffer.from([0, 120]))])
    const point = '<trkpt lat="1" lon="2"><time>2024-05-01T05:30:00Z</time></trkpt>'
    const track = Buffer.concat([
      Buffer.from("<gpx><trk><trkseg>"),
      Buffer.alloc(127 * MIB - ((127 * MIB) % point.length), point),
      Buffer.from("</trkseg></trk></gpx>")
    ])
    expect(await outcomeApart("records.fit.gz", Bun.gzipSync(records))).toBe("read")
    expect(await outcomeApart("track.gpx.gz", Bun.gzipSync(track))).toBe("read")
  },
  120_000
)

describe("a damaged activity file", () => {
  test("that continues with something else keeps what came before, with a warning", async () => {
    const run = Buffer.concat([aRun(), Buffer.from("and then something else")])
    const outcome = await readContent("run.fit", run)
    expect(outcome.rows.filter((row) => row._tag === "Workout")).toHaveLength(1)
    expect(reasonsOf(outcome)).toEqual([
      "run.fit goes on with something that is not a FIT file: what comes before that was read"
    ])
    const text = gpxTrack("2024-05-02T05:30:00Z")
    const cut = await readContent("run.gpx", text.slice(0, text.length / 2))
    expect(cut.rows[0]).toMatchObject({ _tag: "Workout", title: "Morning Run", start: { day: "2024-05-02" } })
    expect(reasonsOf(cut)).toEqual(["run.gpx ends before its root element does: what comes before that was read"])
  })

  test("that is alone and gives nothing is refused with the reason", async () => {
    for (const [content, reason] of [
      [aRun().subarray(0, 13), /broken\.fit: goes on with something|ends/],
      [Buffer.concat([open(fileId("activity")), Buffer.from([5, 5, 5])]), /broken\.fit: is damaged/],
      ["<gpx><trk><trkseg></gpx>", /holds no activity/],
      ["<gpx", /of no known kind|ends before/],
      ["<TrainingCenterDatabase><Activities>", /ends before its root element/]
    ] as const) {
      const outcome = await readContent("broken.fit", content)
      expect(outcome.rows.filter((row) => row._tag === "Workout")).toEqual([])
      expect(reasonsOf(outcome).join("; ")).toMatch(reason)
    }
  })

  test("with custom entities, invalid times or excessive numbers gives no such values", async () => {
    const bomb = `<!DOCTYPE gpx [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>
<gpx><trk><name>&b;</name><trkseg><trkpt lat="91" lon="x"><time>2024-05-01T05:30:00Z</time></trkpt>
<trkpt lat="1" lon="1"><time>soon</time></trkpt><trkpt lat="1e400" lon="1"><time>2024-05-01T05:40:00Z</time></trkpt></trkseg></trk></gpx>`
    expect((await readContent("a.gpx", bomb)).rows).toMatchObject([
      { title: "&b;", durationSeconds: 600, exercises: [{ sets: [{ durationSeconds: 600 }] }] }
    ])
    const tcx = `<TrainingCenterDatabase><Activity Sport="Running"><Id>2024-05-01T05:30:00Z</Id><Lap StartTime="never">
<TotalTimeSeconds>-5</TotalTimeSeconds><DistanceMeters>Infinity</DistanceMeters><Calories>NaN</Calories></Lap></Activity></TrainingCenterDatabase>`
    const [row] = (await readContent("a.tcx", tcx)).rows
    expect(row).toMatchObject({ durationSeconds: null, calories: null, exercises: [{ sets: [{ kind: "normal" }] }] })
  })

  test("with any byte changed gives rows or a fault, and never a defect", async () => {
    const scale = fitFile(fileId("weight"), weighing("2024-05-01T05:10:00Z", 81.5, 18.4))
    const legs = fitFile(
      fileId("activity"),
      session({ sport: "cycling", start: "2024-06-01T06:26:30Z", elapsed: 4200, metres: 40_000, kcal: 900 }),
      session({ sport: "running", start: "2024-06-01T07:37:30Z", elapsed: 3000, metres: 10_000 })
    )
    const all = [aRun(), scale, legs, fixture("activity.gpx"), fixture("activity.tcx"), Bun.gzipSync(legs.slice())]
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...all),
        fc.array(fc.tuple(fc.double({ min: 0, max: 0.9999, noNaN: true }), fc.integer({ min: 0, max: 255 })), {
          minLength: 1,
          maxLength: 8
        }),
        async (content, changes) => {
          const changed = Uint8Array.from(content)
          for (const [place, byte] of changes) changed[Math.floor(place * changed.length)] = byte
          const { rows, fault } = await readContent("a.fit", changed)
          expect(rows.length > 0 || fault !== null).toBe(true)
          for (const row of rows) {
            if (row._tag !== "Workout") continue
            expect(row.start.day).toMatch(/^\d{4}-\d{2}-\d{2}$/)
            expect(row.durationSeconds ?? 0).toBeGreaterThanOrEqual(0)
            for (const { distanceMeters = 0 } of row.exercises.flatMap(({ sets }) => sets))
              expect(Number.isFinite(distanceMeters) && distanceMeters >= 0).toBe(true)
          }
        }
      ),
      { numRuns: 400 }
    )
  })
})
