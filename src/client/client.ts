import { FetchHttpClient, HttpApiClient, HttpClient, HttpClientRequest } from "@effect/platform"
import { Effect } from "effect"
import { Api, operations } from "../api.ts"
import type { Inputs, Outputs, Plain } from "../contract/operation.ts"

export * from "../contract/errors.ts"
export { Api }

export interface Connection {
  /** Address of the service, such as `http://localhost:3000`. */
  readonly baseUrl: string
  /** API token of the user. */
  readonly token: string
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch
}

/** The typed client for Effect programs. Each operation is an effect that fails with the error classes. */
export const make = ({ baseUrl, token }: Omit<Connection, "fetch">) =>
  HttpApiClient.make(Api, {
    baseUrl,
    transformClient: HttpClient.mapRequest(HttpClientRequest.bearerToken(token))
  })

type Groups = (typeof Api)["groups"]
type Group = Groups[keyof Groups]

/** Each operation as a function of its input. It rejects with one of the error classes; `_tag` is the error's code. */
export type Client = {
  readonly [Name in keyof Inputs<Group>]: (
    ...input: object extends Inputs<Group>[Name]
      ? [input?: Plain<Inputs<Group>[Name]>]
      : [input: Plain<Inputs<Group>[Name]>]
  ) => Promise<Name extends keyof Outputs<Group> ? Plain<Outputs<Group>[Name]> : never>
}

/** The typed client for programs without Effect. Each operation is a function that returns a promise. */
export const connect = async (connection: Connection): Promise<Client> => {
  const layer = FetchHttpClient.layer
  const fetching = <A, E>(effect: Effect.Effect<A, E>) =>
    connection.fetch === undefined ? effect : Effect.provideService(effect, FetchHttpClient.Fetch, connection.fetch)
  const client = await Effect.runPromise(Effect.provide(make(connection), layer))
  const functions = operations.map(({ name, query }) => [
    name,
    async (input: unknown = {}) => {
      const request = query === undefined ? { payload: input, headers: {} } : { urlParams: input }
      const call: Effect.Effect<unknown, unknown> = Reflect.apply(Reflect.get(client, name), undefined, [request])
      const outcome = await Effect.runPromise(Effect.either(fetching(call)))
      if (outcome._tag === "Left") throw outcome.left
      return outcome.right
    }
  ])
  return Object.fromEntries(functions)
}
