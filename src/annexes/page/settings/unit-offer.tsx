/** @jsxImportSource hono/jsx */
import type { User } from "../../../contract/handler/user.ts"
import type { Report } from "../../imports/rows/model.ts"

/** The field with the units that are to be shown from now on. */
export const SHOW_FIELD = "show"

const NAMES = { kg: "kilograms", lb: "pounds" } as const

/** Of each setting that a file may suggest: what it is about, and where the file's unit is. */
const SETTINGS = [
  ["strengthUnit", "loads", "loads"],
  ["bodyWeightUnit", "body weight", "bodyWeight"]
] as const

/** Offers to show loads and body weights in the file's units, if the person's are others. */
export const UnitOffer = ({ units, user }: Pick<Report, "units"> & { readonly user: User }) =>
  SETTINGS.map(([setting, what, of]) => {
    const unit = units[of]
    return unit === undefined || unit === user[setting] ? null : (
      <p>
        <label>
          <input type="checkbox" name={SHOW_FIELD} value={`${setting}-${unit}`} /> This file is in {NAMES[unit]}: show
          your {what} in {NAMES[unit]}?
        </label>
      </p>
    )
  })

/** The units that were chosen in such a form; empty if none was. */
export const unitsChosen = (given: string | ReadonlyArray<string> | undefined): Partial<User> => {
  const chosen = new Set([given ?? []].flat())
  return Object.fromEntries(
    SETTINGS.flatMap(([setting]) =>
      (["kg", "lb"] as const).flatMap((unit) => (chosen.has(`${setting}-${unit}`) ? [[setting, unit] as const] : []))
    )
  )
}
