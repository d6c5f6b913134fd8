import type { User } from "../../../contract/handler/user.ts"
import type { Reader } from "../bodies/parts.ts"
import { PersonClock } from "../formats/zones.ts"
import type { ReadOptions } from "../rows/rows.ts"
import { type ZoneAt, zoneAtOf } from "../rows/zoned.ts"
import { SOURCES } from "../sources.ts"
import { DEVICE_APPS } from "./model.ts"
import type { StoredDevice } from "./store.ts"

type Owner = Pick<User, "timezone">
type Lived = Pick<StoredDevice, "eras">

/** How to read a file or body of a device. */
export const optionsFor = ({ timezone }: Owner, { eras }: Lived): ReadOptions => ({
  timezone,
  eras: Object.fromEntries([...SOURCES, ...DEVICE_APPS].map((source) => [source, eras]))
})

/** What the readers of a device's bodies know at `now` (epoch milliseconds); the user's day is `today`. */
export const readerFor = ({ timezone }: Owner, { eras }: Lived, today: Reader["today"], now: number): Reader => {
  const clock = new PersonClock(timezone, eras)
  return { clock, today: clock.lastDayAt(now) ?? today, now }
}

/** The timezone of what a device sends. */
export const zoneAtFor = ({ timezone }: Owner, { eras }: Lived): ZoneAt => zoneAtOf(timezone, eras)
