import { expect, test } from "bun:test"
import pg from "pg"
import { shippedFoods, shippedVersion } from "../../src/features/foods/shipped.ts"
import { FETTLE, freePort, startServer } from "../support/process.ts"
import { hasPostgres } from "../support/stores.ts"
import { type Account, call } from "./client.ts"
import { measured, TIME_LIMIT } from "./form.ts"
import { newDatabase, UNLIMITED } from "./servers.ts"

const EGG = "food_sr28_01123"
const DAY = "2026-03-14"

/** What a catalogue of before differs in: it lacks the dishes, and names and weighs eggs otherwise. */
const EARLIER = [
  "DELETE FROM foods WHERE food_id LIKE 'food_fndds_%'",
  `UPDATE foods SET name = 'Egg, whole, raw, fresh', calories = calories + 7 WHERE food_id = '${EGG}'`,
  "UPDATE catalogue_versions SET version = 'earlier' WHERE catalogue = 'foods'"
]

const outputOf = async (account: Account, name: string, input: Readonly<Record<string, unknown>>): Promise<string> => {
  const answer = await call(account, "rest", name, input)
  if (answer?.output === undefined) throw new Error(`${name} failed: ${JSON.stringify(answer?.error)}`)
  return answer.output
}

/** What somebody has eaten, as it is stored. */
const entriesOf = (account: Account) => outputOf(account, "list_food_entries", { from: DAY, to: DAY })

test.if(hasPostgres)(
  "a start that stores the foods of a new version may be killed: the next completes it, and nobody's entries change",
  async () => {
    await using database = await newDatabase()
    const settings = { DATABASE_URL: database.value, ...UNLIMITED }
    const client = new pg.Client({ connectionString: database.value })
    await client.connect()
    await using _ended = { [Symbol.asyncDispose]: () => client.end() }
    for (const statement of EARLIER) await client.query(statement)
    const foods = async () => Number((await client.query("SELECT count(*) AS foods FROM foods")).rows[0].foods)
    const before = await foods()

    /** Starts a process, which says when it begins to store the foods, and kills it some time after that. */
    const killedAfter = async (milliseconds: number) => {
      const child = Bun.spawn([...FETTLE, "serve"], {
        env: {
          PATH: process.env.PATH ?? "",
          HOME: process.env.HOME ?? "",
          TZ: "UTC",
          ...settings,
          PORT: await freePort()
        },
        stdout: "pipe",
        stderr: "pipe"
      })
      let said = ""
      for await (const chunk of child.stdout) {
        said += new TextDecoder().decode(chunk)
        if (said.includes("Storing the catalogue")) break
      }
      expect(said).toContain(`Storing the catalogue of ${shippedFoods().length.toLocaleString("en-US")} foods`)
      await Bun.sleep(milliseconds)
      child.kill("SIGKILL")
      await child.exited
      return foods()
    }
    const kept: Array<number> = []
    for (const milliseconds of [50, 300]) kept.push(await killedAfter(milliseconds))
    // Somebody used the version of before; its foods are stored as long as the new ones are not.
    expect(kept).toEqual([before, before])

    const { rows } = await client.query("SELECT version FROM catalogue_versions WHERE catalogue = 'foods'")
    expect(rows).toEqual([{ version: "earlier" }])
    await client.query("UPDATE catalogue_versions SET version = $1 WHERE catalogue = 'foods'", [shippedVersion()])
    let server = await startServer(settings)
    const account = { baseUrl: server.baseUrl, token: server.token }
    await outputOf(account, "log_food_entry", { foodId: EGG, servings: 2, mealType: "lunch", date: DAY })
    const held = await entriesOf(account)
    await server[Symbol.asyncDispose]()

    await client.query(EARLIER[2] ?? "")
    const begun = performance.now()
    server = await startServer(settings)
    measured("a start with new foods", { seconds: (performance.now() - begun) / 1000, before, after: await foods() })
    expect(await foods()).toBe(shippedFoods().length)
    expect(await entriesOf({ baseUrl: server.baseUrl, token: account.token })).toBe(held)
    await server[Symbol.asyncDispose]()
  },
  TIME_LIMIT
)
