import type { ActivityDay } from "../values/activity-day.ts"
import { type Must, mustInWords } from "../values/must.ts"

/** The start of a fault about one unknown field. */
export const UNKNOWN_FIELD = "is not a known field here"

/**
 * The rule that a field breaks, with its numbers and names. Each surface puts it into words by one table: the API by
 * {@link messageOf}, and the person's page by its own. `received` is what was received, as quoted.
 */
export type BrokenRule =
  /** It was left out; `unless` says when it may be. */
  | { readonly is: "missing"; readonly must?: Must; readonly unless?: string }
  /** Its value is none that it may have; `hint` says what the value seems to mean. */
  | { readonly is: "wrong"; readonly must: Must; readonly received: string; readonly hint?: string }
  /** No such field is known; `instead` says what is. */
  | { readonly is: "unknown"; readonly instead: string }
  /** It belongs in another field. */
  | { readonly is: "elsewhere"; readonly where: string }
  /** One of several fields must be given, or may be. */
  | {
      readonly is: "choice"
      readonly how: "exactly one" | "at most one"
      readonly fields: ReadonlyArray<string>
      readonly received: string
      readonly isOptional?: true
    }
  /** An amount, or several together, in 100 g or ml of a food. */
  | {
      readonly is: "too much"
      readonly most: number
      readonly of: "grams" | "mg"
      readonly per: "g" | "ml"
      readonly together?: ReadonlyArray<string>
      readonly received: string
    }
  /** Parts of a food that are more than the whole. */
  | {
      readonly is: "more than the whole"
      readonly parts: ReadonlyArray<string>
      readonly whole: string
      readonly why: string
      readonly received: string
    }
  /** A value outside its bounds; `inOther` has them in the unit in which it was given. */
  | {
      readonly is: "out of bounds"
      readonly min: number
      readonly max: number
      readonly unit: string
      readonly inOther?: string
      readonly metric?: string
      readonly received: string
    }
  /** A unit that a metric is not measured in; without `received`, none was given. */
  | { readonly is: "unit"; readonly allowed: string; readonly metric?: string; readonly received?: string }
  /** Two days in the wrong order, by their fields' names. */
  | {
      readonly is: "order"
      readonly first: readonly [field: string, day: ActivityDay]
      readonly last: readonly [field: string, day: ActivityDay]
    }
  /** An exercise that the catalogue and the user do not have; `closest` is left out where many are unknown. */
  | {
      readonly is: "no exercise"
      readonly what: string
      readonly given: string
      readonly closest?: ReadonlyArray<{ readonly name: string; readonly id: string }>
    }
  /** It is required for something; `values` are what it may be. */
  | { readonly is: "required for"; readonly what: string; readonly values: ReadonlyArray<string> | string }
  /** A change that names nothing to change. */
  | { readonly is: "nothing"; readonly fields: ReadonlyArray<string> | string }
  /** A cursor that is none, or belongs to another input. */
  | { readonly is: "cursor" }
  /** Anything else, in words that hold for programs and people alike; `advice` is for programs alone. */
  | { readonly is: "said"; readonly text: string; readonly received?: string | number; readonly advice?: string }

/** An invalid field: its path as the caller wrote it, and the rule that it breaks. */
export interface Fault {
  readonly field: string
  readonly rule: BrokenRule
}

/** A fault in words that hold for programs and people alike. */
export const said = (
  field: string,
  text: string,
  more: { received?: string | number; advice?: string } = {}
): Fault => ({
  field,
  rule: { is: "said", text, ...more }
})

/** `a, b or c`. */
export const oneOf = (values: ReadonlyArray<string>): string =>
  `${values.slice(0, -1).join(", ")} or ${values.at(-1) ?? ""}`

/** `a, b and c`. */
export const allOf = (values: ReadonlyArray<string>): string =>
  values.length < 2 ? values.join("") : `${values.slice(0, -1).join(", ")} and ${values.at(-1) ?? ""}`

const forMetric = (metric: string | undefined): string => (metric === undefined ? "" : ` for ${metric}`)

/** What a rule that was broken demands, and what was received, for programs. */
export const messageOf = (rule: BrokenRule): string => {
  switch (rule.is) {
    case "missing":
      return `is required and was left out${rule.must === undefined ? "" : `; it ${mustInWords(rule.must)}`}${rule.unless ?? ""}`
    case "wrong":
      return `${mustInWords(rule.must)}; received ${rule.received}${rule.hint ?? ""}`
    case "unknown":
      return `${UNKNOWN_FIELD}; ${rule.instead}`
    case "elsewhere":
      return `belongs in ${rule.where}`
    case "choice": {
      const fields = rule.fields.length === 2 ? rule.fields.join(" and ") : rule.fields.join(", ")
      return `${rule.how} of ${fields} ${rule.isOptional === true ? "may" : "must"} be given; received ${rule.received}`
    }
    case "too much": {
      const all = rule.together === undefined ? "" : `${allOf(rule.together)} together `
      return `${all}must be at most ${rule.most} ${rule.of} per 100 ${rule.per}; received ${rule.received}`
    }
    case "more than the whole":
      return `${rule.parts.join(" plus ")} must be at most ${rule.whole}, ${rule.why}; received ${rule.received}`
    case "out of bounds": {
      const own = `${rule.min} to ${rule.max} ${rule.unit}`
      const bounds = rule.inOther === undefined ? own : `${rule.inOther} (${own})`
      return `must be ${bounds}${forMetric(rule.metric)}; received ${rule.received}`
    }
    case "unit":
      return rule.received === undefined
        ? `is required${forMetric(rule.metric)}: ${rule.allowed}`
        : `must be ${rule.allowed}${forMetric(rule.metric)}; received ${rule.received}`
    case "order": {
      const [first, last] = [rule.first, rule.last].map(([field, day]) => `${field} (${day})`)
      return `${first} must not be after ${last}`
    }
    case "no exercise": {
      const closest =
        rule.closest === undefined
          ? "search_exercises finds it"
          : `closest are ${rule.closest.map(({ name, id }) => `${name} (${id})`).join(", ")}; search_exercises finds others`
      return `${rule.given} is not ${rule.what} of the catalogue; ${closest}`
    }
    case "required for":
      return `is required for ${rule.what}: ${typeof rule.values === "string" ? rule.values : oneOf(rule.values)}`
    case "nothing":
      return `Nothing to change is named; pass ${typeof rule.fields === "string" ? rule.fields : oneOf(rule.fields)}`
    case "cursor":
      return "must be the nextCursor of the previous page, passed unchanged, with otherwise the same input; leave it out to start with the first page"
    case "said":
      return `${rule.text}${rule.received === undefined ? "" : `; received ${rule.received}`}${rule.advice ?? ""}`
  }
}
