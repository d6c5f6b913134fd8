import { type EverydayFood, isExcluding } from "../foods/vocabulary.ts"
import { type Stems, unusual, wayOf } from "./held.ts"
import type { Term } from "./query.ts"
import type { Text } from "./text.ts"

/** Whether the term is the word "without" or "no" itself: the terms after it are excluded. */
export const isWithout = ({ ways: [asked] }: Term) => asked?.length === 1 && isExcluding(asked[0]?.word ?? "")

/** How a query matches another name of a food. */
export interface Call {
  readonly how: "called" | "calledAndMore"
  /** How unusual the words are: 0 if the query uses the name's own words. */
  readonly otherwise: number
}

/** How the terms match one name of a food. `label` has the stems of its name and brand. */
const callBy = (name: ReadonlyArray<string>, terms: ReadonlyArray<Term>, label: Stems): Call | undefined => {
  for (const stem of name) if (!terms.some(({ stems }) => stems.has(stem))) return undefined
  const said: Array<string> = []
  let otherwise = 0
  let more = false
  for (const term of terms) {
    const way = term.ways.findIndex((way) => way.every(({ stem }) => name.includes(stem)))
    if (way >= 0) {
      otherwise += unusual(term, way)
      for (const { stem } of term.ways[way] ?? []) said.push(stem)
    } else if (wayOf(term, label) >= 0) {
      otherwise += unusual(term, wayOf(term, label))
      more = true
    } else return undefined
  }
  if (!name.every((stem) => said.includes(stem))) return undefined
  // Chocolate milk is not milk chocolate.
  const isInOrder = name.every((stem, index) => said[index] === stem)
  return { how: more ? "calledAndMore" : "called", otherwise: otherwise + (isInOrder ? 0 : 0.5) }
}

/** The call of the name that the terms match best. */
export const callOf = (names: EverydayFood["names"], terms: ReadonlyArray<Term>, label: Stems): Call | undefined => {
  let best: Call | undefined
  for (const name of names) {
    const call = callBy(name, terms, label)
    if (call === undefined) continue
    if (best === undefined || call.how < best.how || (call.how === best.how && call.otherwise < best.otherwise))
      best = call
  }
  return best
}

/** How the terms that a food has match its everyday names, or else those that its source lists. */
export const callOn = (
  { also, stems }: Text,
  everyday: EverydayFood | undefined,
  terms: ReadonlyArray<Term>,
  missing: ReadonlyArray<Term>
): { readonly call: Call | undefined; readonly isEveryday: boolean } => {
  if (everyday === undefined && also.length === 0) return { call: undefined, isEveryday: false }
  const having = terms.filter((term) => !(missing.includes(term) || term.excluded || isWithout(term)))
  const call = everyday && callOf(everyday.names, having, stems)
  if (call !== undefined) return { call, isEveryday: true }
  const listed = callOf(also, having, stems)
  return { call: listed?.how === "called" ? listed : undefined, isEveryday: false }
}
