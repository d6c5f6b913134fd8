import { expect, test } from "bun:test"
import { startServer } from "../support/process.ts"
import { hasPostgres } from "../support/stores.ts"
import { newDevices, post } from "./devices.ts"
import { TIME_LIMIT } from "./form.ts"
import { newDatabase, newFolder, UNLIMITED } from "./servers.ts"
import { mountSmallDisk } from "./small-disk.ts"

const FIRST_DAY = Date.UTC(2010, 0, 1)
const day = (index: number) => new Date(FIRST_DAY + (index % 5_500) * 86_400_000).toISOString().slice(0, 10)

/** More than is kept in memory: a table of 90,000 rows, and a phone's payload. */
const TABLE = `date,metric,value,unit\n${Array.from({ length: 90_000 }, (_, index) => `${day(index)},weight,82.5,kg\n`).join("")}`
const PAYLOAD = JSON.stringify({
  timestamp: "2026-03-14T11:00:00Z",
  app_version: "1",
  source: "health_connect",
  weight: [{ kilograms: 82.5, time: "2026-03-13T06:30:00Z", uuid: "w" }],
  heart_rate: Array.from({ length: 30_000 }, (_, uuid) => ({ bpm: 60, time: "2026-03-10T07:00:00Z", uuid }))
})

const disk = hasPostgres ? mountSmallDisk() : undefined

test.if(disk !== undefined)(
  "what devices send while the temporary folder is full gets a 500 with its cause in the log, and is taken later",
  async () => {
    if (disk === undefined) return
    using _disk = disk
    await using database = await newDatabase()
    await using logs = await newFolder()
    const log = `${logs.value}/log`
    await using server = await startServer({ DATABASE_URL: database.value, TMPDIR: disk.folder, ...UNLIMITED }, { log })
    const [device] = await newDevices(database.value, 1)
    if (device === undefined) throw new Error("There is no device")
    const send = async (body: string, type: string) => {
      const answer = await post(server.baseUrl, device.device, body, { "content-type": type })
      return { status: answer.status, retryAfter: answer.headers.get("retry-after"), body: await answer.json() }
    }
    const both = async () => [await send(PAYLOAD, "application/json"), await send(TABLE, "text/csv")]
    const failed = { status: 500, retryAfter: "2", body: { error: { code: "internal_error" } } }

    // No room for a folder, for the body, and for the rows read from it.
    for (const megabytes of [0, 0.5, 3]) {
      disk.leave(megabytes)
      const answers = megabytes === 3 ? [await send(TABLE, "text/csv")] : await both()
      for (const answer of answers) expect(answer).toMatchObject(failed)
    }
    expect(await Bun.file(log).text()).toMatch(/ENOSPC|no space left/i)
    expect(await Bun.file(log).text()).toMatch(/SQLITE_FULL|disk is full|room for/i)

    disk.giveBack()
    for (const answer of await both()) expect(answer).toMatchObject({ status: 200 })
  },
  TIME_LIMIT
)
