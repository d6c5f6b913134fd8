import { Effect, Exit } from "effect"
import type { Fault } from "../broken-rule.ts"
import { decoder, type Outside } from "../decode.ts"
import { ValidationFailed } from "../errors.ts"
import type { Operation } from "../operation.ts"
import type { Given, Rule } from "../rule.ts"
import type { Caller, CallerRule, Lookup } from "./caller.ts"
import type { Charge, NotCharged } from "./charge.ts"

/** How reading the input ended: with the input, or with the reason why it cannot be read. */
export type Read = Exit.Exit<unknown, ValidationFailed>

/** The caller and the call's charge, which is taken before stored data is read. */
interface Context {
  readonly caller: Caller
  readonly charge: Charge
}

/** Decodes an input. An operation without input ignores whatever was sent. */
export type Decode = (
  read: Read,
  context: Context,
  outside: Outside | undefined
) => Effect.Effect<unknown, ValidationFailed | NotCharged>

/** Reports an unreadable input together with the faults outside it. */
const unreadable = (read: Read, outside: Outside | undefined): Read =>
  outside === undefined ? read : Exit.mapError(read, ({ faults }) => ValidationFailed.of(...outside({}), ...faults))

const charged =
  (lookup: Lookup) =>
  (given: Given, { caller, charge }: Context): Effect.Effect<ReadonlyArray<Fault>, NotCharged> =>
    Effect.zipRight(charge.now, lookup(given, caller))

/** Adds today's date to the fault of a wrong day. */
const withToday = (fault: Fault, { caller }: Context): Fault =>
  fault.rule.is === "wrong" && fault.rule.must.be === "day"
    ? { ...fault, rule: { ...fault.rule, hint: `${fault.rule.hint ?? ""}; today is ${caller.today}` } }
    : fault

/** Combines an operation's schema, rules, look-ups and ignored fields into its decoder. */
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
  return (read, context, outside) =>
    Exit.isSuccess(read) ? decode(read.value, context, outside) : unreadable(read, outside)
}
