import { availableParallelism } from "node:os"
import { join } from "node:path"
import { $ } from "bun"
import { Effect } from "effect"
import { pooler } from "./support/pooler.ts"
import { folder, templates } from "./support/stores.ts"

/**
 * As many as there are cores: one more took 1.2 times the CPU time, as each compiles the same code for itself. More than
 * four would ask PostgreSQL for more connections than it has by default.
 */
const processes = Math.min(availableParallelism(), 4)

/**
 * With `--pooler`, the tests reach PostgreSQL through PgBouncer; with `--citus`, the cluster at CITUS_URL. No other store
 * is tested then.
 */
const isPooled = process.argv[2] === "--pooler"
const isCitus = process.argv[2] === "--citus"
const rest = process.argv.slice(isPooled || isCitus ? 3 : 2)

if (isCitus && process.env.CITUS_URL === undefined) throw new Error("CITUS_URL is not set")

/** The single-file executable, which starts sooner than the sources; removed with the scope. Gives its path. */
const executable = Effect.flatMap(folder, (path) =>
  Effect.promise(async () => {
    const built = join(path, "fettle")
    await $`${process.execPath} ${join(import.meta.dir, "../scripts/build.ts")} ${built}`.quiet()
    return built
  })
)

/** Runs the tests side by side, in processes that share the template databases and the executable. */
const run = Effect.gen(function* () {
  const through = isPooled
    ? { TEST_POOLER_PORT: yield* pooler({ max_client_conn: 1000 }) }
    : isCitus
      ? { TEST_CITUS_ONLY: "1" }
      : {}
  const [made, built] = yield* Effect.all([templates, executable], { concurrency: "unbounded" })
  const environment = { ...process.env, ...made, TEST_EXECUTABLE: built, ...through }
  const command = ["test", "--timeout", "60000", `--parallel=${processes}`, "--no-isolate", ...rest]
  return yield* Effect.promise(
    () =>
      Bun.spawn([process.execPath, ...command], { env: environment, stdio: ["inherit", "inherit", "inherit"] }).exited
  )
})

process.exitCode = await Effect.runPromise(Effect.scoped(run))
