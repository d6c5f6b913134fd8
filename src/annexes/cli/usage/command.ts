import { Effect } from "effect"
import { Parameter, type Part, type WrongUsage } from "./parameters.ts"

/** What was given for each option and argument, by its name: a text each time, empty for a flag. */
export type Given = ReadonlyMap<string, ReadonlyArray<string>>

/** A command, or a group of commands. */
export interface Command<E, R> {
  readonly name: string
  readonly meaning: string
  readonly parts: ReadonlyArray<Part>
  readonly subcommands: ReadonlyArray<Command<E, R>>
  /** Undefined for a group. */
  readonly run: ((given: Given) => Effect.Effect<void, E | WrongUsage, R>) | undefined
}

type Parameters = { readonly [name: string]: Parameter<unknown> | Parameters }

/** The values of parameters, under the same names. */
type Taken<P> = {
  readonly [Name in keyof P]: P[Name] extends Parameter<infer A> ? A : Taken<P[Name]>
}

const partsOf = (parameters: Parameters): ReadonlyArray<Part> =>
  Object.values(parameters).flatMap((each) => (each instanceof Parameter ? [each.part] : partsOf(each)))

const takeAll = (parameters: Parameters, given: Given): Effect.Effect<Record<string, unknown>, WrongUsage> =>
  Effect.map(
    Effect.forEach(Object.entries(parameters), ([name, each]) =>
      Effect.map(
        each instanceof Parameter ? each.take(given.get(each.part.name) ?? []) : takeAll(each, given),
        (value) => [name, value] as const
      )
    ),
    Object.fromEntries
  )

/** A command with its parameters, options before arguments in its help, and what it does with their values. */
export const command = <const P extends Parameters, E, R>(
  { name, meaning }: { readonly name: string; readonly meaning: string },
  parameters: P,
  handler: (values: Taken<P>) => Effect.Effect<void, E, R>
): Command<E, R> => ({
  name,
  meaning,
  parts: partsOf(parameters),
  subcommands: [],
  // Each parameter has the value that it takes.
  run: (given) => Effect.flatMap(takeAll(parameters, given), (values) => handler(values as Taken<P>))
})

type ErrorOf<C> = C extends Command<infer E, unknown> ? E : never
type ServicesOf<C> = C extends Command<unknown, infer R> ? R : never

/** Commands under one name. */
export const group = <const Commands extends ReadonlyArray<Command<unknown, unknown>>>(
  { name, meaning }: { readonly name: string; readonly meaning: string },
  subcommands: Commands
): Command<ErrorOf<Commands[number]>, ServicesOf<Commands[number]>> =>
  // The commands fail and need what any of them does.
  ({ name, meaning, parts: [], subcommands, run: undefined }) as Command<
    ErrorOf<Commands[number]>,
    ServicesOf<Commands[number]>
  >

/** A command, with all below it, whose handlers run within `around`. */
export const within =
  <E, R, E2, R2>(around: (run: Effect.Effect<void, E | WrongUsage, R>) => Effect.Effect<void, E2, R2>) =>
  ({ run, subcommands, ...rest }: Command<E, R>): Command<E2, R2> => ({
    ...rest,
    subcommands: subcommands.map(within(around)),
    run: run && ((given) => around(run(given)))
  })
