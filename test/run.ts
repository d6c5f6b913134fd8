import { availableParallelism } from "node:os"
import { Effect } from "effect"
import { pooler } from "./support/pooler.ts"
import { templates } from "./support/stores.ts"

/** More processes than this would ask PostgreSQL for more connections than it has by default. */
const processes = Math.min(availableParallelism(), 4)

/** With `--pooler`, the tests reach PostgreSQL through PgBouncer, and no other store is tested. */
const isPooled = process.argv[2] === "--pooler"
const rest = process.argv.slice(isPooled ? 3 : 2)

/** Runs the tests side by side, in processes that share the template databases. */
const run = Effect.gen(function* () {
  const through = isPooled ? { TEST_POOLER_PORT: yield* pooler({ max_client_conn: 1000 }) } : {}
  const environment = { ...process.env, ...(yield* templates), ...through }
  const command = ["test", "--timeout", "60000", `--parallel=${processes}`, "--no-isolate", ...rest]
  return yield* Effect.promise(
    () =>
      Bun.spawn([process.execPath, ...command], { env: environment, stdio: ["inherit", "inherit", "inherit"] }).exited
  )
})

process.exitCode = await Effect.runPromise(Effect.scoped(run))
