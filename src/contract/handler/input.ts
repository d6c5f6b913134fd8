import { Effect } from "effect"
import { NOT_A_DAY } from "../../values/activity-day.ts"
import { decoder, type Outside } from "../decode.ts"
import { type FieldError, ValidationFailed } from "../errors.ts"
import type { Operation } from "../operation.ts"
import type { Given, Rule } from "../rule.ts"
import type { Caller, CallerRule, Lookup } from "./caller.ts"
import type { Charge, NotCharged } from "./charge.ts"

/** An input as it was read. */
type Reading = Effect.Effect<unknown, ValidationFailed>

/** Who calls, and the call's charge, which comes before a look at stored data. */
interface Context {
  readonly caller: Caller
  readonly charge: Charge
}

/** Decodes an input. For an operation without input, whatever was sent is ignored. */
export type Decode = (
  input: Reading,
  context: Context,
  outside: Outside | undefined
) => Effect.Effect<unknown, ValidationFailed | NotCharged>

/** An input whose fault, if it cannot be read, is reported together with those outside of it. */
const readable = (input: Reading, outside: Outside | undefined): Reading =>
  outside === undefined
    ? input
    : Effect.mapError(input, ({ details }) => ValidationFailed.of(...outside({}), ...details.fields))

const charged =
  (lookup: Lookup) =>
  (given: Given, { caller, charge }: Context): Effect.Effect<ReadonlyArray<FieldError>, NotCharged> =>
    Effect.zipRight(charge.now, lookup(given, caller))

/** Tells callers who sent a word or a wrong day which day is today. */
const withToday = (fault: FieldError, { caller }: Context): FieldError =>
  fault.message.startsWith(NOT_A_DAY) ? { ...fault, message: `${fault.message}; today is ${caller.today}` } : fault

/** How an input is decoded, by its schema, the rules of the contract and of the server, what stored data shows, and what it ignores. */
export const decodeOf = (
  schema: Operation["input"],
  ofContract: Rule | undefined,
  ofServer: CallerRule | undefined,
  lookup: Lookup | undefined,
  ignoring?: Operation["ignoring"]
): Decode => {
  if (schema === undefined) return () => Effect.succeed({})
  const rule = (given: Given, { caller }: Context) => [
    ...(ofContract?.(given, caller.today) ?? []),
    ...(ofServer?.(given, caller) ?? [])
  ]
  const hasRule = ofContract !== undefined || ofServer !== undefined
  const decode = decoder(schema, hasRule ? rule : undefined, {
    lookup: lookup && charged(lookup),
    explain: withToday,
    ignoring
  })
  return (input, context, outside) =>
    Effect.flatMap(readable(input, outside), (input) => decode(input, context, outside))
}
