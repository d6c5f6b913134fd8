/** What a value must be, with its numbers: what schemas state of themselves, for every surface to put into words. */
export type Must =
  | { readonly be: "number"; readonly isWhole?: true; readonly min: number; readonly max?: number }
  | { readonly be: "positive"; readonly max: number }
  /** Code points; those of outer spaces do not count if they are cut off. */
  | { readonly be: "text"; readonly min: number; readonly max: number; readonly isCut?: true }
  | { readonly be: "list"; readonly example?: string }
  | { readonly be: "held"; readonly min?: 1; readonly max?: number; readonly of?: string }
  | { readonly be: "object"; readonly fields: ReadonlyArray<string> }
  | { readonly be: "one of"; readonly values: ReadonlyArray<string> }
  | { readonly be: "day"; readonly first: string; readonly last: string }
  | { readonly be: "timezone" }
  /** Anything else, in words that hold for programs and people alike. */
  | { readonly be: "said"; readonly text: string }

/** In the words of the API. */
export const mustInWords = (must: Must): string => {
  switch (must.be) {
    case "number": {
      const kind = must.isWhole === true ? "a whole number" : "a number"
      return `must be ${kind} ${must.max === undefined ? `of at least ${must.min}` : `from ${must.min} to ${must.max}`}`
    }
    case "positive":
      return `must be a number more than 0 and at most ${must.max}`
    case "text": {
      const length = must.min === 0 ? `at most ${must.max}` : `${must.min} to ${must.max}`
      return `must be ${length} characters long${must.isCut === true ? " once outer spaces are cut off" : ""}`
    }
    case "list":
      return `must be an array${must.example === undefined ? "" : `, such as ${must.example}`}`
    case "held":
      return `must hold ${must.max === undefined ? "at least one" : `at most ${must.max}`}${must.of === undefined ? "" : ` ${must.of}`}`
    case "object":
      return must.fields.length === 0 ? "must be an object" : `must be an object with ${must.fields.join(", ")}`
    case "one of":
      return must.values.length === 1 ? `must be ${must.values[0]}` : `must be one of ${must.values.join(", ")}`
    case "day":
      return `must be a real calendar day YYYY-MM-DD from ${must.first} to ${must.last}`
    case "timezone":
      return "must be an IANA timezone name, such as Europe/Berlin"
    case "said":
      return must.text
  }
}

/** The key under which a schema's annotations have it. */
const MUST: unique symbol = Symbol.for("fettle/Must")

/** The annotations of a filter: what its values must be, and the message that says so. */
export const must = (what: Must) => ({ message: () => mustInWords(what), [MUST]: what })

const KINDS: ReadonlySet<unknown> = new Set<Must["be"]>([
  "number",
  "positive",
  "text",
  "list",
  "held",
  "object",
  "one of",
  "day",
  "timezone",
  "said"
])

const isMust = (value: unknown): value is Must =>
  typeof value === "object" && value !== null && "be" in value && KINDS.has(value.be)

/** What annotations say that a value must be; undefined if they do not. */
export const mustIn = (annotations: Readonly<Record<symbol, unknown>>): Must | undefined => {
  const what = annotations[MUST]
  return isMust(what) ? what : undefined
}
