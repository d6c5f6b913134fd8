import { Effect } from "effect"
import { AppConfig } from "../../config.ts"
import { CLIENTS, type ClientName } from "../../surfaces/web/mcp-clients.ts"
import { json, print } from "./output.ts"
import { command } from "./usage/command.ts"
import { argument, meaning, oneOf, option, otherwise, placeholder } from "./usage/parameters.ts"

const choices = Object.keys(CLIENTS)
const isClientName = (name: string): name is ClientName => Object.hasOwn(CLIENTS, name)

const client = argument("CLIENT").pipe(oneOf(choices.filter(isClientName)), meaning("The MCP client."))

const token = option("token").pipe(
  placeholder("TOKEN"),
  meaning("The API token to write into the block. Default: a placeholder."),
  otherwise("<API token>")
)

/** Prints the configuration for one MCP client. It only reads the settings, so the service need not be running. */
export const connect = command(
  { name: "connect", meaning: "Print the configuration of one MCP client, ready to paste." },
  { client, token, json },
  ({ client, token, json }) =>
    Effect.gen(function* () {
      const { baseUrl } = yield* AppConfig
      const { title, where, block } = CLIENTS[client]
      const text = block({ baseUrl: baseUrl.origin, token })
      yield* print(json, { client, title, where, block: text }, [`${title}. ${where}`, "", text])
    })
)
