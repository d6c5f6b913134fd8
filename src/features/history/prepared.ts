import { Schema } from "effect"
import { ActivityDay } from "../../values/activity-day.ts"
import { DeviceApp } from "./devices/model.ts"
import { LeftOutRow, Made, MappedBy, RowCounts, Suggestion } from "./model.ts"
import { SOURCES } from "./rows.ts"

/** How to read a file. It contains nothing secret, and nothing that needs a database. */
export const ReadingOrder = Schema.Struct({
  path: Schema.String,
  /** The name under which the file is reported. */
  name: Schema.String,
  /** Where its rows go. */
  folder: Schema.String,
  /** Set for a JSON body from a device: what the endpoint knows about it beside its content. */
  body: Schema.optionalWith(Schema.Struct({ aggregation: Schema.String }), { exact: true }),
  /** The person's current day; later readings are left out. */
  today: ActivityDay,
  read: Schema.Struct({
    timezone: Schema.String,
    source: Schema.optionalWith(Schema.Literal(...SOURCES), { exact: true }),
    weightUnit: Schema.optionalWith(Schema.Literal("kg", "lb"), { exact: true }),
    distanceUnit: Schema.optionalWith(Schema.Literal("km", "mi"), { exact: true }),
    locale: Schema.optionalWith(Schema.String, { exact: true })
  })
})
export type ReadingOrder = typeof ReadingOrder.Type

const Tallied = Schema.Struct({
  rows: RowCounts.pipe(Schema.omit("read")),
  made: Made,
  leftOut: Schema.Array(LeftOutRow),
  sums: Schema.Number,
  warnings: Schema.Array(Schema.String),
  unlisted: Schema.Number,
  unwarned: Schema.Number
})

const Match = Schema.Union(
  Schema.Struct({ by: MappedBy.pipe(Schema.pickLiteral("name", "alias", "words")), exerciseId: Schema.String }),
  Schema.Struct({ by: Schema.Literal("own"), suggestions: Schema.Array(Suggestion) })
)

const Named = Schema.Struct({
  name: Schema.String,
  recorded: Schema.Struct({
    weight: Schema.Boolean,
    reps: Schema.Boolean,
    distance: Schema.Boolean,
    duration: Schema.Boolean
  }),
  match: Match
})

const Recording = Schema.Struct({ key: Schema.String, origin: Schema.NullOr(Schema.String), line: Schema.Number })

/** The result of reading an app's file, beside the rows in the spool. */
export const Taken = Schema.TaggedStruct("Taken", {
  source: Schema.Literal(...SOURCES),
  tallied: Tallied,
  names: Schema.Array(Named),
  twins: Schema.Array(Schema.Tuple(Schema.String, Schema.Array(Recording)))
})
export type Taken = typeof Taken.Type

/** The lines of a Fettle archive are in the spool. */
export const Unpacked = Schema.TaggedStruct("Unpacked", {})

/** The parts of a device's body are in the spool, as lines. */
export const Parts = Schema.TaggedStruct("Parts", { app: DeviceApp })
/** The name of the spool's lines that hold them. */
export const PARTS_IN_SPOOL = "parts"

/** The result of reading a file: all that is needed to import it, beside the rows in the spool. */
export const Prepared = Schema.Struct({
  /** SHA-256 of the file. */
  hash: Schema.String,
  content: Schema.Union(Taken, Unpacked, Parts)
})
export type Prepared = typeof Prepared.Type
