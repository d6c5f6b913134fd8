/** Runs one statement with `$1`, `$2`, … in it; days come and go as text, arrays go as the text of `arrayOf`. */
export type Query = <Row>(statement: string, values: ReadonlyArray<unknown>) => Promise<ReadonlyArray<Row>>

/** What the peers ask of a driver. */
export interface Database {
  readonly query: Query
  /** Commits what `work` did, or nothing of it where it throws. */
  readonly transaction: <A>(work: (query: Query) => Promise<A>) => Promise<A>
}

/** An array as PostgreSQL reads it from text, the same for every driver. */
export const arrayOf = (items: ReadonlyArray<string | number | boolean>): string =>
  `{${items.map((item) => `"${String(item).replace(/["\\]/g, "\\$&")}"`).join(",")}}`
