import { Effect } from "effect"
import { takesOver, workers } from "./options.ts"
import { command } from "./usage/command.ts"

/** The surfaces are loaded only here, so that other commands start without them. */
export const serve = command(
  {
    name: "serve",
    meaning: "Migrate the database, load the catalogues, and serve REST and MCP until SIGTERM or SIGINT."
  },
  { workers, takesOver },
  (options) =>
    Effect.flatMap(
      Effect.promise(() => import("./serve/serve.ts")),
      ({ serve }) => serve(options)
    )
)
