import type { Part } from "../devices/record.ts"
import type { Json } from "../formats/fields.ts"
import { leftOut } from "./parts.ts"

/** Most names of fields that are listed for a kind of records. */
const MOST_NAMES = 50

/** Collects the fields of records that are read, which themselves are not. One line a kind of records names them. */
export class OtherFields {
  private readonly kinds = new Map<string, { readonly names: Map<string, number>; rows: number }>()

  note(kind: string, record: Json, read: ReadonlySet<string>): void {
    const others = Object.entries(record).flatMap(([name, value]) =>
      read.has(name) || value === null || value === undefined ? [] : [name]
    )
    if (others.length === 0) return
    const known = this.kinds.get(kind) ?? { names: new Map(), rows: 0 }
    this.kinds.set(kind, known)
    known.rows++
    for (const name of others) {
      const rows = known.names.get(name.slice(0, 60))
      if (rows !== undefined || known.names.size < MOST_NAMES) known.names.set(name.slice(0, 60), (rows ?? 0) + 1)
    }
  }

  /** Each field with the kind of its records, and in how many of them it is. */
  *fields(): Generator<{ readonly kind: string; readonly name: string; readonly rows: number }> {
    for (const [kind, { names }] of this.kinds) for (const [name, rows] of names) yield { kind, name, rows }
  }

  *parts(): Generator<Part> {
    for (const [kind, { names, rows }] of this.kinds)
      yield leftOut(kind, `is kept without ${[...names.keys()].sort().join(", ")}`, rows)
  }
}
