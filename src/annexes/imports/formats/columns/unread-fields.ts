import type { Place } from "../../rows/rows.ts"
import type { Emitter } from "../emitter.ts"
import type { Json } from "../fields.ts"
import { isTechnical } from "./unread.ts"

const holdsNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === "" ||
  (typeof value === "object" && Object.values(value).every(holdsNothing))

/**
 * Reports the fields of a record that have a value but are not read. `of` names the kind of record, to distinguish fields
 * that several kinds have in common.
 */
export const nameOthers = (emit: Emitter, place: Place, record: Json, read: ReadonlySet<string>, of: string): void => {
  for (const [name, value] of Object.entries(record)) {
    if (read.has(name) || holdsNothing(value) || isTechnical(name, {})) continue
    emit.notKept(place, name, 1, of)
  }
}
