/** @jsxImportSource hono/jsx */
import type { DistanceUnit } from "../../../values/units.ts"
import { FaultBeside, type FormState } from "../frame/form.tsx"
import { textOf } from "../frame/inputs.ts"
import type { Visit } from "../frame/page.ts"
import { timesOf } from "../frame/time-text.ts"
import type { Children } from "../frame/view.ts"
import { headOf, keyboardOf, plannedOf, type ShownSet, titleOf, typedFor } from "./set-columns.ts"
import { letterOf, tapOn } from "./set-types.ts"
import { setText } from "./sets.ts"
import { FOCUS_FIELD, firstFieldOf, STEP_FIELD } from "./workout-edit.ts"
import { type Column, fieldOf } from "./workout-fields.ts"
import { type ExerciseRows, isBlank, type SetRow } from "./workout-rows.ts"

/** The id of the hint on how a column's times are written. */
const hintId = (exercise: number, column: Column): string => `exercises[${exercise}].${column}-hint`

/** A button that changes the form itself. */
export const Step = ({
  step,
  label,
  className = "quiet",
  children
}: {
  readonly step: string
  /** A fuller text for screen readers. */
  readonly label?: string
  readonly className?: string
  readonly children?: Children
}) => (
  <button
    type="submit"
    name={STEP_FIELD}
    value={step}
    class={className}
    {...(label === undefined ? {} : { "aria-label": label })}
  >
    {children}
  </button>
)

/** Attributes of a field that can get the focus when the form is shown again. */
export const focusable = (state: FormState, id: string) => ({
  id,
  tabindex: -1,
  ...(state.values[FOCUS_FIELD] === id ? { autofocus: true } : {})
})

/**
 * One cell of a set. Its label is only for screen readers, as the column's title is above. Last time's value is shown
 * in grey.
 */
const Cell = ({
  state,
  exercise,
  set,
  column,
  name,
  where,
  title,
  last,
  hasFocus
}: {
  readonly state: FormState
  readonly exercise: number
  readonly set: number
  readonly column: Column
  /** The name of its set, and of its exercise and set. */
  readonly name: string
  readonly where: string
  readonly title: string
  readonly last: string
  readonly hasFocus: boolean
}) => {
  const field = fieldOf(exercise, set, column)
  const fault = state.faults.get(field)
  const described = [
    ...(fault === undefined ? [] : [`${field}-fault`]),
    ...(timesOf(column) === undefined ? [] : [hintId(exercise, column)])
  ]
  return (
    <div class="field">
      <input
        id={field}
        name={field}
        aria-label={`${name}: ${title}`}
        value={textOf(state.values, field) ?? ""}
        autocomplete="off"
        inputmode={keyboardOf(column)}
        {...(hasFocus ? { autofocus: true } : {})}
        {...(last === "" ? {} : { placeholder: last })}
        {...(fault === undefined ? {} : { "aria-invalid": "true" as const })}
        {...(described.length === 0 ? {} : { "aria-describedby": described.join(" ") })}
      />
      <FaultBeside state={state} name={field} id={field} label={title} where={where} />
    </div>
  )
}

export interface OfExercise {
  readonly visit: Visit
  readonly state: FormState
  readonly exercise: ExerciseRows
  readonly columns: ReadonlyArray<Column>
}

const isWarmupRow = ({ cells }: Pick<SetRow, "cells">): boolean => cells.setType === "warmup"

/** The position of each set among those of its kind, counted from 1: warm-ups do not count as sets. */
export const positionsOf = (sets: ReadonlyArray<SetRow>): ReadonlyArray<number> =>
  sets.map((set, index) => sets.slice(0, index + 1).filter((each) => isWarmupRow(each) === isWarmupRow(set)).length)

/** A set in words, without the unit of a load, which stands above its column: 102.5 × 8. */
const pastText = (set: ShownSet, unit: DistanceUnit): string =>
  setText(plannedOf(set), unit).replace(` ${set.weight?.unit} ×`, " ×")

/** What was done last time, in a column of its own; blank for a set more than last time. */
const Past = ({ set, unit }: { readonly set: ShownSet | undefined; readonly unit: DistanceUnit }) => (
  <span class="past">
    {set === undefined ? null : (
      <>
        <span class="unseen">Last time: </span>
        {pastText(set, unit)}
      </>
    )}
  </span>
)

export const SetFields = ({
  visit: { user },
  state,
  exercise: { number, sets },
  columns,
  set,
  called,
  position,
  last,
  past
}: OfExercise & {
  readonly set: SetRow
  /** The name of the exercise. */
  readonly called: string
  readonly position: number
  /** The set of last time whose values its blank cells show. */
  readonly last: ShownSet | undefined
  /** The set of last time in its place. */
  readonly past: ShownSet | undefined
}) => {
  const isWarmup = isWarmupRow(set)
  const isFirst = set === sets[0]
  const name = `${isWarmup ? "Warm-up" : "Set"} ${position}`
  const at = `${number}:${set.number}`
  const { loadIntent, setType, technique } = set.cells
  return (
    <div
      class="set-row"
      data-of={number}
      data-set={set.number}
      {...focusable(state, `exercises[${number}].sets[${set.number}]`)}
    >
      <Step step={`warm:${at}`} label={`${name}: ${tapOn(set.cells)}`} className="quiet kind">
        {letterOf(set.cells) || position}
      </Step>
      <input type="hidden" name={fieldOf(number, set.number, "setType")} value={setType ?? "working"} />
      {technique ? <input type="hidden" name={fieldOf(number, set.number, "technique")} value={technique} /> : null}
      {loadIntent === undefined ? null : (
        <input type="hidden" name={fieldOf(number, set.number, "loadIntent")} value={loadIntent} />
      )}
      {last === undefined ? null : <Past set={past} unit={user.distanceUnit} />}
      {columns.map((column, index) => (
        <Cell
          state={state}
          exercise={number}
          set={set.number}
          column={column}
          name={name}
          where={`${called}, ${name.toLowerCase()}`}
          title={titleOf(column, user)}
          last={last === undefined ? "" : typedFor(last, column, user)}
          hasFocus={isFirst && index === 0 && state.values[FOCUS_FIELD] === firstFieldOf(number)}
        />
      ))}
      {last !== undefined && isBlank(set) ? (
        <Step
          step={`take:${at}`}
          label={`${name}: ${setText(plannedOf(last), user.distanceUnit)}, as last time`}
          className="take"
        >
          ✓
        </Step>
      ) : null}
      <Step step={`less:${at}`} label={`Remove ${name.toLowerCase()}`} className="quiet less">
        ×
      </Step>
    </div>
  )
}

/**
 * How times are written, and the titles of the columns below, of which the first has last time's sets. Every cell also has its own label for screen readers.
 */
export const Heads = ({
  visit: { user },
  exercise: { number },
  columns,
  hasPast
}: Omit<OfExercise, "state"> & { readonly hasPast: boolean }) => (
  <>
    {columns.map((column) => {
      const hint = timesOf(column)?.hint
      return hint === undefined ? null : (
        <p class="hint" id={hintId(number, column)}>
          {hint}
        </p>
      )
    })}
    <div class="set-row heads soft" aria-hidden="true">
      <span class="kind" />
      {hasPast ? <span class="past">Last</span> : null}
      {columns.map((column) => (
        <span class="field">{headOf(column, user)}</span>
      ))}
      <span class="less" />
    </div>
  </>
)
