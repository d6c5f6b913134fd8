import { Effect } from "effect"
import { sharedExecutable, sharedTemplates } from "./support/made.ts"

/** Runs a command with what its tests share, made once and removed at its end: `bun test/share.ts COMMAND…` */
const run = Effect.gen(function* () {
  const [made, built] = yield* Effect.all([sharedTemplates, sharedExecutable], { concurrency: "unbounded" })
  const env = { ...process.env, ...made, ...built }
  return yield* Effect.promise(
    () => Bun.spawn(process.argv.slice(2), { env, stdio: ["inherit", "inherit", "inherit"] }).exited
  )
})

process.exitCode = await Effect.runPromise(Effect.scoped(run))
