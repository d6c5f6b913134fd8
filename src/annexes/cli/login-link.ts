import { DateTime, Effect } from "effect"
import { LINK_MINUTES } from "../identity/sign-in/model.ts"
import { createLoginLink } from "../identity/sign-in/sign-in.ts"
import { stores } from "./database.ts"
import { knownUser } from "./known-user.ts"
import { userOption } from "./options.ts"
import { json, print } from "./output.ts"
import { address, ensurePage, originAt } from "./own-links.ts"
import { codeFor } from "./serve/terminal-code.ts"
import { command } from "./usage/command.ts"

export const loginLink = command(
  { name: "login-link", meaning: "Print a link with which a user signs in to their page, once, within 15 minutes." },
  { user: userOption, address, json },
  ({ user, address, json }) =>
    Effect.gen(function* () {
      yield* ensurePage
      const { url, expiresAt } = yield* createLoginLink(yield* knownUser(user), yield* originAt(address))
      yield* print(json, { url, expiresAt: DateTime.formatIso(expiresAt) }, [
        url,
        ...codeFor(url),
        `Open it in a browser within ${LINK_MINUTES} minutes. It signs in once.`
      ])
    }).pipe(Effect.provide(stores))
)
