import { Data, Effect, type Option, Pipeable } from "effect"

/** An option or an argument of a command, as its help shows it. */
export interface Part {
  /** `--name` or `FILE`. */
  readonly name: string
  /** The placeholder for its value, such as `TZ`; undefined for a flag. */
  readonly value: string | undefined
  /** Its possible values; empty if it accepts any text. */
  readonly choices: ReadonlyArray<string>
  readonly isRequired: boolean
  readonly isRepeatable: boolean
  readonly meaning: string
}

/** A command was called in a way that it cannot be: an option has an impossible value, or an answer is missing. */
export class WrongUsage extends Data.TaggedError("WrongUsage")<{ readonly message: string }> {}

/** An option or an argument, and how its value is read from what was given: nothing, or a text each time. */
export class Parameter<A> extends Pipeable.Class() {
  constructor(
    readonly part: Part,
    readonly take: (given: ReadonlyArray<string>) => Effect.Effect<A, WrongUsage>
  ) {
    super()
  }
}

const parameter = <A>(part: Part, take: Parameter<A>["take"]): Parameter<A> => new Parameter(part, take)

const REQUIRED = { isRequired: true, isRepeatable: false, meaning: "" } as const

/** The text of what must be given, which was checked before. */
const only = ([text]: ReadonlyArray<string>) =>
  text === undefined ? Effect.dieMessage("A required value is missing") : Effect.succeed(text)

/** `--name TEXT`. */
export const option = (name: string): Parameter<string> =>
  parameter({ ...REQUIRED, name: `--${name}`, value: "TEXT", choices: [] }, only)

/** `--name`, which is given or not. */
export const flag = (name: string): Parameter<boolean> =>
  parameter({ ...REQUIRED, name: `--${name}`, value: undefined, choices: [], isRequired: false }, (given) =>
    Effect.succeed(given.length > 0)
  )

/** `NAME`, among the arguments in order. */
export const argument = (name: string): Parameter<string> =>
  parameter({ ...REQUIRED, name, value: name, choices: [] }, only)

/** One of these texts. Any other was refused before. */
export const oneOf =
  <const Choice extends string>(choices: ReadonlyArray<Choice>) =>
  ({ part, take }: Parameter<string>): Parameter<Choice> =>
    parameter({ ...part, value: choices.join(" | "), choices }, (given) =>
      Effect.flatMap(take(given), (text) => {
        const found = choices.find((choice) => choice === text)
        return found === undefined ? Effect.dieMessage(`${text} is no choice`) : Effect.succeed(found)
      })
    )

const withPart =
  (change: Partial<Part>) =>
  <A>({ part, take }: Parameter<A>): Parameter<A> =>
    parameter({ ...part, ...change }, take)

/** What it is for, in a sentence. */
export const meaning = (meaning: string) => withPart({ meaning })

/** The word for its value in the help, such as TZ. */
export const placeholder = (value: string) => withPart({ value })

/** None if it is not given. */
export const optional = <A>({ part, take }: Parameter<A>): Parameter<Option.Option<A>> =>
  parameter({ ...part, isRequired: false }, (given) =>
    given.length === 0 ? Effect.succeedNone : Effect.asSome(take(given))
  )

/** This value if it is not given. */
export const otherwise =
  <const B>(value: B) =>
  <A>({ part, take }: Parameter<A>): Parameter<A | B> =>
    parameter(
      { ...part, isRequired: false },
      (given): Effect.Effect<A | B, WrongUsage> => (given.length === 0 ? Effect.succeed(value) : take(given))
    )

/** It may be given several times. */
export const repeated = <A>({ part, take }: Parameter<A>): Parameter<ReadonlyArray<A>> =>
  parameter({ ...part, isRepeatable: true }, (given) => Effect.forEach(given, (text) => take([text])))

/** Reads the value further. */
export const read =
  <A, B>(further: (value: A) => Effect.Effect<B, WrongUsage>) =>
  ({ part, take }: Parameter<A>): Parameter<B> =>
    parameter(part, (given) => Effect.flatMap(take(given), further))
