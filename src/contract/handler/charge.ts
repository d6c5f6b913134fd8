import { Data, Effect } from "effect"
import type { RateLimited } from "../errors.ts"
import type { Allowance } from "./limits.ts"

/** A statement, as @effect/sql builds it. `Row` is the type of the rows that it returns. */
export interface Query<Row> {
  readonly compile: () => readonly [text: string, params: ReadonlyArray<unknown>]
  readonly row?: Row
}

export type Rows = ReadonlyArray<Readonly<Record<string, unknown>>>

/** The server refused a statement, which therefore changed nothing. */
export class Refused extends Data.TaggedError("Refused")<{ readonly sqlState: string; readonly cause: unknown }> {}

/** Runs a statement. It dies if the statement's outcome is unknown. */
export interface Asks {
  readonly ask: (text: string, params: ReadonlyArray<unknown>) => Effect.Effect<Rows, Refused>
}

/** Maps a refusal to a failure; undefined if it is a defect. */
export type Meaning<E> = (refused: Refused) => E | undefined

/** Turns a refusal into the failure that it means, or else into a defect. */
export const explain = <E>(refused: Refused, meaning: Meaning<E> | undefined): Effect.Effect<never, E> => {
  const failure = meaning?.(refused)
  return failure === undefined ? Effect.die(refused.cause) : Effect.fail(failure)
}

/**
 * A call was not charged, so its work must end: either the limits do not allow it (`spent`), or the account has changed
 * since it was cached.
 */
export class NotCharged extends Data.TaggedError("NotCharged")<{
  readonly spent: { readonly refusal: RateLimited; readonly allowance: Allowance } | undefined
}> {}

/** A result of a charged call. A handler that receives a `Charge` must return one, and only a `Charge` makes one. */
export class Charged<A> {
  readonly #value: A

  private constructor(value: A) {
    this.#value = value
  }

  get value(): A {
    return this.#value
  }

  /** The same charge with another value. */
  with<B>(value: B): Charged<B> {
    return new Charged(value)
  }

  map<B>(change: (value: A) => B): Charged<B> {
    return new Charged(change(this.#value))
  }

  /** Called by charges only, after the call was taken from the user's limits. */
  static after<A>(value: A): Charged<A> {
    return new Charged(value)
  }
}

/** What a query returns: rows, or one value in the only column of its only row. */
export type Returns = "rows" | "value"

/**
 * Takes a call from its user's limits, once: either in the same statement as a query, which saves a round trip, or by
 * itself. Fails with `E` if the call is not charged; in that case the query has changed nothing.
 */
export abstract class Charge<E = NotCharged> {
  /** Takes the call if it was not taken yet. */
  abstract readonly now: Effect.Effect<void, E>

  /** Takes the call if it was not taken yet, and returns what is left of the user's limits. */
  abstract readonly allowance: Effect.Effect<Allowance, E>

  /** Takes the call if it was not taken yet, and runs a query. */
  protected abstract with(db: Asks, returns: Returns, query: Query<unknown>): Effect.Effect<Rows, E | Refused>

  /** Takes the call, then does this work. */
  before<A, E2, R>(work: Effect.Effect<A, E2, R>): Effect.Effect<Charged<A>, E | E2, R> {
    return Effect.flatMap(this.now, () => Effect.map(work, (value) => Charged.after(value)))
  }

  /** The rows of a SELECT that changes nothing. */
  rows<Row>(db: Asks, query: Query<Row>): Effect.Effect<Charged<ReadonlyArray<Row>>, E> {
    return Effect.matchEffect(this.with(db, "rows", query), {
      onFailure: (failure) => (failure instanceof Refused ? Effect.die(failure.cause) : Effect.fail(failure)),
      onSuccess: (rows) => Effect.succeed(Charged.after(rows as ReadonlyArray<Row>))
    })
  }

  /**
   * The value of a SELECT of one row with one column, `value`. It may come from a function that writes. This costs the
   * database less than rows.
   */
  value<A, E2 = never>(
    db: Asks,
    query: Query<{ readonly value: A }>,
    meaning?: Meaning<E2>
  ): Effect.Effect<Charged<A | undefined>, E | E2> {
    return Effect.matchEffect(this.with(db, "value", query), {
      onFailure: (failure): Effect.Effect<never, E | E2> =>
        failure instanceof Refused ? explain(failure, meaning) : Effect.fail(failure),
      onSuccess: (rows) => Effect.succeed(Charged.after(rows[0]?.value as A | undefined))
    })
  }
}

/** The charge of a call that was already charged. */
export class Paid extends Charge<never> {
  readonly now = Effect.void

  constructor(readonly allowance: Effect.Effect<Allowance>) {
    super()
  }

  protected with(db: Asks, _: Returns, query: Query<unknown>): Effect.Effect<Rows, Refused> {
    return db.ask(...query.compile())
  }
}

/** For queries after the call was charged, and for work that does not belong to a call. */
export const NOTHING_DUE: Charge<never> = new Paid(Effect.dieMessage("Nobody asks for the allowance here"))
