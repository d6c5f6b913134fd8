import { beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import type { Sum } from "../../../../src/annexes/cli/move/compare.ts"
import { NOT_MOVED } from "../../../../src/annexes/cli/move/tables.ts"
import { filledFolder, folder, hasPostgres, postgresDatabase } from "../../../support/stores.ts"
import { askForTokens, codeForm, refreshForm, statusWith } from "../../identity/oauth/support.ts"
import { browserOf, secretIn } from "../../page/support.ts"
import { fillEverything, type Known, repeatKeyed, seenBy } from "./everything.ts"
import { maker, moveBetween, onServer, type Place, using } from "./support.ts"

const make = maker()

const SLOW = 120_000

/** A database of the other kind, if PostgreSQL is available. */
const other = hasPostgres ? postgresDatabase : folder

let source: Place
let known: Known
let before: Awaited<ReturnType<typeof seenBy>>

beforeAll(async () => {
  source = await make(filledFolder)
  await using(source, async (service) => {
    known = await fillEverything(service)
    before = await seenBy(service, known)
  })
}, SLOW)

describe("a move from embedded to PostgreSQL and back", () => {
  let there: Place
  let tables: ReadonlyArray<Sum>
  beforeAll(async () => {
    there = await make(other)
    tables = (await Effect.runPromise(moveBetween(source, there))).tables
  }, SLOW)

  test("every table has rows here, so the move is tested for all of them", () => {
    expect(tables.length).toBeGreaterThan(30)
    expect(tables.filter(({ rows }) => rows === 0).map(({ table }) => table)).toEqual([])
    expect(Object.keys(NOT_MOVED)).toEqual(["migrations", "functions", "unfinished_move"])
  })

  test("users see the same as before", () =>
    using(there, async (service) => {
      expect(await seenBy(service, known)).toEqual(before)
    }))

  test("what users hold still works: tokens, keys, apps, sessions, links", async () => {
    const back = await make(folder)
    // Settings of a database that change how values are written.
    const settings = ["DateStyle = 'SQL, DMY'", "TimeZone = 'Asia/Kathmandu'", "extra_float_digits = 0"]
    const name = new URL(there, "file://").pathname.slice(1)
    if (hasPostgres) await onServer(there, ...settings.map((setting) => `ALTER DATABASE ${name} SET ${setting}`))
    await Effect.runPromise(moveBetween(there, back))
    await using(back, async (service) => {
      expect(await repeatKeyed(service, known)).toBe(known.entryId)
      const { clientId, tokens } = known.app
      expect(await statusWith(service, tokens.access_token)).toBe(200)
      expect((await askForTokens(service, refreshForm(clientId, tokens.refresh_token))).status).toBe(200)
      expect((await askForTokens(service, codeForm(clientId, known.code))).status).toBe(200)
      const browser = browserOf(service)
      for (const [name, value] of known.cookies) browser.cookies.set(name, value)
      expect((await browser.get("/app")).status).toBe(200)
      expect((await browserOf(service).post("/app/login", { link: secretIn(known.link) })).status).toBe(303)
    })
  })
})
