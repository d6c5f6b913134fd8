import { oncePer } from "../../values/once.ts"
import { NAMING, type Term } from "./query.ts"

/**
 * How many catalogue foods a search with this limit ranks: the plainest of those that match. Half as many per subset if
 * terms are dropped.
 */
export const mostCandidates = (limit: number): 50 | 100 => (limit <= 20 ? 50 : 100)

/** Names of cuts begin with the kind of meat: "Beef t-bone steak", "Beef, short loin, t-bone steak". */
const MEATS = "(beef|pork|lamb|veal|game meat|chicken|turkey|fish|bison|deer)[, ](.*[ -])?"

/** Matches no name. */
const NEVER = "$.^"

const alternatives = (words: Iterable<string>) => [...new Set(words)].join("|")

/** Which foods end a search that could continue with fewer words. */
export interface Ending {
  /** A regular expression for their names. Empty if every food ends it. */
  readonly beginning: string
  /** Whether everyday foods end it. */
  readonly everyday: boolean
}

/**
 * A search continues without the words that describe the food until it finds a food whose name begins with what the
 * query names. If the query states an accompaniment, foods without it are always among the candidates: a granola bar
 * with milk is not granola with milk.
 */
export const endingOf = oncePer((terms: ReadonlyArray<Term>): Ending => {
  const naming = terms.filter(({ weight }) => weight >= NAMING)
  if (naming.length === terms.length || naming.length === 0) return { beginning: "", everyday: true }
  if (terms.some(({ accompanies }) => accompanies)) return { beginning: NEVER, everyday: false }
  const besides = terms.filter((term) => !naming.includes(term)).flatMap(({ ways: [asked = []] }) => asked)
  const described = alternatives(besides.map(({ stem }) => stem))
  const named = alternatives(naming.flatMap(({ stems }) => [...stems]))
  return { beginning: `^(${MEATS})?((${described})\\S*\\s+)*(${named})`, everyday: true }
})
