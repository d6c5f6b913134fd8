import { Data, Effect } from "effect"
import type { RateLimited } from "../errors.ts"
import type { Allowance } from "./limits.ts"

/** A statement, as @effect/sql builds it. `Row` is the type of the rows that it returns. */
export interface Query<Row> {
  readonly compile: () => readonly [text: string, params: ReadonlyArray<unknown>]
  readonly row?: Row
}

export type Rows = ReadonlyArray<Readonly<Record<string, unknown>>>

/** The server refused a statement, which has changed nothing. */
export class Refused extends Data.TaggedError("Refused")<{ readonly sqlState: string; readonly cause: unknown }> {}

/** Runs a statement. It dies if nobody knows what has become of the statement. */
export interface Asks {
  readonly ask: (text: string, params: ReadonlyArray<unknown>) => Effect.Effect<Rows, Refused>
}

/** The failure that a refusal means; undefined if it is a defect. */
export type Meaning<E> = (refused: Refused) => E | undefined

/** Turns a refusal into the failure that it means, or else into a defect. */
export const explain = <E>(refused: Refused, meaning: Meaning<E> | undefined): Effect.Effect<never, E> => {
  const failure = meaning?.(refused)
  return failure === undefined ? Effect.die(refused.cause) : Effect.fail(failure)
}

/**
 * A call was not charged, so its work must end: the limits do not allow it (`spent`), or else the account has changed
 * since it was cached.
 */
export class NotCharged extends Data.TaggedError("NotCharged")<{
  readonly spent: { readonly refusal: RateLimited; readonly allowance: Allowance } | undefined
}> {}

/**
 * What came of work whose call has been charged. A handler that is given a `Charge` must return one, and only a `Charge`
 * makes one.
 */
export class Charged<A> {
  readonly #value: A

  private constructor(value: A) {
    this.#value = value
  }

  get value(): A {
    return this.#value
  }

  /** The same charge, with another value. */
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

/** What a query returns: rows, or one value, which is the only column of its only row. */
export type Returns = "rows" | "value"

/**
 * Takes a call from its user's limits, once: together with a query, so that both take one round trip, or by a statement
 * of its own. It fails with `E` if the call is not charged; the query has changed nothing then.
 */
export abstract class Charge<E = NotCharged> {
  /** Takes the call, unless that was done. */
  abstract readonly now: Effect.Effect<void, E>

  /** Takes the call, unless that was done, and returns what is left of the user's limits. */
  abstract readonly allowance: Effect.Effect<Allowance, E>

  /** Takes the call, unless that was done, and runs a query. */
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
   * The value of a SELECT of one row with one column, `value`. It may be what a function returns that changes something.
   * The database needs less work for both than with rows.
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

/** The charge of a call that was charged before. */
export class Paid extends Charge<never> {
  readonly now = Effect.void

  constructor(readonly allowance: Effect.Effect<Allowance>) {
    super()
  }

  protected with(db: Asks, _: Returns, query: Query<unknown>): Effect.Effect<Rows, Refused> {
    return db.ask(...query.compile())
  }
}

/** For queries of a handler whose call was charged before it began, and of work that no call asked for. */
export const NOTHING_DUE: Charge<never> = new Paid(Effect.dieMessage("Nobody asks for the allowance here"))
