import { Context, Effect, FiberRef, HashMap, Layer } from "effect"
import type { UserId } from "../../values/ids.ts"
import { Transactions } from "./transactions.ts"

/**
 * The rows of one table in one database. They are immutable, so a transaction is undone by restoring the previous ones.
 */
interface Cell<K, V> {
  rows: HashMap.HashMap<K, V>
  /** The rows of each user, once somebody has asked for them since the last change. */
  byUser?: Map<UserId, Array<readonly [K, V]>> | undefined
}

/** A table, usable in any memory database. */
export interface Table<K, V> {
  readonly name: string
  readonly ownerOf: (key: K) => UserId
  readonly cells: WeakMap<object, Cell<K, V>>
}

/** A table; `ownerOf` returns the user who owns a row, from its key. */
export const table = <K, V>(name: string, ownerOf: (key: K) => UserId): Table<K, V> => ({
  name,
  ownerOf,
  cells: new WeakMap()
})

/** The database of tests and trials; its data ends with the process. */
export class MemoryDatabase extends Context.Tag("MemoryDatabase")<
  MemoryDatabase,
  {
    readonly rows: <K, V>(table: Table<K, V>) => HashMap.HashMap<K, V>
    /** A user's rows with their keys, in no particular order. */
    readonly rowsOf: <K, V>(table: Table<K, V>, userId: UserId) => ReadonlyArray<readonly [K, V]>
    readonly update: <K, V>(table: Table<K, V>, change: (rows: HashMap.HashMap<K, V>) => HashMap.HashMap<K, V>) => void
    /** Deletes all rows of a user, in every table. */
    readonly removeUser: (userId: UserId) => void
    readonly transaction: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>() {}

/** The database of tests and trials as store operations receive it. */
export type Memory = MemoryDatabase["Type"]

/** The operations that work on any table. */
interface Kept {
  /** Takes a snapshot of the rows, and returns a function that restores it. */
  readonly snapshot: () => () => void
  readonly clear: () => void
  readonly removeUser: (userId: UserId) => void
}

const make = Effect.gen(function* () {
  const database = {}
  const kept: Array<Kept> = []
  const one = yield* Effect.makeSemaphore(1)
  const inside = FiberRef.unsafeMake(false)

  const change = <K, V>(cell: Cell<K, V>, rows: HashMap.HashMap<K, V>): void => {
    cell.rows = rows
    cell.byUser = undefined
  }

  const cellOf = <K, V>({ cells, ownerOf }: Table<K, V>): Cell<K, V> => {
    const found = cells.get(database)
    if (found !== undefined) return found
    const cell: Cell<K, V> = { rows: HashMap.empty() }
    cells.set(database, cell)
    kept.push({
      snapshot: () => {
        const { rows } = cell
        return () => change(cell, rows)
      },
      clear: () => change(cell, HashMap.empty()),
      removeUser: (userId) =>
        change(
          cell,
          HashMap.filter(cell.rows, (_row, key) => ownerOf(key) !== userId)
        )
    })
    return cell
  }

  return MemoryDatabase.of({
    rows: (table) => cellOf(table).rows,
    rowsOf: (table, userId) => {
      const cell = cellOf(table)
      cell.byUser ??= Map.groupBy(cell.rows, ([key]) => table.ownerOf(key))
      return cell.byUser.get(userId) ?? []
    },
    update: (table, changed) => {
      const cell = cellOf(table)
      change(cell, changed(cell.rows))
    },
    removeUser: (userId) => {
      for (const { removeUser } of kept) removeUser(userId)
    },
    transaction: (effect) =>
      Effect.flatMap(FiberRef.get(inside), (nested) =>
        nested
          ? effect
          : Effect.suspend(() => {
              const restores = kept.map(({ snapshot }) => snapshot())
              // A table first used in this transaction was empty before.
              const undo = Effect.sync(() => {
                for (const [index, { clear }] of kept.entries()) (restores[index] ?? clear)()
              })
              return Effect.onError(effect, () => undo)
            }).pipe(Effect.locally(inside, true), one.withPermits(1))
      )
  })
})

export const layer = Layer.effect(MemoryDatabase, make)

export const layerTransactions = Layer.effect(
  Transactions,
  Effect.map(MemoryDatabase, ({ transaction }) => {
    const change: Transactions["Type"]["change"] = (_userId, effect) => transaction(effect)
    return Transactions.of({ change, changeInOwnTime: change })
  })
)
