/** @jsxImportSource hono/jsx */
import type { Html } from "../../web/html.ts"
import type { Field } from "./schema.ts"

/** A text with code between backticks. */
export const Prose = ({ text }: { readonly text: string }): Html => (
  <>{text.split("`").map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}</>
)

const Values = ({ values }: { readonly values: ReadonlyArray<string> }) => (
  <>
    {values.length === 1 ? "Always " : "One of "}
    {values.map((value, index) => (
      <>
        {index === 0 ? "" : ", "}
        <code>{value}</code>
      </>
    ))}
    .
  </>
)

/** One field: its name, type, bounds, meaning and values. */
const Row = ({ field, isInput }: { readonly field: Field; readonly isInput: boolean }) => {
  const { path, type, isRequired, bounds, values, description } = field
  const presence = isInput ? (isRequired ? "required" : "optional") : isRequired ? [] : "may be absent"
  return (
    <div>
      <dt>
        <code>{path}</code> <span class="soft">{[type, ...bounds].concat(presence).join(", ")}</span>
      </dt>
      {description === "" && values.length === 0 ? null : (
        <dd>
          <Prose text={description} /> {values.length === 0 ? null : <Values values={values} />}
        </dd>
      )}
    </div>
  )
}

/** The fields of an input or of an output. */
export const Fields = ({
  fields,
  isInput = false
}: {
  readonly fields: ReadonlyArray<Field>
  readonly isInput?: boolean
}) =>
  fields.length === 0 ? (
    <p>None.</p>
  ) : (
    <dl class="schema">
      {fields.map((field) => (
        <Row field={field} isInput={isInput} />
      ))}
    </dl>
  )
