/** @jsxImportSource hono/jsx */
import type { Children } from "./view.ts"

/** The fields of a form or query as they were sent. */
export type Fields = Readonly<Record<string, string | ReadonlyArray<string>>>

/** The name of the hidden field that says which action of the page a form is for. */
export const ACTION_FIELD = "action"

/** The name of the hidden field with the form token. */
export const TOKEN_FIELD = "form_token"

/** Whether a field is one that no person fills in. */
export const isHidden = (field: string): boolean => field === ACTION_FIELD || field === TOKEN_FIELD

/** A form of a page: as it was typed, and what was wrong with it, if it was sent and refused. */
export interface FormState {
  readonly action: string
  readonly token: string
  readonly values: Fields
  /** What is wrong, by the name of the field. */
  readonly faults: ReadonlyMap<string, string>
  /** What is wrong with the form as a whole. The page's summary says it. */
  readonly failure: string | undefined
  /** Whether what it was to change is not there any more. */
  readonly isGone: boolean
}

/** The state of a form that was not sent. */
export const emptyForm = (action: string, token: string): FormState => ({
  action,
  token,
  values: {},
  faults: new Map(),
  failure: undefined,
  isGone: false
})

/** A form that posts to `to`, the path of the page whose action it is for. */
export const Form = ({
  state: { action, token },
  to,
  className,
  data = {},
  children
}: {
  readonly state: FormState
  readonly to: string
  readonly className?: string
  /** Attributes for a script. */
  readonly data?: Readonly<Record<`data-${string}`, string>>
  readonly children?: Children
}) => (
  <form method="post" action={to} class={className ?? "fields"} novalidate {...data}>
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
  /** Which of many like forms on the page it belongs to. */
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

const Around = (labelled: Labelled & { readonly children?: Children }) => {
  const { id, fault } = idsOf(labelled)
  const { label, hint, children } = labelled
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {hint === undefined ? null : (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {children}
      {fault === undefined ? null : (
        <span class="fault" id={`${id}-fault`}>
          {label} {fault}
        </span>
      )}
    </div>
  )
}

/** What was typed into a field, else `value`. */
const typedOr = (state: FormState, name: string, value: string | undefined): string => {
  const typed = state.values[name]
  return typeof typed === "string" ? typed : (value ?? "")
}

/** A labelled input. `value` is what it holds until something else is typed. */
export const TextField = ({
  value,
  type = "text",
  required = false,
  list,
  autocomplete = "off",
  inputmode,
  placeholder,
  ...labelled
}: Labelled & {
  readonly value?: string
  readonly placeholder?: string
  readonly type?: "text" | "date" | "number" | "search"
  readonly required?: boolean
  /** Values to choose from, or to type another. */
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

/** A labelled choice. `options` are values with what they are called. */
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

/** A button that sends a form of its own, such as one that removes a row; `fields` go with it unseen. */
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
  /** Says more than the visible text, for screen readers. */
  readonly label?: string
  /** Whether a script may send it in the background, and then show anew the parts of the page that it changes. */
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
