/** @jsxImportSource hono/jsx */
import type { LastTime } from "../features/overview/model.ts"
import type { FormState } from "../frame/form.tsx"
import { askedIn, MEANT_FIELD, SURE_FIELD } from "./slips.ts"

/** The question about absurd values in a workout's form, with a button for each answer. */
export const SlipQuestion = ({
  state,
  known
}: {
  readonly state: FormState
  readonly known: ReadonlyArray<LastTime>
}) => {
  const asked = askedIn(state.values, known)
  if (asked === undefined) return null
  const { slips, stamp } = asked
  const likely = slips.flatMap(({ likely }) => likely?.text ?? [])
  const isOne = slips.length === 1
  return (
    <div class="summary ask" role="alert" tabindex={-1} autofocus>
      {slips.map(({ text, field }) => (
        <p>
          <a href={`#${field}`}>{text}</a>
        </p>
      ))}
      <div class="buttons">
        {likely.length < slips.length ? null : (
          <button type="submit" name={MEANT_FIELD} value={stamp}>
            It was {likely.join(", ")}
          </button>
        )}
        <button type="submit" name={SURE_FIELD} value={stamp} class="quiet">
          {isOne ? "It is right" : "They are right"}
        </button>
      </div>
    </div>
  )
}
