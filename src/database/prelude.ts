import { Cause, Deferred, Effect, Exit, FiberId } from "effect"
import { sqlStateIn } from "./sql-state.ts"
import { type Opening, openWith, unopened, Work } from "./work.ts"

/**
 * A change that takes effect before any other statement of a piece of work. The first of these may carry it along: the
 * two are then one statement, and so one round trip and one transaction.
 */
export interface Prelude {
  /**
   * The change as an UPDATE that ends with RETURNING one text, `told`. Its parameters are numbered from `offset` + 1. It
   * changes and returns nothing if the change must be made by itself.
   */
  readonly update: (offset: number) => string
  readonly params: ReadonlyArray<unknown>
  /** Takes notice of the change by what it told. If this dies, so does the work. */
  readonly made: (told: string) => Exit.Exit<void>
  /** Makes the change by itself. If it dies, so does the work. */
  readonly alone: Effect.Effect<void>
}

/**
 * The prelude and a query as one statement, whose first row tells of both. The value is only computed if the prelude was
 * made, so it may be what a function that writes returns. Rows are read in any case.
 */
const together = {
  value: (query: string, update: string) => `${update}, (${query}) AS value, true AS "isFound"`,
  rows: (query: string, update: string) => `
    WITH prelude AS MATERIALIZED (${update})
    SELECT (SELECT told FROM prelude) AS told, query.*
    FROM (SELECT) AS one LEFT JOIN (SELECT true AS "isFound", query.* FROM (${query}) AS query) AS query ON true`
}

/** The prelude of some work in progress. */
class Pending implements Opening {
  private state: "untouched" | "under way" | "over" = "untouched"
  private waiting: Deferred.Deferred<void> | undefined

  constructor(private readonly prelude: Prelude) {}

  isOver(): boolean {
    return this.state === "over"
  }

  isUntouched(): boolean {
    return this.state === "untouched"
  }

  finish(): Effect.Effect<void> {
    if (this.state === "over") return Effect.void
    if (this.state === "untouched") return this.alone()
    this.waiting ??= Deferred.unsafeMake<void>(FiberId.none)
    return Deferred.await(this.waiting)
  }

  carriedBy(...[carries, text, params, run]: Parameters<Opening["carriedBy"]>): ReturnType<Opening["carriedBy"]> {
    const { update, params: more } = this.prelude
    const both = together[carries](text, update(params.length))
    this.state = "under way"
    const apart = () => Effect.flatMap(this.alone(), () => run(text, params))
    return Effect.matchCauseEffect(run(both, [...params, ...more]), {
      onSuccess: (rows) => {
        const [first] = rows
        if (first === undefined || first.told === null) return apart()
        return Effect.as(this.end(this.made(String(first.told))), first.isFound === true ? rows : [])
      },
      // What the server refused has changed nothing. Otherwise nobody knows, so it is not tried again.
      onFailure: (cause) => {
        const error = Cause.squash(cause)
        if (sqlStateIn(error) !== undefined) return apart()
        this.end(Exit.die(error))
        return Effect.failCause(cause)
      }
    })
  }

  /** If `made` throws, it dies: whoever waits for the prelude must not wait forever. */
  private made(told: string): Exit.Exit<void> {
    try {
      return this.prelude.made(told)
    } catch (error) {
      return Exit.die(error)
    }
  }

  private alone(): Effect.Effect<void> {
    this.state = "under way"
    // Its own statements do not wait for it.
    return Effect.flatMap(Effect.exit(unopened(this.prelude.alone)), (exit) => this.end(exit))
  }

  private end(exit: Exit.Exit<void>): Exit.Exit<void> {
    this.state = "over"
    if (this.waiting !== undefined) Deferred.unsafeDone(this.waiting, exit)
    return exit
  }
}

/** Runs work that begins with a prelude. It is made in any case, even if the work has no statement or fails. */
export const beginningWith =
  (prelude: Prelude) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      const pending = new Pending(prelude)
      return Effect.matchCauseEffect(Effect.zipRight(openWith(pending), work), {
        onSuccess: (result) => (pending.isOver() ? Effect.succeed(result) : Effect.as(pending.finish(), result)),
        onFailure: (cause) =>
          pending.isOver() ? Effect.failCause(cause) : Effect.zipRight(pending.finish(), Effect.failCause(cause))
      })
    })

/** Makes the prelude of the current work now, if it is not made yet. */
export const opened: Effect.Effect<void> = Effect.flatMap(Work, ({ opening }) => opening?.finish() ?? Effect.void)
