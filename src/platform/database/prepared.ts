import { SQL } from "bun"
import { Predicate } from "effect"
import type { Primary } from "./primary.ts"
import { sqlStateOf } from "./sql-state.ts"

type Options = SQL.PostgresOrMySQLOptions

/** How often two clients prepare statements side by side, so that the pooler gives one the session of the other. */
const ROUNDS = 20

/** Longest time for that, and the pause before it is repeated if the server does not answer, in milliseconds. */
const PATIENCE = 10_000
const PAUSE = 500

/**
 * Rejects if a pooler gives two clients that prepare statements each other's sessions, in which theirs are unknown, or
 * the other's have the same names.
 */
export const preparesForSeveral = async (options: Options): Promise<void> => {
  const connect = () => new SQL({ ...options, prepare: true, max: 1 })
  const [one, other] = [connect(), connect()]
  const askOne = () => one.unsafe("SELECT $1::int AS prepared", [1])
  const askOther = () => other.unsafe("SELECT $1::text AS prepared, $2::int AS too", ["a", 2])
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error("The database did not answer in time")), PATIENCE)
  const ask = async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.all([askOne(), askOther()])
      await askOther()
      await askOne()
    }
  }
  try {
    await Promise.race([ask(), late.promise])
  } finally {
    clearTimeout(timer)
    void one.close({ timeout: 0 })
    void other.close({ timeout: 0 })
  }
}

/** SQLSTATEs of a prepared statement that is unknown, or whose name is taken, and of one that is another client's. */
const MIXED_UP: ReadonlyArray<string | undefined> = ["26000", "42P05", "08P01"]

/** SQLSTATE classes of a server that has too little memory or disk, or was stopped. */
const AWAY = ["53", "57"]

/** Whether nobody answered, or refused to, so that the pooler could not be checked. */
const isAway = (error: unknown): boolean => {
  const state = sqlStateOf(error)
  const isFatal = Predicate.hasProperty(error, "severity") && error.severity !== "ERROR"
  return state === undefined || isFatal || AWAY.some((start) => state.startsWith(start))
}

/**
 * The primary behind a pooler that keeps prepared statements apart, as far as was seen at the start. Another pooler, or
 * the same one with other settings, may mix them up and run them with others' parameters. So whenever a connection is
 * lost, or a statement fails in a way that this would explain, no statement is prepared until the pooler has been checked
 * again. `onUnsafe` is called once if it mixes them up; from then on, none is prepared.
 */
export const whileSafe = (primary: Primary, onUnsafe: (error: unknown) => void): Primary => {
  let generation = 0
  let state: "safe" | "checking" | "unsafe" = "safe"
  let isClosed = false
  const enter = (next: typeof state) => {
    state = next
    generation++
  }
  const check = async () => {
    if (state !== "safe") return
    enter("checking")
    while (!isClosed) {
      try {
        await preparesForSeveral(primary.options())
        return enter("safe")
      } catch (error) {
        if (!isAway(error)) {
          enter("unsafe")
          return onUnsafe(error)
        }
      }
      await Bun.sleep(PAUSE)
    }
  }
  return {
    options: () => ({ ...primary.options(), prepare: state === "safe" }),
    generation: () => primary.generation() + generation,
    doubt: (error) => {
      primary.doubt(error)
      if (MIXED_UP.includes(sqlStateOf(error))) void check()
    },
    lost: () => {
      primary.lost()
      void check()
    },
    close: () => {
      isClosed = true
      primary.close()
    }
  }
}
