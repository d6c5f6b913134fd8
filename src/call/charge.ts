import { Cause, Deferred, Effect, Either, Exit, FiberId } from "effect"
import {
  type Asks,
  Charge,
  type NotCharged,
  type Query,
  type Refused,
  type Returns,
  type Rows
} from "../contract/handler/charge.ts"
import type { Allowance } from "../contract/handler/limits.ts"
import type { Buckets } from "./buckets.ts"

/** What the store knows after a call: the user's buckets, and whether they allowed it. */
export interface Taken {
  readonly buckets: Buckets
  readonly allowed: boolean
}

/** How to charge a call within a query. */
export interface Carried {
  /**
   * The charge as an UPDATE that ends with RETURNING one text, `stated`. Its parameters are numbered from `offset` + 1.
   * If the call must be charged separately, it changes nothing and returns no row.
   */
  readonly update: (offset: number) => string
  readonly params: ReadonlyArray<unknown>
  /** Parses `stated`. */
  readonly taken: (stated: string) => Taken
}

/** A call that is still to be charged. */
export interface Due {
  /** Charges it with a statement of its own. Returns undefined, and takes nothing, if the account has changed. */
  readonly alone: Effect.Effect<Taken | undefined>
  /** Charges it together with a query; undefined if one statement cannot do both. */
  readonly carried: Carried | undefined
  /** Decides on the result. Called once, unless the database fails. */
  readonly judge: (taken: Taken | undefined) => Exit.Exit<Allowance, NotCharged>
  /** Called instead if the database fails. */
  readonly failed: () => void
}

/**
 * The charge and a query as one statement, whose first row reports both. `value` is computed only if the call was
 * charged, so it may come from a function that writes. `rows` are read in any case.
 */
const together = {
  value: (query: string, update: string) => `${update}, (${query}) AS value, true AS "isFound"`,
  rows: (query: string, update: string) => `
    WITH taking AS MATERIALIZED (${update})
    SELECT (SELECT stated FROM taking) AS stated, query.*
    FROM (SELECT) AS one LEFT JOIN (SELECT true AS "isFound", query.* FROM (${query}) AS query) AS query ON true`
} as const satisfies Record<Returns, (query: string, update: string) => string>

/** Charges a call once, on first need. */
export class CallCharge extends Charge {
  #state: "due" | "under way" | Exit.Exit<Allowance, NotCharged> = "due"
  #waiting: Deferred.Deferred<Allowance, NotCharged> | undefined

  constructor(private readonly due: Due) {
    super()
  }

  readonly allowance: Effect.Effect<Allowance, NotCharged> = Effect.suspend(() => {
    if (this.#state === "due") return this.#alone()
    if (this.#state !== "under way") return this.#state
    this.#waiting ??= Deferred.unsafeMake(FiberId.none)
    return Deferred.await(this.#waiting)
  })

  get now(): Effect.Effect<void, NotCharged> {
    return Effect.asVoid(this.allowance)
  }

  protected with(db: Asks, returns: Returns, query: Query<unknown>): Effect.Effect<Rows, NotCharged | Refused> {
    return Effect.suspend(() => {
      const [text, params] = query.compile()
      const { carried } = this.due
      return this.#state === "due" && carried !== undefined
        ? this.#carriedBy(db, returns, text, params, carried)
        : Effect.zipRight(this.allowance, db.ask(text, params))
    })
  }

  #carriedBy(
    db: Asks,
    returns: Returns,
    text: string,
    params: ReadonlyArray<unknown>,
    { update, params: more, taken }: Carried
  ): Effect.Effect<Rows, NotCharged | Refused> {
    this.#state = "under way"
    const apart = Effect.suspend(() => Effect.zipRight(this.#alone(), db.ask(text, params)))
    const both = together[returns](text, update(params.length))
    return Effect.matchCauseEffect(db.ask(both, [...params, ...more]), {
      onSuccess: (rows) => {
        const [first] = rows
        if (first === undefined || first.stated === null) return apart
        const judged = this.#judged(() => taken(String(first.stated)))
        return Exit.as(judged, first.isFound === true ? rows : [])
      },
      // A statement that the server refused has changed nothing. After any other failure its outcome is unknown, so it
      // is not tried again.
      onFailure: (cause) => {
        const failure = Cause.failureOrCause(cause)
        return Either.isLeft(failure) ? apart : Effect.zipRight(this.#failed(failure.right), Effect.succeed([]))
      }
    })
  }

  #alone(): Effect.Effect<Allowance, NotCharged> {
    this.#state = "under way"
    return Effect.matchCauseEffect(this.due.alone, {
      onSuccess: (taken) => this.#judged(() => taken),
      onFailure: (cause) => this.#failed(cause)
    })
  }

  /** Completes the charge even if something throws, so that nobody waits forever. */
  #judged(taken: () => Taken | undefined): Exit.Exit<Allowance, NotCharged> {
    try {
      return this.#end(this.due.judge(taken()))
    } catch (error) {
      return this.#end(Exit.die(error))
    }
  }

  #failed(cause: Cause.Cause<never>): Exit.Exit<Allowance, NotCharged> {
    this.due.failed()
    return this.#end(Exit.failCause(cause))
  }

  #end(exit: Exit.Exit<Allowance, NotCharged>): Exit.Exit<Allowance, NotCharged> {
    this.#state = exit
    if (this.#waiting !== undefined) Deferred.unsafeDone(this.#waiting, exit)
    return exit
  }
}
