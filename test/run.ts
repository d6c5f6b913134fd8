import { availableParallelism } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { sharedExecutable, sharedTemplates } from "./support/made.ts"
import { pooler } from "./support/pooler.ts"

/**
 * As many as there are cores: one more took 1.2 times the CPU time, as each compiles the same code for itself. More than
 * four would ask PostgreSQL for more connections than it has by default.
 */
const processes = Math.min(availableParallelism(), 4)

/**
 * With `--pooler`, the tests reach PostgreSQL through PgBouncer; with `--citus`, the cluster at CITUS_URL. No other store
 * is tested then. With `--processes`, they start what `bun start` runs, and share nothing but the template databases.
 */
const mode = ["--pooler", "--citus", "--processes"].find((each) => each === process.argv[2])
const isPooled = mode === "--pooler"
const isCitus = mode === "--citus"
const rest = process.argv.slice(mode === undefined ? 2 : 3)

/** How long each file took, so that the longest start first: `bun run test --update-timings` writes it anew. */
const timings = `--timings=${join(import.meta.dir, "timings.json")}`

if (isCitus && process.env.CITUS_URL === undefined) throw new Error("CITUS_URL is not set")

const [program, flags] =
  mode === "--processes"
    ? [Effect.succeed({ TEST_EXECUTABLE: undefined }), []]
    : [sharedExecutable, ["--timeout", "60000", "--no-isolate"]]

/** Runs the tests side by side, in processes that share the template databases and the executable. */
const run = Effect.gen(function* () {
  const through = isPooled
    ? { TEST_POOLER_PORT: yield* pooler({ max_client_conn: 1000 }) }
    : isCitus
      ? { TEST_CITUS_ONLY: "1" }
      : {}
  const [made, built] = yield* Effect.all([sharedTemplates, program], { concurrency: "unbounded" })
  const environment = { ...process.env, ...made, ...built, ...through }
  // What needs no store is the same behind a pooler.
  const names = isPooled ? ["--test-name-pattern", "postgres\\)|PostgreSQL"] : []
  const command = ["test", `--parallel=${processes}`, timings, ...flags, ...names, ...rest]
  return yield* Effect.promise(
    () =>
      Bun.spawn([process.execPath, ...command], { env: environment, stdio: ["inherit", "inherit", "inherit"] }).exited
  )
})

process.exitCode = await Effect.runPromise(Effect.scoped(run))
