import { availableParallelism } from "node:os"
import { Effect } from "effect"
import { templates } from "./support/stores.ts"

/** More processes than this would ask PostgreSQL for more connections than it has by default. */
const processes = Math.min(availableParallelism(), 4)

/** Runs the tests side by side, in processes that share the template databases. */
const run = Effect.gen(function* () {
  const environment = { ...process.env, ...(yield* templates) }
  const command = ["test", "--timeout", "60000", `--parallel=${processes}`, "--no-isolate", ...process.argv.slice(2)]
  return yield* Effect.promise(
    () =>
      Bun.spawn([process.execPath, ...command], { env: environment, stdio: ["inherit", "inherit", "inherit"] }).exited
  )
})

process.exitCode = await Effect.runPromise(Effect.scoped(run))
