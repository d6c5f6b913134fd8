import { SqlClient } from "@effect/sql"
import { Context, Effect, Layer, Option } from "effect"
import { callEveryInternal } from "../annexes/page/features/overview/support.ts"
import { type Call, makeService, type Person } from "../support/app.ts"
import type { Stores } from "../support/stores.ts"
import { watching } from "../support/watching.ts"
import { callAll, saveBreakfast } from "./scenarios.ts"

/** A statement of an operation, with the parameters of its first use. */
export interface Asked {
  readonly text: string
  readonly params: ReadonlyArray<unknown>
}

/** Calls every operation over these stores, and records its statements, each once. */
export const recordStatements = async (layer: Stores) => {
  const asked = new Map<string, Map<string, Asked>>()
  let recording: Map<string, Asked> | undefined
  let client: Option.Option<SqlClient.SqlClient> = Option.none()

  const watched = watching(layer, (text, params) => {
    if (recording?.has(text) === false) recording.set(text, { text, params })
  })

  const during = async <A>(operation: string, call: () => Promise<A>) => {
    recording = asked.get(operation) ?? new Map()
    asked.set(operation, recording)
    const outcome = await call()
    recording = undefined
    return outcome
  }

  const recorded =
    (person: Person): Call =>
    (operation, input) =>
      during(operation, () => person.rest(operation, input))

  const stores = Layer.tap(watched, (context) =>
    Effect.sync(() => {
      client = Context.getOption(context, SqlClient.SqlClient)
    })
  )
  const service = await makeService(stores)
  const person = await service.person()
  const savedMealId = await service.run(saveBreakfast(person.id))
  await callAll(recorded(person), savedMealId)
  await callEveryInternal(service, person, during)
  return {
    service,
    /** Records the statements of other work under a name. */
    during,
    /** The statements by operation, or by name. */
    get asked() {
      return new Map([...asked].map(([operation, statements]) => [operation, [...statements.values()]]))
    },
    onDatabase: <A, E>(ask: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>) =>
      service.run(Effect.flatMap(Effect.orDie(client), ask))
  }
}

/** Whether a statement has a plan. Statements that begin or end transactions have none. */
export const hasPlan = ({ text }: Asked) => /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH|\()/i.test(text)
