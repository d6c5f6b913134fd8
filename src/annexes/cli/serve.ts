import { Command } from "@effect/cli"
import { Effect } from "effect"
import { takesOver, workers } from "./options.ts"

/** The surfaces are loaded only here, so that other commands start without them. */
export const serve = Command.make("serve", { workers, takesOver }, (options) =>
  Effect.flatMap(
    Effect.promise(() => import("./serve/serve.ts")),
    ({ serve }) => serve(options)
  )
).pipe(
  Command.withDescription("Migrate the database, load the catalogues, and serve REST and MCP until SIGTERM or SIGINT.")
)
