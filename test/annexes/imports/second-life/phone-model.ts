import fc from "fast-check"
import { payload } from "../devices/support.ts"
import { dayOf } from "./app-model.ts"

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
export const onPhones = (phones: ReadonlyArray<ReadonlyMap<string, PhoneRecord>>): ReadonlyArray<string> => {
  const found = new Map<string, string>()
  for (const phone of phones.toReversed()) {
    for (const record of [...phone.values()].sort((a, b) => a.uuid - b.uuid)) {
      const { list, day, type, kilograms } = record
      if (day === undefined) continue
      const date = dayOf({ day })
      if (list === "weight") found.set(`weight ${day}`, `${date} ${kilograms} kg`)
      else found.set(`${day} ${hourOf(record)}`, `${date} ${KINDS[type]} at ${hourOf(record)}`)
    }
  }
  return [...found.values()]
}
