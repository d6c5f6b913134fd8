import { readHealthAutoExport } from "../../bodies/health-auto-export.ts"
import { OtherFields } from "../../bodies/other-fields.ts"
import { madeOf } from "../../devices/facts.ts"
import type { StatedRecord } from "../../devices/model.ts"
import { merged } from "../../devices/record.ts"
import type { StoredRecord } from "../../devices/store.ts"
import type { DocumentKind } from "../../formats/document.ts"
import { isJson } from "../../formats/fields.ts"
import type { HistoryRow } from "../../rows/rows.ts"

/** Collects the records of each fact as they come; of two with the same name, the one that holds. */
class Facts {
  readonly records = new Map<string, Map<string, StoredRecord>>()
  readonly rows = new Map<string, number>()

  add(record: StatedRecord, rows: number): void {
    const known = this.records.get(record.factKey) ?? new Map<string, StoredRecord>()
    this.records.set(record.factKey, known)
    known.set(record.key, merged(known.get(record.key), record))
    this.rows.set(record.key, (this.rows.get(record.key) ?? 0) + rows)
  }
}

/** The app saves the same JSON that it sends, so the device endpoint's reader reads both. */
export const healthAutoExportDocument: DocumentKind = {
  source: "health-auto-export",
  matches: (start) => /^\s*\{\s*"data"\s*:\s*\{\s*"(?:metrics|workouts)"/.test(start),
  read: (json, { file, options, now }, emit) => {
    const { clock } = options
    const today = clock.lastDayAt(now)
    const data = isJson(json) ? json.data : undefined
    if (!isJson(data) || today === null) return
    const place = { file, line: 1 }
    const facts = new Facts()
    const others = new OtherFields()
    for (const part of readHealthAutoExport(data, "", { clock, today, now }, others)) {
      if (part._tag === "Record") facts.add(part.record, part.rows)
      else emit.push({ _tag: "LeftOut", place, rows: part.rows, reason: `${part.what}: ${part.reason}` })
    }
    for (const { kind, name, rows } of others.fields()) emit.notKept(place, name, rows, kind)
    for (const [factKey, records] of facts.records) {
      const inOrder = [...records.values()].sort((one, other) => (one.sort < other.sort ? -1 : 1))
      const made = madeOf(factKey, inOrder, (key) => facts.rows.get(key) ?? 0, today)
      if (made === undefined) continue
      if (made.kind === "none") {
        emit.push({ _tag: "LeftOut", place, rows: made.rows, reason: `${made.what}: ${made.reason}` })
        continue
      }
      for (const body of made.group.bodies) {
        const row: Exclude<HistoryRow, { _tag: "Warning" }> = JSON.parse(body)
        emit.push({ ...row, place })
      }
    }
  }
}
