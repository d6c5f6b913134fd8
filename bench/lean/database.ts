import type { StatementName } from "./statements.ts"

/** Runs the statement of this name; days and ids come and go as text. */
export type Query = <Row>(name: StatementName, values: ReadonlyArray<unknown>) => Promise<ReadonlyArray<Row>>

/** What the lean peers ask of a driver. */
export interface Database {
  readonly query: Query
  /** Commits what `work` did, or nothing of it where it throws. */
  readonly transaction: <A>(work: (query: Query) => Promise<A>) => Promise<A>
}
