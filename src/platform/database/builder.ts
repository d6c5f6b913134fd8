import { Statement } from "@effect/sql"
import type { Query } from "../../contract/handler/charge.ts"

/**
 * Builds statements, which `Db` or a charge runs. Values in a template become parameters; fragments become part of its
 * text.
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

/** A template whose values are parameters or other such templates. */
class Template<Row> implements Query<Row>, Statement.Fragment {
  constructor(
    private readonly client: Builder,
    private readonly strings: ReadonlyArray<string>,
    private readonly values: ReadonlyArray<unknown>
  ) {}

  get [Statement.FragmentId](): Statement.Fragment[typeof Statement.FragmentId] {
    return () => Statement.FragmentId
  }

  /** For fragments of @effect/sql around it. */
  get segments(): ReadonlyArray<Statement.Segment> {
    return this.client(Object.assign([...this.strings], { raw: this.strings }), ...this.values).segments
  }

  compile(): readonly [text: string, params: ReadonlyArray<unknown>] {
    const params: Array<unknown> = []
    return [this.write(params).trim(), params]
  }

  /** Returns the text, and adds the parameters. */
  private write(params: Array<unknown>): string {
    let text = ""
    let place = 0
    for (const value of this.values) {
      text += this.strings[place++]
      text += value instanceof Template ? value.write(params) : `$${params.push(value)}`
    }
    return text + this.strings[place]
  }
}

/** Whether a value is part of a statement's text in a way that only @effect/sql knows. */
const isOther = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  !(value instanceof Template) &&
  ("_tag" in value || Statement.isFragment(value))

/**
 * The same statements as @effect/sql builds, which makes an object of each value and of each piece of text between
 * them, and some closures for each of these.
 */
export const builderOf = (client: Builder): Builder => {
  const { insert, update, and, or, csv, unsafe } = client
  function build<Row extends object>(strings: TemplateStringsArray, ...values: ReadonlyArray<unknown>): Template<Row>
  function build(identifier: string): Statement.Identifier
  function build(strings: TemplateStringsArray | string, ...values: ReadonlyArray<unknown>) {
    if (typeof strings === "string") return client(strings)
    return values.some(isOther) ? client(strings, ...values) : new Template(client, strings, values)
  }
  const literal = (text: string) => new Template(client, [text], [])
  return Object.assign(build, { literal, insert, update, and, or, csv, in: client.in, unsafe })
}
