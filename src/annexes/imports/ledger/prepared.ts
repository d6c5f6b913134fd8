import { Schema } from "effect"
import { present } from "../../../contract/fields.ts"
import { ActivityDay } from "../../../values/activity-day.ts"
import { DeviceApp } from "../devices/model.ts"
import { FileUnits } from "../rows/file-units.ts"
import { ReadOptions } from "../rows/rows.ts"
import { Tallied } from "../rows/tally.ts"
import { SOURCES } from "../sources.ts"
import { Named } from "./mapping.ts"
import { Recording } from "./twins.ts"

/** How to read a file. It contains nothing secret, and nothing that needs a database. */
export const ReadingOrder = Schema.Struct({
  path: Schema.String,
  /** The name under which the file is reported. */
  name: Schema.String,
  /** Where its rows go. */
  folder: Schema.String,
  /** Set for a JSON body from a device: what the endpoint knows about it beside its content. */
  body: present(Schema.Struct({ aggregation: Schema.String })),
  /** The person's current day; later readings are left out. */
  today: ActivityDay,
  read: ReadOptions
})
export type ReadingOrder = typeof ReadingOrder.Type

/** The result of reading an app's file, beside the rows in the spool. */
export const Taken = Schema.TaggedStruct("Taken", {
  source: Schema.Literal(...SOURCES),
  tallied: Tallied,
  names: Schema.Array(Named),
  units: FileUnits,
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
