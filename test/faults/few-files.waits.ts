import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { FETTLE, runToEnd, startServer } from "../support/process.ts"
import { openConnection, requestBytes } from "./connection.ts"
import { atOnce, measured, TIME_LIMIT } from "./form.ts"
import { anyDatabase, newFolder, UNLIMITED } from "./servers.ts"

const FILES = 256
const CLIENTS = 600
const WITHIN = ["bash", "-c", `ulimit -n ${FILES}; exec "$@"`, "fettle"]
/** How long the clients stay, in milliseconds. */
const STAY = 8000
/**
 * How long a probe may take, in milliseconds: less than the 10 seconds after which the server closes silent clients
 * anyway.
 */
const PROBE = 9000

test(
  `with ${FILES} open files and ${CLIENTS} silent or slow clients, probes and other clients are answered`,
  async () => {
    await using database = await anyDatabase()
    const settings = { ...database.settings, ...UNLIMITED }
    await using home = await newFolder()
    const log = join(home.value, "log")
    await using server = await startServer(settings, { within: WITHIN, log })
    const ADVICE = `At most ${FILES} files may be open (ulimit -n)`
    expect(readFileSync(log, "utf8")).toContain(ADVICE)
    const post = requestBytes(server, "/v1/food-entries", { foodId: "food_sr28_01123", servings: 1, mealType: "lunch" })
    const kinds = ["", post.slice(0, 20), post.slice(0, -5), requestBytes(server, "/v1/me")]

    const clients = await atOnce(CLIENTS, async (index) => {
      const connection = await openConnection(server)
      connection?.socket.write(kinds[index % kinds.length] ?? "")
      return connection
    })
    const times: Array<number> = []
    for (const end = performance.now() + STAY; performance.now() < end; await Bun.sleep(100)) {
      for (const path of ["/health", "/ready", "/v1/me"]) {
        const asked = performance.now()
        const connection = await openConnection(server)
        const outcome = await connection?.exchange(requestBytes(server, path, undefined, { connection: "close" }))
        connection?.socket.destroy()
        expect(outcome).toMatchObject({ came: "whole", status: 200 })
        times.push(performance.now() - asked)
      }
    }
    for (const connection of clients) connection?.socket.destroy()
    expect(readFileSync(log, "utf8")).toContain("Open files ran out")
    const doctor = [...WITHIN, ...FETTLE, "doctor", "--json"]
    const { stdout } = await runToEnd(doctor, { cwd: home.value, env: { ...process.env, DATA_DIR: home.value } })
    expect(JSON.parse(stdout).checks).toContainEqual({
      name: "open-files",
      status: "warn",
      message: expect.stringContaining(ADVICE)
    })
    measured("few files", { probes: times.length, "slowest probe in ms": Math.max(...times) })
    expect(Math.max(...times)).toBeLessThan(PROBE)
  },
  TIME_LIMIT
)
