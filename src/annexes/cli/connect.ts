import { Args, Command, Options } from "@effect/cli"
import { Effect } from "effect"
import { AppConfig } from "../../config.ts"
import { CLIENTS, type ClientName } from "../../surfaces/web/mcp-clients.ts"
import { json, print } from "./output.ts"

const choices = Object.keys(CLIENTS)
const isClientName = (name: string): name is ClientName => Object.hasOwn(CLIENTS, name)

const client = Args.choice(
  choices.filter(isClientName).map((name) => [name, name] as const),
  { name: "CLIENT" }
).pipe(Args.withDescription("The MCP client."))

const token = Options.text("token").pipe(
  Options.withPseudoName("TOKEN"),
  Options.withDescription("The API token to write into the block. Default: a placeholder."),
  Options.withDefault("<API token>")
)

/** Prints the configuration for one MCP client. It only reads the settings, so the service need not be running. */
export const connect = Command.make("connect", { client, token, json }, ({ client, token, json }) =>
  Effect.gen(function* () {
    const { baseUrl } = yield* AppConfig
    const { title, where, block } = CLIENTS[client]
    const text = block({ baseUrl: baseUrl.origin, token })
    yield* print(json, { client, title, where, block: text }, [`${title}. ${where}`, "", text])
  })
).pipe(Command.withDescription("Print the configuration of one MCP client, ready to paste."))
