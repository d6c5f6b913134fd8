import { Command } from "@effect/cli"
import { Effect } from "effect"
import { workers } from "./options.ts"

/** The surfaces are loaded only here, so that other commands start without them. */
export const serve = Command.make("serve", { workers }, ({ workers }) =>
  Effect.flatMap(
    Effect.promise(() => import("../serve.ts")),
    ({ serve }) => serve(workers)
  )
).pipe(
  Command.withDescription("Migrate the database, load the catalogues, and serve REST and MCP until SIGTERM or SIGINT.")
)
