import { Effect } from "effect"
import { operations } from "../api.ts"
import type { Implementation } from "../contract/handler/handlers.ts"
import { type Decode, decodeOf } from "../contract/handler/input.ts"
import type { Operation } from "../contract/operation.ts"
import { features } from "../features.ts"

/** What differs between operations in the steps of a call: how each form of input is decoded, and the handler. */
export interface Stages {
  readonly access: Operation["access"]
  readonly decode: Readonly<Record<"query" | "json", Decode>>
  readonly handler: Implementation
}

/** Operations that are not part of the API, with their handlers. No route, tool, client or description has them. */
export interface InternalOperations {
  readonly operations: ReadonlyArray<Operation>
  readonly implementations: ReadonlyMap<string, Implementation>
}

const stagesOf = (
  { name, access, input, query, rule, ignoring }: Operation,
  handler: Implementation | undefined
): Stages => {
  if (handler === undefined) throw new Error(`${name} has no handler`)
  return {
    access,
    decode: {
      json: decodeOf(input, rule, handler.rule, handler.lookup, ignoring),
      query: decodeOf(query, rule, handler.rule, handler.lookup)
    },
    handler
  }
}

/** The stages of every operation of the API and of the annexes, by the operation's name. */
export const allStages = (internal: ReadonlyArray<InternalOperations>) =>
  Effect.map(Effect.all(features.map(({ implementation }) => implementation)), (maps): ReadonlyMap<string, Stages> => {
    const own = { operations, implementations: new Map(maps.flatMap((map) => [...map])) }
    return new Map(
      [own, ...internal].flatMap(({ operations, implementations }) =>
        operations.map((operation) => [operation.name, stagesOf(operation, implementations.get(operation.name))])
      )
    )
  })
