import { expect } from "bun:test"
import { type SettingsOfProcess, startServer } from "../support/process.ts"
import { atOnce, isFull, measured, randomFrom } from "./form.ts"
import { makeJournal } from "./journal.ts"
import { onEachDatabase } from "./on-each-database.ts"
import { UNLIMITED } from "./servers.ts"

const ROUNDS = isFull ? 30 : 4
const WRITERS = 12
/** The kill comes at random, at most this many milliseconds after the first answer. */
const LATEST = 800
const SEED = Number(process.env.FAULTS_SEED ?? Math.floor(Math.random() * 1_000_000))

const killedAgainAndAgain = async (database: string, settings: SettingsOfProcess): Promise<void> => {
  const random = randomFrom(SEED)
  const journal = makeJournal()
  let server = await startServer({ ...settings, ...UNLIMITED })
  const { token } = server
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const account = { baseUrl: server.baseUrl, token }
      const first = Promise.withResolvers<void>()
      const writers = atOnce(WRITERS, async () => {
        for (let answer = await journal.write(account); answer !== undefined; answer = await journal.write(account)) {
          expect(answer.error).toBeUndefined()
          first.resolve()
        }
      })
      await Promise.race([first.promise, writers])
      await Bun.sleep(random() * LATEST)
      server.child.kill("SIGKILL")
      await Promise.all([writers, server.child.exited])
      server = await startServer({ ...settings, ...UNLIMITED })
      await journal.retry({ baseUrl: server.baseUrl, token })
    }
    await journal.verify({ baseUrl: server.baseUrl, token })
  } finally {
    await server[Symbol.asyncDispose]()
    measured(`kill on ${database}`, {
      seed: SEED,
      rounds: ROUNDS,
      writes: journal.count(),
      acknowledged: journal.acknowledged()
    })
  }
  // The kills came during writes: some were answered, and in each round some were not.
  expect(journal.acknowledged()).toBeGreaterThan(ROUNDS)
  expect(journal.count() - journal.acknowledged()).toBeGreaterThanOrEqual(ROUNDS)
}

onEachDatabase(
  (database) =>
    `killed during writes, the service on ${database} keeps what it acknowledged, and a repeated key gives one write`,
  killedAgainAndAgain
)
