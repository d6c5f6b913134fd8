import fc from "fast-check"
import { payload } from "../devices/support.ts"
import { dayOf, type File, keyOf } from "./app-model.ts"

/** Hours at which phones record sessions: no app has one then. Both phones may have recorded the same one. */
const ON_PHONES = [0, 3] as const
/** What a phone calls its kinds of sessions, and their names. */
const KINDS = { "56": "Running", "79": "Walking" } as const

/** A record of a phone. It has no day once the phone has deleted it. */
export interface PhoneRecord {
  readonly list: "exercise" | "weight"
  readonly uuid: number
  readonly day: number | undefined
  readonly type: keyof typeof KINDS
  readonly kilograms: number
}

const phoneRecord: fc.Arbitrary<PhoneRecord> = fc.record({
  list: fc.constantFrom("exercise" as const, "weight" as const),
  uuid: fc.integer({ min: 0, max: 1 }),
  day: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined, freq: 4 }),
  type: fc.constantFrom("56", "79"),
  kilograms: fc.integer({ min: 70, max: 72 })
})

/** What a phone has stated, and which of it an undo has taken back. */
export interface Phone {
  readonly records: Map<string, PhoneRecord>
  /** The facts of files, by app and key, with their content. */
  readonly filed: Map<string, number>
  readonly undone: Set<string>
}

export const makePhone = (): Phone => ({ records: new Map(), filed: new Map(), undone: new Set() })

/** Has a phone state a record. What was undone makes nothing until something else is stated. */
export const state = ({ records, undone }: Phone, record: PhoneRecord): void => {
  const name = `${record.list} ${record.uuid}`
  const isSame = (before: PhoneRecord | undefined) =>
    before?.day === record.day &&
    (record.list === "weight" ? before?.kilograms === record.kilograms : before?.type === record.type)
  if (!isSame(records.get(name))) undone.delete(name)
  records.set(name, record)
}

/** Has a phone post a file. Returns the keys of what makes nothing, because an undo has taken it back. */
export const post = ({ filed, undone }: Phone, { app, facts }: File): ReadonlySet<string> => {
  const keys = new Set(facts.map(keyOf))
  const days = new Set(facts.map(({ kind, day }) => `${app} ${kind},${day},`))
  for (const name of filed.keys()) {
    const isOfDay = [...days].some((day) => name.startsWith(day))
    if (app !== "strava" && isOfDay && !undone.has(name) && !keys.has(name.slice(app.length + 1))) filed.delete(name)
  }
  const without = new Set<string>()
  for (const fact of facts) {
    const name = `${app} ${keyOf(fact)}`
    if (undone.has(name) && filed.get(name) === fact.n) without.add(keyOf(fact))
    else undone.delete(name)
    filed.set(name, fact.n)
  }
  return without
}

/** Takes back all that a phone has stated. */
export const undo = ({ records, filed, undone }: Phone): void => {
  for (const [name, { day }] of records) if (day !== undefined) undone.add(name)
  for (const name of filed.keys()) undone.add(name)
}

/** Apps whose files a phone posts: two phones that post those of one app would be two sources. */
export const POSTS = [["hevy", "strava"], ["cronometer"]] as const

export interface Sent {
  readonly phone: 0 | 1
  readonly records: ReadonlyArray<PhoneRecord>
}

export const sent: fc.Arbitrary<Sent> = fc.record({
  phone: fc.constantFrom(0, 1),
  records: fc.uniqueArray(phoneRecord, { minLength: 1, maxLength: 4, selector: ({ list, uuid }) => `${list} ${uuid}` })
})

const hourOf = ({ uuid }: PhoneRecord): number => ON_PHONES[uuid] ?? 0

export const bodyOf = (sequence: number, { phone, records }: Sent) =>
  payload(
    sequence,
    records.map(({ list, type, kilograms, day, ...record }) => {
      const uuid = `${phone} ${record.uuid}`
      if (day === undefined) return { list: "deleted_records", type: list, uuid }
      const at = `${dayOf({ day })}T0${ON_PHONES[record.uuid]}:00:00Z`
      return list === "exercise"
        ? { list, uuid, type, start_time: at, duration_seconds: 600 }
        : { list, uuid, kilograms, time: at }
    })
  )

/** What phones give: of one session or day's weight on both, that of the first; of a day's weights, the last. */
export const onPhones = (phones: ReadonlyArray<Phone>): ReadonlyArray<string> => {
  const found = new Map<string, string>()
  for (const { records, undone } of phones.toReversed()) {
    for (const record of [...records.values()].sort((a, b) => a.uuid - b.uuid)) {
      const { list, uuid, day, type, kilograms } = record
      if (day === undefined || undone.has(`${list} ${uuid}`)) continue
      const date = dayOf({ day })
      if (list === "weight") found.set(`weight ${day}`, `${date} ${kilograms} kg`)
      else found.set(`${day} ${hourOf(record)}`, `${date} ${KINDS[type]} at ${hourOf(record)}`)
    }
  }
  return [...found.values()]
}
