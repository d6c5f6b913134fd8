/** @jsxImportSource hono/jsx */
import type { Measured } from "./typed-quantity.ts"
import type { Children } from "./view.ts"

/** The fields of a form or query as sent. */
export type Fields = Readonly<Record<string, string | ReadonlyArray<string>>>

/** The name of the hidden field with the page's action. */
export const ACTION_FIELD = "action"

/** The name of the hidden field with the form token. */
export const TOKEN_FIELD = "form_token"

/** The name of the field that states which values a form showed when it was opened. */
export const SEEN_FIELD = "seen"

/** Whether a field is not filled in by a person. */
export const isHidden = (field: string): boolean => field === ACTION_FIELD || field === TOKEN_FIELD

/** A fault as its field shows it. */
export interface Beside {
  readonly id: string
  readonly text: string
}

/** The state of a form: what was typed, and what was wrong with it, if it was sent and refused. */
export interface FormState {
  readonly action: string
  readonly token: string
  readonly values: Fields
  /** Faults by field name. */
  readonly faults: ReadonlyMap<string, string>
  /** The faults that fields show, in their order: each adds its own when it is rendered. The summary links to them. */
  readonly beside: Array<Beside>
  /** The fault of the form as a whole, shown in the page's summary. */
  readonly failure: string | undefined
  /** Whether the item that it was to change no longer exists. */
  readonly isGone: boolean
}

/** The state of a form before it is sent. */
export const emptyForm = (action: string, token: string): FormState => ({
  action,
  token,
  values: {},
  faults: new Map(),
  beside: [],
  failure: undefined,
  isGone: false
})

/** A form that posts to `to`, the path of the page with its action. */
export const Form = ({
  state: { action, token },
  to,
  id,
  className,
  data = {},
  children
}: {
  readonly state: FormState
  readonly to: string
  /** For buttons outside the form. */
  readonly id?: string
  readonly className?: string
  /** Attributes for scripts. */
  readonly data?: Readonly<Record<`data-${string}`, string>>
  readonly children?: Children
}) => (
  <form
    method="post"
    action={to}
    class={className ?? "fields"}
    novalidate
    {...(id === undefined ? {} : { id })}
    {...data}
  >
    <input type="hidden" name={ACTION_FIELD} value={action} />
    <input type="hidden" name={TOKEN_FIELD} value={token} />
    {children}
  </form>
)

interface Labelled {
  readonly state: FormState
  readonly name: string
  readonly label: string
  readonly hint?: string
  /** Which of several identical forms on the page it belongs to. */
  readonly row?: string
}

const idsOf = ({ state, name, hint, row }: Labelled) => {
  const id = [state.action, name, ...(row === undefined ? [] : [row])].join("-")
  const fault = state.faults.get(name)
  const described = [hint === undefined ? [] : [`${id}-hint`], fault === undefined ? [] : [`${id}-fault`]].flat()
  return {
    id,
    fault,
    aria: {
      ...(described.length === 0 ? {} : { "aria-describedby": described.join(" ") }),
      ...(fault === undefined ? {} : { "aria-invalid": "true" as const })
    }
  }
}

/** The fault of a field, if any, beside it. `where` says where the field is, if its label does not. */
export const FaultBeside = ({
  state,
  name,
  id,
  label,
  where,
  as: Tag = "span"
}: {
  readonly state: FormState
  readonly name: string
  readonly id: string
  readonly label: string
  readonly where?: string
  readonly as?: "span" | "p"
}) => {
  const fault = state.faults.get(name)
  if (fault === undefined) return null
  state.beside.push({ id, text: `${where === undefined ? "" : `${where}: `}${label} ${fault}` })
  return (
    <Tag class="fault" id={`${id}-fault`}>
      {label} {fault}
    </Tag>
  )
}

const Around = (labelled: Labelled & { readonly children?: Children }) => {
  const { id } = idsOf(labelled)
  const { state, name, label, hint, children } = labelled
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {hint === undefined ? null : (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {children}
      <FaultBeside state={state} name={name} id={id} label={label} />
    </div>
  )
}

/** What was typed into a field, else `value`. */
const typedOr = (state: FormState, name: string, value: string | undefined): string => {
  const typed = state.values[name]
  return typeof typed === "string" ? typed : (value ?? "")
}

/** A labelled input. `value` is its initial text. */
export const TextField = ({
  value,
  type = "text",
  required = false,
  list,
  autocomplete = "off",
  inputmode,
  placeholder,
  measured,
  unit,
  ...labelled
}: Labelled & {
  readonly value?: string
  /**
   * What it measures, and in which unit: a script shows what is typed in another one in this unit. Without a unit, what it
   * measures has several.
   */
  readonly measured?: Measured
  readonly unit?: string
  readonly placeholder?: string
  readonly type?: "text" | "date" | "number" | "search"
  readonly required?: boolean
  /** Suggested values; others can be typed. */
  readonly list?: ReadonlyArray<string>
  readonly autocomplete?: string
  readonly inputmode?: "text" | "decimal" | "numeric" | "search"
}) => {
  const { state, name } = labelled
  const { id, aria } = idsOf(labelled)
  return (
    <Around {...labelled}>
      <input
        id={id}
        name={name}
        type={type}
        value={typedOr(state, name, value)}
        required={required}
        autocomplete={autocomplete}
        {...(type === "number" ? { step: "any" } : {})}
        {...(inputmode === undefined ? {} : { inputmode })}
        {...(placeholder === undefined ? {} : { placeholder })}
        {...(measured === undefined ? {} : { "data-measured": measured, "data-unit": unit ?? "" })}
        {...(list === undefined ? {} : { list: `${id}-list` })}
        {...aria}
      />
      {list === undefined ? null : (
        <datalist id={`${id}-list`}>
          {list.map((each) => (
            <option value={each} />
          ))}
        </datalist>
      )}
    </Around>
  )
}

/** A labelled selection. `options` are values with their labels. */
export const SelectField = ({
  value,
  options,
  ...labelled
}: Labelled & {
  readonly value?: string
  readonly options: ReadonlyArray<readonly [value: string, label: string]>
}) => {
  const { state, name } = labelled
  const { id, aria } = idsOf(labelled)
  const chosen = typedOr(state, name, value)
  return (
    <Around {...labelled}>
      <select id={id} name={name} {...aria}>
        {options.map(([each, label]) => (
          <option value={each} selected={each === chosen}>
            {label}
          </option>
        ))}
      </select>
    </Around>
  )
}

/** A button that sends a form of its own, such as one that removes a row, with the hidden `fields`. */
export const ButtonForm = ({
  state,
  to,
  fields = {},
  className = "quiet",
  label,
  inPlace = false,
  children
}: {
  readonly state: FormState
  readonly to: string
  readonly fields?: Readonly<Record<string, string>>
  readonly className?: string
  /** A fuller text for screen readers. */
  readonly label?: string
  /** Whether a script may send it in the background, and then update the parts of the page that it changes. */
  readonly inPlace?: boolean
  readonly children?: Children
}) => (
  <Form state={state} to={to} className="inline" data={inPlace ? { "data-in-place": "" } : {}}>
    {Object.entries(fields).map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
    <button type="submit" class={className} {...(label === undefined ? {} : { "aria-label": label })}>
      {children}
    </button>
  </Form>
)
