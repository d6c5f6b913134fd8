import { Context, Effect, FiberRef } from "effect"
import { AT_ANY_TIME, UNLIMITED } from "./session.ts"

/** A deadline `millis` milliseconds from now, which can be renewed. */
const deadlineIn = (millis: number) => {
  let end = performance.now() + millis
  return {
    /** The deadline, by performance.now(). */
    until: () => end,
    /** Restarts the full time, after waiting for the client. */
    renew: () => {
      end = performance.now() + millis
    }
  }
}

/** State shared by the statements of a request or of other work. It belongs to the request, which alone changes it. */
interface Shared {
  /**
   * The time until which statements may start. Each request has a deadline, so that it is answered soon even if each of
   * its statements is slow. Other work has AT_ANY_TIME or UNLIMITED.
   */
  readonly deadline: ReturnType<typeof deadlineIn>
  /**
   * On whose behalf the database is queried: usually a user's id, undefined for the service's own work. Users take
   * turns at the connections.
   */
  user: string | undefined
}

/** New work whose statements may start within `millis` milliseconds. */
export const workWithin = (millis: number): Shared => ({
  deadline: deadlineIn(millis),
  user: undefined
})

const SERVICE: Shared = Object.freeze(workWithin(AT_ANY_TIME))

/** The current work: a request's, or else the service's own. */
export class Work extends Context.Reference<Work>()("Work", { defaultValue: () => SERVICE }) {}

const inContext = (context: Context.Context<never>) => FiberRef.set(FiberRef.currentContext, context)

/**
 * Runs an effect. From here to the end of the request, statements wait for the turns of `user`. Changing the current
 * work costs a tenth of giving a fiber another context.
 */
export const actingFor = <A, E, R>(user: string, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.withFiberRuntime(({ currentContext }) => {
    const work = Context.get(currentContext, Work)
    if (work === SERVICE)
      return Effect.zipRight(inContext(Context.add(currentContext, Work, { ...work, user })), effect)
    work.user = user
    return effect
  })

/**
 * Runs an effect as other work. It costs half as much as `Effect.provideService`, which also restores the context of a
 * fiber that is being interrupted.
 */
const within =
  (changes: Partial<Shared>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiberRuntime(({ currentContext }) => {
      const restore = inContext(currentContext)
      const changed = { ...Context.get(currentContext, Work), ...changes }
      return Effect.zipRight(
        inContext(Context.add(currentContext, Work, changed)),
        Effect.matchCauseEffect(effect, {
          onFailure: (cause) => Effect.zipRight(restore, Effect.failCause(cause)),
          onSuccess: (result) => Effect.as(restore, result)
        })
      )
    })

/** Runs an effect whose statements wait for the turns of `user`. */
export const onBehalfOf = (user: string) => within({ user })

/** Runs background work for `user`, without a deadline. */
export const inOwnTime = (user: string) => within({ user, deadline: deadlineIn(AT_ANY_TIME) })

/**
 * Runs work whose statements have no time limits. The database must be informed as well: see withoutTimeout in
 * statements.ts.
 */
export const unlimited = within({ deadline: deadlineIn(UNLIMITED) })

/** Restarts the time for statements, after waiting for the client. */
export const renewDeadline: Effect.Effect<void> = Effect.map(Work, ({ deadline }) => deadline.renew())
