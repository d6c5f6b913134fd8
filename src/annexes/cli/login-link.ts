import { Command } from "@effect/cli"
import { DateTime, Effect } from "effect"
import { AppConfig } from "../../config.ts"
import { runningOrigin } from "../../surfaces/server/running.ts"
import { CannotStart } from "../../values/cannot-start.ts"
import { LINK_MINUTES } from "../identity/sign-in/model.ts"
import { createLoginLink } from "../identity/sign-in/sign-in.ts"
import { stores } from "./database.ts"
import { userOption } from "./options.ts"
import { json, print } from "./output.ts"
import { knownUser } from "./user.ts"

const pageIsOff = new CannotStart({
  message:
    "PAGE is off, so there is no page to sign in to. Leave PAGE out, or set it to on, and start the service again"
})

export const loginLink = Command.make("login-link", { user: userOption, json }, ({ user, json }) =>
  Effect.gen(function* () {
    const { page } = yield* AppConfig
    if (!page) return yield* pageIsOff
    const { url, expiresAt } = yield* createLoginLink(yield* knownUser(user), yield* runningOrigin)
    yield* print(json, { url, expiresAt: DateTime.formatIso(expiresAt) }, [
      url,
      `Open it in a browser within ${LINK_MINUTES} minutes. It signs in once.`
    ])
  }).pipe(Effect.provide(stores))
).pipe(Command.withDescription("Print a link with which a user signs in to their page, once, within 15 minutes."))
