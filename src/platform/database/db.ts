import { Context, type Effect, type Option } from "effect"
import type { Asks, Meaning, Query } from "../../contract/handler/charge.ts"
import type { Builder } from "./builder.ts"

/** The database as stores use it. Database errors are defects, unless `meaning` maps them to failures. */
export class Db extends Context.Tag("Db")<
  Db,
  Asks & {
    readonly sql: Builder
    readonly rows: <Row, E = never>(query: Query<Row>, meaning?: Meaning<E>) => Effect.Effect<ReadonlyArray<Row>, E>
    /** The first row; undefined if there is none. */
    readonly first: <Row, E = never>(query: Query<Row>, meaning?: Meaning<E>) => Effect.Effect<Row | undefined, E>
    /** The first row, decoded; none if there is no row. */
    readonly findOne: <Row, A>(query: Query<Row>, decode: (row: Row) => A) => Effect.Effect<Option.Option<A>>
    /** The column `value` of the first row; undefined if there is none. */
    readonly value: <A, E = never>(
      query: Query<{ readonly value: A }>,
      meaning?: Meaning<E>
    ) => Effect.Effect<A | undefined, E>
    /** Runs a statement and ignores its rows. */
    readonly run: (query: Query<unknown>) => Effect.Effect<void>
    /** Runs `work` as one transaction: committed if it succeeds, rolled back if it fails. */
    readonly transaction: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** Runs work without time limits, for loading catalogues. */
    readonly unlimited: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>() {}

/** The database as store operations receive it. */
export type Database = Db["Type"]
