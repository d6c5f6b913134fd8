import { describe, expect, test } from "bun:test"
import { join } from "node:path"
import { Effect } from "effect"
import { announce } from "../../../src/annexes/cli/serve/first-start.ts"
import type { Settings } from "../../../src/config.ts"
import { AccountStore } from "../../../src/features/accounts/store.ts"
import { layer } from "../../../src/platform/telemetry/log/narrator.ts"
import * as Storage from "../../../src/storage.ts"
import { makeService } from "../../support/app.ts"
import { runToEnd } from "../../support/process.ts"

/** Runs an effect, and returns what it printed. */
const printed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const usual = yield* Effect.console
    const lines: Array<string> = []
    const log = (text: string) => Effect.sync(() => void lines.push(text))
    yield* Effect.withConsole(effect, { ...usual, log })
    return lines.join("\n")
  })

const started = async (settings: Partial<Settings>) => {
  const service = await makeService(Storage.memory, settings)
  const first = await service.run(Effect.provide(printed(announce), layer))
  const second = await service.run(Effect.provide(printed(announce), layer))
  const users = await service.run(Effect.flatMap(AccountStore, ({ listUsers }) => listUsers))
  await service.stop()
  return { first, second, users }
}

describe("a start on a database without users", () => {
  test("creates a demo user in the machine's timezone, and says how to change it", async () => {
    const { first, second, users } = await started({})
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    expect(users).toMatchObject([{ name: "Demo", timezone: timeZone }])
    expect(first).toContain(`timezone, ${timeZone}, until the first browser signs in`)
    expect(first).toContain(`fettle user set ${users[0]?.id} --timezone `)
    expect(first).toMatch(/fettle_test_\w+/)
    expect(second).not.toMatch(/fettle_test_\w+/)
    expect(second).toContain("fettle token create")
  })

  test("creates nobody in the live environment, prints no credential, and says how to create a user", async () => {
    const { first, second, users } = await started({ environment: "live" })
    expect(users).toEqual([])
    expect(first).not.toMatch(/fettle_live_|fettle_test_|Bearer|\/app/)
    expect(first).toContain("fettle user create --name")
    expect(first).toContain("fettle token create --user")
    expect(second).toBe(first)
  })
})

/** Logs two lines, and blocks its thread for some seconds in between, as the embedded database does. */
const SLOW_START = `
  import { Effect } from "effect"
  import { layer, Narrator } from "./src/platform/telemetry/log/narrator.ts"
  await Effect.gen(function* () {
    const { say, conclude } = yield* Narrator
    yield* say("Creating the database")
    Bun.sleepSync(3000)
    yield* say("Applying 19 migrations")
    yield* conclude("It serves")
  }).pipe(Effect.provide(layer), Effect.runPromise)
`

test("a slow start says every two seconds that it is still working", async () => {
  const { stdout } = await runToEnd([process.execPath, "-e", SLOW_START], {
    cwd: join(import.meta.dir, "../../.."),
    env: { PATH: process.env.PATH }
  })
  expect(stdout).toMatch(/^Creating the database…\n( {2}still working, \d+ s\n)+Applying 19 migrations…\nIt serves\n$/)
})
