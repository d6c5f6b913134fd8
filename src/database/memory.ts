import { Context, Effect, FiberRef, HashMap, Layer } from "effect"
import type { UserId } from "../values/ids.ts"
import { Transactions } from "./transactions.ts"

/** Rows of one kind in memory. Tables are values that never change, so that a transaction is undone by taking back the old ones. */
export interface Table<K, V> {
  readonly name: string
  readonly ownerOf: (key: K) => UserId
  readonly empty: HashMap.HashMap<K, V>
}

export const table = <K, V>(name: string, ownerOf: (key: K) => UserId): Table<K, V> => ({
  name,
  ownerOf,
  empty: HashMap.empty<K, V>()
})

/** The database of tests and trials: nothing outlives the process. */
export class MemoryDatabase extends Context.Tag("MemoryDatabase")<
  MemoryDatabase,
  {
    readonly rows: <K, V>(table: Table<K, V>) => HashMap.HashMap<K, V>
    readonly update: <K, V>(table: Table<K, V>, change: (rows: HashMap.HashMap<K, V>) => HashMap.HashMap<K, V>) => void
    /** Removes every row that is the user's, from every table. */
    readonly removeUser: (userId: UserId) => void
    readonly transaction: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>() {}

interface Rows {
  readonly table: Table<never, unknown>
  readonly rows: HashMap.HashMap<never, unknown>
}

const make = Effect.gen(function* () {
  let tables = new Map<string, Rows>()
  const one = yield* Effect.makeSemaphore(1)
  const inside = FiberRef.unsafeMake(false)
  // A table's name is its only key, and each name has one declaration with one type.
  const rows = <K, V>(table: Table<K, V>) =>
    (tables.get(table.name)?.rows as HashMap.HashMap<K, V> | undefined) ?? table.empty
  const put = <K, V>(table: Table<K, V>, rows: HashMap.HashMap<K, V>) => {
    tables.set(table.name, {
      table: table as unknown as Table<never, unknown>,
      rows: rows as unknown as HashMap.HashMap<never, unknown>
    })
  }
  return MemoryDatabase.of({
    rows,
    update: (table, change) => put(table, change(rows(table))),
    removeUser: (userId) => {
      for (const { table, rows } of tables.values()) {
        put(
          table,
          HashMap.filter(rows, (_row, key) => table.ownerOf(key) !== userId)
        )
      }
    },
    transaction: (effect) =>
      Effect.flatMap(FiberRef.get(inside), (nested) =>
        nested
          ? effect
          : Effect.suspend(() => {
              const before = new Map(tables)
              return Effect.onError(effect, () => Effect.sync(() => (tables = before)))
            }).pipe(Effect.locally(inside, true), one.withPermits(1))
      )
  })
})

export const layer = Layer.effect(MemoryDatabase, make)

export const layerTransactions = Layer.effect(
  Transactions,
  Effect.map(MemoryDatabase, (memory) => Transactions.of({ change: (_userId, effect) => memory.transaction(effect) }))
)
