import { operations } from "../../../api.ts"
import type { Failure, FieldError } from "../../../contract/errors.ts"
import { NOT_A_DAY } from "../../../values/activity-day.ts"
import { counted, number } from "../../../values/charts/format.ts"
import { fieldInWords, plainName } from "./field-words.ts"

/*
 * Operations explain their failures to programs, with names of operations and fields, and ids. Here they are reworded
 * for people. Text in quotes was typed by somebody, and stays.
 */

const OPERATIONS: ReadonlySet<string> = new Set(operations.map(({ name }) => name))

/** Identifiers: `meal_type` and `mealType`. */
const NAME = /\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b|\b[a-z]+(?:[A-Z][a-z0-9]*)+\b/g

/** Identifiers with a digit are ids: `cfood_4k9t2m7c1x8w5h3a`. */
const ID = /\b[a-z]+_\w*\d/

const isForPrograms = (part: string): boolean =>
  ID.test(part) || (part.match(NAME) ?? []).some((name) => OPERATIONS.has(name))

/** An id after the name that it belongs to: `Squat (exr_squat)`. */
const ID_BEHIND = / \([a-z]+_\w+\)/g

const ENDS = /[\s.,:;]+$/

/** The part of a message that people can use, without its final full stop; empty if nothing is left. */
const forPeople = (message: string): string => {
  const parts = message.replace(ID_BEHIND, "").split(/(?<=[.:;]) /)
  const end = parts.findIndex(isForPrograms)
  return (end === -1 ? parts : parts.slice(0, end))
    .join(" ")
    .split(/("[^"]*")/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(NAME, plainName)))
    .join("")
    .replace(ENDS, "")
}

/** What was received stands in the field; a converted value would be none that anybody typed. */
const RECEIVED = /; received [\s\S]*$/

/** A field's fault, to follow its name, without a full stop: "must be at least 1". */
export const faultInWords = ({ field, message }: FieldError): string => {
  // Nobody types an id, so the item that the form was about is gone.
  if (/(^id|I[dD])$/.test(field) && message.includes(" is not ")) return "no longer exists: choose again"
  const words = forPeople(
    message
      .replace(RECEIVED, "")
      // What may be chosen helps; bounds and formats do not help somebody who typed nothing.
      .replace(/is required and was left out(?!; it must be one of)[\s\S]*$/, "is missing")
      .replace("is required and was left out; it must", "is missing; it must")
      .replace(NOT_A_DAY, "must be a day of the calendar, such as 2026-03-14")
      .replace("an IANA timezone name", "a timezone of the list")
  )
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

/** A failure's message for people, in sentences. */
export const failureInWords = (failure: Failure): string => {
  switch (failure._tag) {
    case "validation_failed": {
      const { fields } = failure.details
      return fields.length === 0
        ? failure.message
        : fields.map((fault) => `${fieldInWords(fault.field)} ${faultInWords(fault)}.`).join(" ")
    }
    case "rate_limited":
      return `That was a lot at once. Wait ${waitOf(failure.details.retryAfterSeconds)}, then try again.`
    case "limit_exceeded": {
      const { current, limit } = failure.details
      // Operations speak of the user; pages address the person.
      if (!failure.message.startsWith("The user ")) return failure.message
      return `You have ${number(current)} of these, and may have ${number(limit)} at most. Delete one that you no longer need.`
    }
    case "idempotency_conflict":
      return "This form was sent before, with something else in it, and that was saved. Send it once more to save this as well."
    case "subscription_required":
      return `You need a paid plan, or a trial that is still running. You can subscribe at ${failure.details.resubscribeUrl}`
    case "not_found":
    case "conflict": {
      const words = forPeople(failure.message)
      return words === "" ? OTHERWISE[failure._tag] : `${words}.`
    }
    default:
      return failure.message
  }
}
