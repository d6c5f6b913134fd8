import { SqlClient } from "@effect/sql"
import { Clock, Effect } from "effect"
import { APP_NAMES, type DeviceApp } from "../../imports/devices/model.ts"
import { check } from "./check.ts"

/** How long a device may send nothing, in days. Most apps send every hour. */
const SILENT_DAYS = 3

/** Most devices named in the message. */
const MOST_NAMED = 5

interface Standing {
  readonly devices: number
  readonly silent: number
}

interface Silent {
  readonly user_id: string
  readonly device_id: string
  readonly app: DeviceApp
  readonly arrived_at: Date | null
}

const named = ({ user_id, device_id, app, arrived_at }: Silent): string =>
  `${device_id} of ${user_id} (${APP_NAMES[app]}, ${arrived_at === null ? "nothing yet" : `last on ${arrived_at.toISOString().slice(0, 10)}`})`

/** Checks whether all devices still send, except paused ones. */
export const devicesCheck = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const before = new Date((yield* Clock.currentTimeMillis) - SILENT_DAYS * 86_400_000)
  const [row] = yield* sql<Standing>`
    SELECT count(*)::integer AS devices, count(*) FILTER (WHERE coalesce(arrived_at, created_at) < ${before})::integer AS silent
    FROM devices WHERE paused_at IS NULL AND ended_at IS NULL`
  const { devices, silent } = row ?? { devices: 0, silent: 0 }
  if (silent === 0)
    return check(
      "devices",
      "ok",
      devices === 0
        ? "No device sends data by itself"
        : `${devices.toLocaleString("en-US")} devices send data by themselves, none silent for ${SILENT_DAYS} days`
    )
  const shown = yield* sql<Silent>`
    SELECT user_id, device_id, app, arrived_at FROM devices
    WHERE paused_at IS NULL AND ended_at IS NULL AND coalesce(arrived_at, created_at) < ${before}
    ORDER BY coalesce(arrived_at, created_at) DESC, user_id, device_id LIMIT ${MOST_NAMED}`
  const more = silent > shown.length ? `, and ${(silent - shown.length).toLocaleString("en-US")} more` : ""
  return check(
    "devices",
    "warn",
    `Of ${devices.toLocaleString("en-US")} devices, ${silent.toLocaleString("en-US")} sent nothing for ${SILENT_DAYS} days: ${shown.map(named).join("; ")}${more}. Open the app on the phone and look at its log, or pause or disconnect the device on the person's page`
  )
})
