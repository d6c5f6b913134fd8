import { SQL } from "bun"
import { sqlStateOf } from "./sql-state.ts"

type Options = SQL.PostgresOrMySQLOptions

/** The server that statements are sent to: always the same one, or whichever of several accepts writes. */
export interface Primary {
  /** How to connect to it. */
  readonly options: () => Options
  /** Changes whenever existing connections must be replaced. */
  readonly generation: () => number
  /** Called for every failed statement. If another server may have become the primary, starts a search. */
  readonly doubt: (error: unknown) => void
  /** Called for every connection that was lost. */
  readonly lost: () => void
  readonly close: () => void
}

/** The only server. */
export const onlyServer = (options: Options): Primary => ({
  options: () => options,
  generation: () => 0,
  doubt: () => {},
  lost: () => {},
  close: () => {}
})

/** The SQLSTATE of a statement that a standby refuses. */
const READ_ONLY = "25006"

/** SQLSTATE classes of servers that stop or start, and of broken connections. */
const GONE = ["57P", "08"]

/** Longest wait for one server's answer, and pause between two searches, in milliseconds. */
const PATIENCE = 1000
const PAUSE = 200

/**
 * Whether a failed statement may mean that the server no longer accepts writes, because it refused or did not answer.
 */
const isDoubtful = (error: unknown): boolean => {
  const state = sqlStateOf(error)
  return state === undefined || state === READ_ONLY || GONE.some((start) => state.startsWith(start))
}

/** Resolves if the server accepts writes. */
const acceptsWrites = async (options: Options): Promise<Options> => {
  const sql = new SQL({ ...options, max: 1, connectionTimeout: PATIENCE / 1000 })
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error("no answer")), PATIENCE)
  try {
    const asked = sql.unsafe("SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS refuses")
    const [row] = await Promise.race([asked, late.promise])
    if (row.refuses) throw new Error("it accepts no writes")
    return options
  } finally {
    clearTimeout(timer)
    void sql.close({ timeout: 0 })
  }
}

/** The first server to confirm that it accepts writes. Fails if none does. */
export const findPrimary = (servers: ReadonlyArray<Options>): Promise<Options> =>
  Promise.any(servers.map(acceptsWrites))

/**
 * Whichever of `servers` accepts writes, starting with `first`. After a failed statement that a switch would explain,
 * all are asked repeatedly until one accepts writes.
 */
export const primaryOf = (servers: ReadonlyArray<Options>, first: Options): Primary => {
  let current = first
  let generation = 0
  let isSearching = false
  let isClosed = false
  const search = async (isRefused: boolean) => {
    isSearching = true
    while (!isClosed) {
      const found = await findPrimary(servers).catch(() => undefined)
      if (found !== undefined) {
        // A server that refused to write may have been replaced behind the same address.
        if (found !== current || isRefused) generation++
        current = found
        break
      }
      await Bun.sleep(PAUSE)
    }
    isSearching = false
  }
  return {
    options: () => current,
    generation: () => generation,
    doubt: (error) => {
      if (!isSearching && isDoubtful(error)) void search(sqlStateOf(error) === READ_ONLY)
    },
    lost: () => {},
    close: () => {
      isClosed = true
    }
  }
}
