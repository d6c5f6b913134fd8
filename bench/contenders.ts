import type { Contender } from "./measure.ts"
import { isDistinct, mcpRequests, type Operation, restRequests } from "./operations.ts"
import type { Server, ServerName } from "./servers.ts"

/** The servers of a run, and which of them serve an operation. */
export interface Contenders {
  readonly rest: ReadonlyArray<Server>
  readonly mcp: ReadonlyArray<Server>
  readonly of: (operation: Operation) => ReadonlyArray<Contender>
}

interface Options {
  readonly rest: boolean
  readonly tokens: number
}

type Start = (name: ServerName) => Promise<Server>

/** A contender's name in tables and in the chart. */
export const titleOf = (name: ServerName): string => name.replace(/^lean\//, "")

/** Peers that implement the same contract with as little work as a careful engineer would. */
const PEERS: ReadonlyArray<ServerName> = ["lean/fastify", "lean/elysia", "lean/limit"]

export const contendersOf = async (start: Start, { rest, tokens }: Options): Promise<Contenders> => {
  const fettle = await start("fettle")
  const servers = [fettle]
  for (const peer of PEERS) servers.push(await start(peer))
  const mcp = rest ? [] : [fettle, await start("lean/mcp")]
  return {
    rest: servers,
    mcp,
    of: (operation) => [
      ...servers.map((server) => ({
        name: titleOf(server.name),
        server,
        requests: restRequests(
          { ...operation, path: server === fettle ? operation.path : (operation.leanPath ?? operation.path) },
          server.port,
          tokens
        )
      })),
      ...(isDistinct(operation) ? mcp : []).map((server) => ({
        name: server === fettle ? "fettle mcp" : "sdk mcp",
        server,
        requests: mcpRequests(operation, server.port, tokens)
      }))
    ]
  }
}
