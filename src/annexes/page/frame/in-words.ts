import { allOf, type BrokenRule, type Fault, messageOf, oneOf } from "../../../contract/broken-rule.ts"
import type { Failure } from "../../../contract/errors.ts"
import { counted, number } from "../../../values/charts/format.ts"
import { type Must, mustInWords } from "../../../values/must.ts"
import { fieldInWords, plainName } from "./field-words.ts"

/*
 * Operations explain their failures to programs, with names of operations and fields, ids, and what was received, which
 * stands in the field of a form. Here is what people read instead.
 */

const plainNames = (names: ReadonlyArray<string>): ReadonlyArray<string> => names.map(plainName)

const mustForPeople = (must: Must): string => {
  switch (must.be) {
    case "one of":
      return mustInWords({ ...must, values: plainNames(must.values) })
    case "object":
      return mustInWords({ ...must, fields: plainNames(must.fields) })
    case "day":
      return "must be a day of the calendar, such as 2026-03-14"
    case "timezone":
      return "must be a timezone of the list, such as Europe/Berlin"
    default:
      return mustInWords(must)
  }
}

const forMetric = (metric: string | undefined): string => (metric === undefined ? "" : ` for ${plainName(metric)}`)

/** What a broken rule demands, for people; "" if there is nothing to say. */
const ruleInWords = (rule: BrokenRule): string => {
  switch (rule.is) {
    case "missing":
      // What may be chosen helps; bounds and formats do not help somebody who typed nothing.
      return rule.must?.be === "one of" ? `is missing; it ${mustForPeople(rule.must)}` : "is missing"
    case "wrong":
      return mustForPeople(rule.must)
    case "unknown":
    case "elsewhere":
      return "is not known here"
    case "choice": {
      const fields = plainNames(rule.fields)
      const all = fields.length === 2 ? allOf(fields) : fields.join(", ")
      return `${rule.how} of ${all} ${rule.isOptional === true ? "may" : "must"} be given`
    }
    case "too much": {
      const [, ...others] = plainNames(rule.together ?? [])
      const counts = others.length === 0 ? "" : `counts together with ${allOf(others)}, which `
      return `${counts}must be at most ${rule.most} ${rule.of} per 100 ${rule.per}`
    }
    case "more than the whole":
      return `${plainNames(rule.parts).join(" plus ")} must be at most ${plainName(rule.whole)}, ${rule.why}`
    case "out of bounds": {
      const own = `${rule.min} to ${rule.max} ${rule.unit}`
      return `must be ${rule.inOther === undefined ? own : `${rule.inOther} (${own})`}${forMetric(rule.metric)}`
    }
    case "unit":
      return rule.received === undefined
        ? `is required${forMetric(rule.metric)}: ${rule.allowed}`
        : `must be ${rule.allowed}${forMetric(rule.metric)}`
    case "order": {
      const [first, last] = [rule.first, rule.last].map(([field, day]) => `${plainName(field)} (${day})`)
      return `${first} must not be after ${last}`
    }
    case "no exercise": {
      const { given, what, closest = [] } = rule
      const names = closest.length === 0 ? "" : `; closest are ${closest.map(({ name }) => name).join(", ")}`
      return `${given} is not ${what} of the catalogue${names}`
    }
    case "required for":
      return `is required for ${rule.what}: ${typeof rule.values === "string" ? rule.values : oneOf(plainNames(rule.values))}`
    case "nothing":
      return messageOf(typeof rule.fields === "string" ? rule : { ...rule, fields: plainNames(rule.fields) })
    case "cursor":
      return "must be the next cursor of the previous page, passed unchanged, with otherwise the same input; leave it out to start with the first page"
    case "said":
      return rule.text
  }
}

/** A field's fault, to follow its name, without a full stop: "must be at least 1". */
export const faultInWords = ({ field, rule }: Fault): string => {
  // Nobody types an id, so the item that the form was about is gone.
  if (rule.is === "no exercise" && /(^id|I[dD])$/.test(field)) return "no longer exists: choose again"
  const words = ruleInWords(rule)
  return words === "" ? "is not right" : words
}

const waitOf = (seconds: number): string =>
  seconds < 120
    ? counted(seconds, "second", "seconds")
    : seconds < 7200
      ? `${Math.ceil(seconds / 60)} minutes`
      : `${Math.ceil(seconds / 3600)} hours`

/** Used if a message has nothing for people. */
const OTHERWISE = {
  not_found: "It no longer exists. It may have been deleted in the meantime, perhaps on another device.",
  conflict: "It was being changed at the same time, so nothing was saved. Open the page again, and try again."
} as const

/** Refusals of uploads and devices are clauses, without a full stop. */
const asSentence = (text: string): string => `${text.replace(/[\s.,:;]+$/, "")}.`

/** A failure's message for people, in sentences. */
export const failureInWords = (failure: Failure): string => {
  switch (failure._tag) {
    case "validation_failed":
      return failure.faults.length === 0
        ? failure.message
        : failure.faults.map((fault) => `${fieldInWords(fault.field)} ${faultInWords(fault)}.`).join(" ")
    case "rate_limited":
      return `That was a lot at once. Wait ${waitOf(failure.details.retryAfterSeconds)}, then try again.`
    case "limit_exceeded": {
      const { current, limit } = failure.details
      if (failure.people !== null) return failure.people ?? failure.message
      return `You have ${number(current)} of these, and may have ${number(limit)} at most. Delete one that you no longer need.`
    }
    case "idempotency_conflict":
      return "This form was sent before, with something else in it, and that was saved. Send it once more to save this as well."
    case "subscription_required":
      return `You need a paid plan, or a trial that is still running. You can subscribe at ${failure.details.resubscribeUrl}`
    case "not_found":
    case "conflict":
      return failure.people === null ? OTHERWISE[failure._tag] : asSentence(failure.people ?? failure.message)
    default:
      return failure.message
  }
}
