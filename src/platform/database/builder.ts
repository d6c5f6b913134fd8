import type { Statement } from "@effect/sql"
import type { Query } from "../../contract/handler/charge.ts"

/**
 * The parts of @effect/sql's client that build statements, which `Db` or a charge runs. Values in a template become
 * parameters; fragments become part of its text.
 */
export interface Builder
  extends Pick<Statement.Constructor, "literal" | "insert" | "update" | "and" | "or" | "csv" | "in"> {
  <Row extends object = object>(
    strings: TemplateStringsArray,
    ...args: ReadonlyArray<unknown>
  ): Query<Row> & Statement.Fragment
  (identifier: string): Statement.Identifier
  readonly unsafe: <Row extends object>(text: string, params?: ReadonlyArray<unknown>) => Query<Row>
}
