/** @jsxImportSource hono/jsx */
import { number } from "../../../values/charts/format.ts"

/** Most characters on a line of a phone; on two with the amount, in smaller type; and in the smallest. */
const SHORT = 28
const LONG = 46
const LONGEST = 64

/** Longest amounts of a phone's row, in characters: one that has a line for itself, and those beside a name. */
const OWN_LINE = 26
const BESIDE = 13
const BESIDE_LONG = 6

/**
 * How a row with so many characters before its amount is laid out on a phone, so that it takes at most two lines. A name
 * that is over all of them is cut off until the row is opened.
 */
const classOf = (length: number): "long" | "long longer" | "over" | undefined =>
  length <= SHORT ? undefined : length <= LONG ? "long" : length <= LONGEST ? "long longer" : "over"

/** The class of a row with this name and nothing else before its amount. */
export const rowClass = (name: string) => classOf(name.length)

/**
 * An amount for a row: `1 piece (1/4 of 10" dia) (44 g)` is 1 piece (44 g). Beside a longer name, an amount of one that
 * is still long is its weight or volume. The opened row and its button have all of it.
 */
export const rowAmount = (amount: string, name: string): string => {
  const most = { long: BESIDE, "long longer": BESIDE_LONG, over: OWN_LINE, none: OWN_LINE }[rowClass(name) ?? "none"]
  if (amount.length <= most) return amount
  const brief = amount.replace(/ \([^()]*\)(?= \()/, "").replace(/^1 serving \((.+)\)$/, "$1")
  if (brief.length <= most || brief.includes("×")) return brief
  return /(?:\(|, )(\d[\d.,]* (?:g|ml))\)?$/.exec(brief)?.[1] ?? brief
}

/** What a food's row shows: its name, its brand, an amount and the kcal of that amount. */
export const FoodLine = ({
  name,
  brand,
  amount,
  kcal,
  unseen,
  isLately = false
}: {
  readonly name: string
  readonly brand?: string | undefined
  readonly amount: string
  /** Undefined if it is not known. */
  readonly kcal: number | undefined
  /** What a screen reader says before the name. */
  readonly unseen?: string
  /** Whether it was eaten lately, which a row says that has room for it. */
  readonly isLately?: boolean
}) => {
  const whole = brand === undefined ? name : `${name} ${brand}`
  const lately = "Eaten lately. "
  const hasRoom = rowClass(whole) === undefined || whole.length + lately.length <= LONGEST
  const isSaid = isLately && hasRoom
  const layout = rowClass(whole) === undefined ? undefined : classOf(whole.length + (isSaid ? lately.length : 0))
  return (
    <>
      <span class={layout}>
        {unseen === undefined ? null : <span class="unseen">{unseen} </span>}
        <strong>{name}</strong>
        {brand === undefined ? null : <span class="soft"> {brand}</span>}
      </span>{" "}
      <small>
        {isSaid ? lately : null}
        {rowAmount(amount, whole)}
      </small>{" "}
      <span>{kcal === undefined ? "" : `${number(kcal)} kcal`}</span>
    </>
  )
}
