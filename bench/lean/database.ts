import type { StatementName } from "./statements.ts"

/** Runs the statement of this name; days and ids are passed as text. */
export type Query = <Row>(name: StatementName, values: ReadonlyArray<unknown>) => Promise<ReadonlyArray<Row>>

/** What the lean peers need from a driver. */
export interface Database {
  readonly query: Query
  /** Commits the work, or rolls it back if it throws. */
  readonly transaction: <A>(work: (query: Query) => Promise<A>) => Promise<A>
}
