import { existsSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { sharedExecutable, sharedTemplates } from "./support/made.ts"
import { pooler } from "./support/pooler.ts"
import { filesToRerun, outcomeOf, withoutFiles } from "./support/rerun.ts"
import { folder } from "./support/stores.ts"

/**
 * As many as there are cores: one more took 1.2 times the CPU time, because each compiles the same code for itself.
 * More than four would ask PostgreSQL for more connections than it has by default. Tests of commands, which mostly wait for
 * what they start, ask for three.
 */
const PROCESSES = Math.min(availableParallelism(), 4)
/** For tests that spend most of their time waiting. */
const WAITING_PROCESSES = 3

/**
 * With `--pooler`, the tests reach PostgreSQL through PgBouncer; with `--citus`, they reach the cluster at CITUS_URL.
 * No other store is tested then. With `--processes`, they start what `bun start` runs, and share the template databases
 * but no executable. `--waiting` does the same for tests that spend most of their time waiting.
 */
const mode = ["--pooler", "--citus", "--processes", "--waiting"].find((each) => each === process.argv[2])
const isPooled = mode === "--pooler"
const isCitus = mode === "--citus"
const isWaiting = mode === "--waiting"
/** Only a run of every store may say how long a file takes: where most of its tests are skipped, it takes no time. */
const rest = process.argv
  .slice(mode === undefined ? 2 : 3)
  .filter((each) => each !== "--update-timings" || !(isPooled || isCitus))

/** How long each file took, so that the longest start first; `bun run test --update-timings` updates it. */
const timings = `--timings=${join(import.meta.dir, "timings.json")}`

// Beside a path that begins with ./, bun silently ignores what is not one.
const missing = rest.filter((each) => /^(?:\.\/)?test\//.test(each) && !existsSync(each))
if (missing.length > 0) throw new Error(`There is no ${missing.join(", ")}`)

if (isCitus && process.env.CITUS_URL === undefined) throw new Error("CITUS_URL is not set")

const [program, flags] =
  isWaiting || mode === "--processes"
    ? [Effect.succeed({ TEST_EXECUTABLE: undefined }), []]
    : [sharedExecutable, ["--timeout", "60000"]]

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Memory that was freed stays with the process: giving it back and taking it again took 9 % of the CPU time of the tests.
 * What `bun start` runs keeps its default.
 */
const allocator: Environment = isWaiting || mode === "--processes" ? {} : { MIMALLOC_PURGE_DELAY: "-1" }

/**
 * A running service for each process, which its tests share, and a folder for its Chromium, which ends with the process
 * and leaves its profile behind.
 */
const forBrowsers = (environment: Environment) =>
  Effect.gen(function* () {
    const TMPDIR = yield* folder
    const host = yield* Effect.acquireRelease(
      Effect.sync(() =>
        Bun.spawn([process.execPath, join(import.meta.dir, "browser/services.ts"), String(PROCESSES)], {
          env: environment,
          stdio: ["pipe", "pipe", "inherit"]
        })
      ),
      (host) =>
        Effect.promise(async () => {
          await host.stdin.end()
          await host.exited
        })
    )
    const { done, value } = yield* Effect.promise(() => host.stdout.getReader().read())
    if (done) return yield* Effect.dieMessage("The services for the browser tests did not start")
    return { TEST_SERVICES: new TextDecoder().decode(value), TMPDIR }
  })

const needsBrowser = rest.some((file) => file.endsWith(".browser.ts"))

/** The files of a process share its modules, except for judges, each of which examines a service of its own. */
const isolation = rest.includes("--preload") ? [] : ["--no-isolate"]

/** Runs the tests side by side, in processes that share the template databases and the executable. */
const run = Effect.gen(function* () {
  const through = isPooled
    ? { TEST_POOLER_PORT: yield* pooler({ max_client_conn: 1000 }) }
    : isCitus
      ? { TEST_CITUS_ONLY: "1" }
      : {}
  const shared = yield* Effect.all([sharedTemplates, program], { concurrency: "unbounded" })
  const made: Environment = Object.assign({}, process.env, allocator, ...shared, through)
  const environment = needsBrowser ? { ...made, ...(yield* forBrowsers(made)) } : made
  // Tests without a store are the same behind a pooler.
  const names = isPooled ? ["--test-name-pattern", "postgres\\)|PostgreSQL"] : []
  const parallel = [`--parallel=${isWaiting ? WAITING_PROCESSES : PROCESSES}`, ...isolation, timings]
  const options = [...parallel, ...flags, ...names]
  return yield* Effect.promise(() => runTests([...options, ...rest], environment))
})

/** `bun test`; its output is shown, and returned if it is piped. */
const bunTest = async (args: ReadonlyArray<string>, env: Environment, stderr: "inherit" | "pipe") => {
  const child = Bun.spawn([process.execPath, "test", ...args], { env, stdio: ["inherit", "inherit", stderr] })
  const decoder = new TextDecoder()
  let output = ""
  for await (const chunk of child.stderr ?? []) {
    process.stderr.write(chunk)
    output += decoder.decode(chunk, { stream: true })
  }
  return { exitCode: await child.exited, output }
}

/** Runs the tests and, if RERUN_FAILED is set, failed files once more, alone. Returns the exit code. */
const runTests = async (args: ReadonlyArray<string>, env: Environment): Promise<number> => {
  if (env.RERUN_FAILED === undefined) return (await bunTest(args, env, "inherit")).exitCode
  const { exitCode, output } = await bunTest(args, env, "pipe")
  const first = outcomeOf(output)
  const files = filesToRerun(first)
  if (exitCode === 0 || files.length === 0) return exitCode
  const again = await bunTest([...withoutFiles(args), "--parallel=1", ...files.map((file) => `./${file}`)], env, "pipe")
  const { failed } = outcomeOf(again.output)
  console.log(`\n ${first.passed + first.failed - failed} pass\n ${failed} fail`)
  for (const file of files) console.log(`flaky: ${file} failed, and was run once more, alone`)
  return again.exitCode
}

process.exitCode = await Effect.runPromise(Effect.scoped(run))
