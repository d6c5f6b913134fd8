import { Effect, Option } from "effect"
import { AppConfig } from "../config.ts"
import * as Embedded from "../database/embedded.ts"
import { check } from "./check.ts"

/** Checks whether DATA_DIR can hold the embedded database, and whether a server is using it. */
export const folderCheck = Effect.gen(function* () {
  const { databaseUrl, dataDir } = yield* AppConfig
  if (Option.isSome(databaseUrl)) return check("data-dir", "ok", "Not used, as DATABASE_URL is set")
  return yield* Embedded.usableFolder(dataDir).pipe(
    Effect.zipWith(Embedded.isServed(dataDir), (folder, isServed) =>
      check(
        "data-dir",
        "ok",
        `${folder} can be written${isServed ? "; a server runs on it" : ", and no server runs on it"}`
      )
    ),
    Effect.catchAll(({ message }) =>
      Effect.succeed(
        check("data-dir", "fail", `${message}. Give it to the user that runs Fettle, or set DATA_DIR to another folder`)
      )
    )
  )
})
