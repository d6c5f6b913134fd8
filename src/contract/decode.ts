import { Effect, ParseResult, type Schema } from "effect"
import type { Fault } from "./broken-rule.ts"
import { MOST_NAMED, ValidationFailed } from "./errors.ts"
import { onePerField, oversized } from "./faults.ts"
import { faultFinder } from "./find-faults.ts"
import { quickDecoder, UNDECIDED } from "./quick-decode.ts"
import type { Given } from "./rule.ts"

/** Finds faults of a request outside its input, such as in a header. */
export type Outside = (given: Given) => ReadonlyArray<Fault>

const none: Outside = () => []

/** Optional steps of decoding. They run only if the input is invalid. */
interface Steps<C, E> {
  /** Removes fields that are accepted and ignored. */
  readonly ignoring?: ((input: unknown) => unknown) | undefined
  /** Checks an input that already has faults against stored data, for more. */
  readonly lookup?: ((given: Given, context: C) => Effect.Effect<ReadonlyArray<Fault>, E>) | undefined
  /** Adds an explanation to a fault. */
  readonly explain?: ((fault: Fault, context: C) => Fault) | undefined
}

/** The fields that were given. Null counts as left out. */
const given = (input: unknown): Given =>
  typeof input === "object" && input !== null && !Array.isArray(input)
    ? Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined && value !== null))
    : {}

/**
 * Decodes an input. Reports all invalid fields at once, each with what it must be and what was received, along with the
 * faults that `rule` finds between fields and `outside` finds beside the input. `context` is passed to the rule and the
 * optional steps.
 */
export const decoder = <A, I, C, E = never>(
  schema: Schema.Schema<A, I>,
  rule: ((given: Given, context: C) => ReadonlyArray<Fault>) | undefined,
  { lookup, explain = (fault) => fault, ignoring }: Steps<C, E> = {}
): ((input: unknown, context: C, outside?: Outside) => Effect.Effect<A, ValidationFailed | E>) => {
  const decodeQuickly = quickDecoder(schema)
  const decode = ParseResult.decodeUnknown(schema)
  const findFaults = faultFinder(schema)
  const isUnbroken = (input: unknown, context: C, outside: Outside | undefined): boolean => {
    if (rule === undefined && outside === undefined) return true
    const fields = given(input)
    return (rule?.(fields, context) ?? []).length === 0 && (outside?.(fields) ?? []).length === 0
  }
  const decodeSlowly = (
    input: unknown,
    context: C,
    outside: Outside = none
  ): Effect.Effect<A, ValidationFailed | E> => {
    const tooLarge = oversized(input)
    const fields = tooLarge === undefined ? given(input) : {}
    const beside = outside(fields)
    const refuse = (faults: ReadonlyArray<Fault>, more = 0) => {
      const all = onePerField([...beside, ...faults])
      const named = all.slice(0, MOST_NAMED)
      return ValidationFailed.counting(
        named.map((fault) => explain(fault, context)),
        more + all.length - named.length
      )
    }
    if (tooLarge !== undefined) return refuse([tooLarge])
    const own = findFaults(input)
    // An input that is not an object has only this one fault.
    if (own.named.some(({ field }) => field === "body")) return refuse(own.named)
    const all = [...own.named, ...(rule?.(fields, context) ?? [])]
    if (all.length + beside.length === 0) return Effect.orDie(decode(input))
    return lookup === undefined
      ? refuse(all, own.more)
      : Effect.flatMap(lookup(fields, context), (found) => refuse([...all, ...found], own.more))
  }
  return (received, context, outside) => {
    const decoded = decodeQuickly(received)
    if (decoded !== UNDECIDED && isUnbroken(received, context, outside)) return Effect.succeed(decoded)
    const isReduced = ignoring !== undefined && oversized(received) === undefined
    return decodeSlowly(isReduced ? ignoring(received) : received, context, outside)
  }
}
