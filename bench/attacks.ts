/**
 * What others feel beside two attacks: `bun bench/attacks.ts [SECONDS]`. Prints, for each, the median and the worst time
 * in milliseconds of another person's `/v1/me` and of a third person's import of one row at `/ingest`, first alone and
 * then beside it. The attacks: tables with cells of 20,000 spaces, which once held up a reader, sent by four devices at
 * once; and bursts of searches by a person with 2,000 own exercises. The database, a PostgreSQL, is new.
 */
import pg from "pg"
import { MOST_OWN } from "../src/features/exercises/own.ts"
import { call } from "../test/faults/client.ts"
import { newDevices, post } from "../test/faults/devices.ts"
import { atOnce } from "../test/faults/form.ts"
import { newDatabase, UNLIMITED } from "../test/faults/servers.ts"
import { startServer } from "../test/support/process.ts"
import { median } from "./measure.ts"

const MILLIS = Number(process.argv[2] ?? 15) * 1000
const ATTACKERS = 4
const BURST = 95
/** Milliseconds between two calls that are measured. */
const PAUSE = 100

const SPACES = " ".repeat(20_000)
const HEADER = "date,metric,value,unit\n"
const CELLS = [
  `2026-01-01,weight,1${SPACES}x,kg\n`,
  `1${SPACES}x,weight,80,kg\n`,
  `2026-01-01,weight${SPACES}x,80,kg${SPACES}x\n`
]
const TABLES = [...CELLS.map((cell) => HEADER + cell), `date,1${SPACES}x\n2026-01-01,80\n`]

await using database = await newDatabase()
await using server = await startServer({ DATABASE_URL: database.value, ...UNLIMITED })
const { baseUrl } = server
const devices = await newDevices(database.value, ATTACKERS + 3)
const [other, importing, owner, ...attackers] = devices

const client = new pg.Client({ connectionString: database.value })
await client.connect()
await client.query(
  `INSERT INTO own_exercises SELECT $1::text, 'ownex_bench' || n, 'Zottman Gargoyle ' || n, 'zottman gargoyle ' || n, 'strength', 'weight_reps', now() FROM generate_series(1, ${MOST_OWN}) AS n`,
  [owner?.id]
)
await client.end()

type Statuses = Map<number | undefined, number>
const count = (statuses: Statuses, status: number | undefined) => statuses.set(status, (statuses.get(status) ?? 0) + 1)

/** Times of calls, one after another, until the time is over. */
const timed = async (end: number, send: (turn: number) => Promise<number | undefined>, statuses: Statuses) => {
  const times: Array<number> = []
  for (let turn = 0; performance.now() < end; turn++) {
    const begun = performance.now()
    count(statuses, await send(turn))
    times.push(performance.now() - begun)
    await Bun.sleep(PAUSE)
  }
  return times
}

const shown = (times: ReadonlyArray<number>) => `${median([...times]).toFixed(0)} / ${Math.max(...times).toFixed(0)}`
const listed = (statuses: Statuses) => [...statuses].map(([status, times]) => `${times} × ${status}`).join(", ")

const measure = async (what: string, attack: (goesOn: () => boolean) => Promise<Statuses>) => {
  const end = performance.now() + MILLIS
  const [mine, theirs]: ReadonlyArray<Statuses> = [new Map(), new Map()]
  const [me, rows, attacked] = await Promise.all([
    timed(
      end,
      async () => (await call({ baseUrl, token: other?.token ?? "" }, "rest", "get_context"))?.status,
      mine ?? new Map()
    ),
    timed(
      end,
      async (turn) => {
        const row = `2026-01-01T${String(turn % 24).padStart(2, "0")}:00:00Z,weight,${60 + (turn % 40)},kg\n`
        const answer = await post(baseUrl, importing?.device ?? "", HEADER + row, { "content-type": "text/csv" })
        await answer.arrayBuffer()
        return answer.status
      },
      theirs ?? new Map()
    ),
    attack(() => performance.now() < end)
  ])
  console.log(
    [what, shown(me), listed(mine ?? new Map()), shown(rows), listed(theirs ?? new Map()), listed(attacked)].join(" | ")
  )
}

const cells = async (goesOn: () => boolean): Promise<Statuses> => {
  const statuses: Statuses = new Map()
  await atOnce(ATTACKERS, async (index) => {
    for (let turn = index; goesOn(); turn++) {
      const table = TABLES[turn % TABLES.length] ?? ""
      const answer = await post(baseUrl, attackers[index]?.device ?? "", table, { "content-type": "text/csv" })
      await answer.arrayBuffer()
      count(statuses, answer.status)
    }
  })
  return statuses
}

const searches = async (goesOn: () => boolean): Promise<Statuses> => {
  const statuses: Statuses = new Map()
  const account = { baseUrl, token: owner?.token ?? "" }
  while (goesOn())
    await atOnce(BURST, async (n) => {
      count(statuses, (await call(account, "rest", "search_exercises", { query: `gargoyle ${n}` }))?.status)
    })
  return statuses
}

console.log("beside | /v1/me: median / worst | answers | one row: median / worst | answers | answers to the attack")
await measure("nothing", async () => new Map())
await measure(`tables with cells of 20,000 spaces, ${ATTACKERS} devices`, cells)
await measure(`${BURST} searches at once with ${MOST_OWN} own exercises`, searches)
process.exit(0)
