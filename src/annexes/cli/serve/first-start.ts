import { Console, Effect, Option, Schema } from "effect"
import { AppConfig, type Settings } from "../../../config.ts"
import { Timezone } from "../../../contract/handler/user.ts"
import { createToken, createUser, newUser } from "../../../features/accounts/accounts.ts"
import { AccountStore } from "../../../features/accounts/store.ts"
import { program } from "../../../platform/assets/assets.ts"
import { Narrator } from "../../../platform/telemetry/log/narrator.ts"
import { CLIENTS } from "../../../surfaces/web/mcp-clients.ts"
import { LINK_MINUTES } from "../../identity/sign-in/model.ts"
import { NewcomerStore } from "../../identity/sign-in/newcomers.ts"
import { createLoginLink } from "../../identity/sign-in/sign-in.ts"
import { lanAddresses, lineForPhone, openAddresses } from "./lan.ts"
import { codeFor } from "./terminal-code.ts"

interface Demo {
  readonly userId: string
  readonly timezone: string
  readonly token: string
  readonly link: string | undefined
}

/** Creates a user in this machine's timezone, a token and a login link. */
const createDemo = Effect.gen(function* () {
  const { environment, baseUrl, page } = yield* AppConfig
  const timezone = Option.getOrElse(
    Schema.decodeUnknownOption(Timezone)(Intl.DateTimeFormat().resolvedOptions().timeZone),
    () => Timezone.make("UTC")
  )
  const userId = yield* createUser(newUser("Demo", timezone))
  yield* (yield* NewcomerStore).isOfMachine(userId, timezone)
  const { token } = yield* createToken({ userId, name: "First token", environment, expiresAt: null })
  const link = page ? yield* createLoginLink(userId, baseUrl.origin) : undefined
  return { userId, timezone, token, link: link?.url }
})

const openPage = (link: string | undefined): string =>
  link === undefined
    ? ""
    : `
Open the page of this user. The link signs in once, within ${LINK_MINUTES} minutes; ${program} login-link makes another:

  ${link}
${codeFor(link).join("\n")}`

const welcome = (baseUrl: string, { userId, timezone, token, link }: Demo): string => `
A demo user (${userId}) and a token have been created. The token is not shown again:

  ${token}

The user's days are those of this machine's timezone, ${timezone}, until the first browser signs in and brings its own.
To set it: ${program} user set ${userId} --timezone Europe/Berlin
${openPage(link)}
Try it:

  curl -H "Authorization: Bearer ${token}" ${baseUrl}/v1/me

Connect Claude Code:

  ${CLIENTS["claude-code"].block({ baseUrl, token })}

VS Code, Cursor, Gemini CLI, Codex or Claude Desktop: ${program} connect CLIENT prints what to paste; docs/clients.md is the guide.

Connect another agent (MCP client configuration):

${CLIENTS.other.block({ baseUrl, token })}
`

/** How a telephone in the same network opens the page. */
const forPhones = (settings: Settings): ReadonlyArray<string> => {
  if (!settings.page) return []
  const open = openAddresses(settings)
  if (open.length > 0) return [`On a telephone: ${open.join(" or ")}`]
  const line = lineForPhone(settings, lanAddresses())
  return line === undefined
    ? []
    : [`To open it on a telephone in this network, start it with: ${line} ${program} serve`]
}

const noUsers = `
There are no users yet. With ENVIRONMENT=live, no demo user is created. Create a user, and then a token:

  ${program} user create --name NAME --timezone Europe/Berlin
  ${program} token create --user USER_ID
`

const NEXT = `To create a token: ${program} token create --user USER_ID. To open the page: ${program} login-link --user USER_ID`

/**
 * Prints the address. In a database without users, it also creates a demo user and prints their credentials, or if
 * ENVIRONMENT is live, explains how to create a user: credentials of a live service do not belong in logs.
 */
export const announce = Effect.gen(function* () {
  const accounts = yield* AccountStore
  const config = yield* AppConfig
  const { baseUrl, environment } = config
  const text = yield* environment === "live"
    ? accounts.ifNoUsers(Effect.succeed(noUsers))
    : Effect.map(
        accounts.ifNoUsers(createDemo),
        Option.map((demo) => welcome(baseUrl.origin, demo))
      )
  yield* (yield* Narrator).conclude(`Fettle serves ${baseUrl.origin}/v1  (reference: ${baseUrl.origin}/docs)`)
  for (const line of forPhones(config)) yield* Console.log(line)
  yield* Console.log(Option.getOrElse(text, () => NEXT))
})
