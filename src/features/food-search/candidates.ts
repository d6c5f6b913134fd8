import { oncePer } from "../../values/once.ts"
import { NAMING, type Term } from "./query.ts"

/**
 * How many catalogue foods a search with this limit ranks: the plainest of those that match. Half as many for each subset if
 * terms are dropped.
 */
export const mostCandidates = (limit: number): 50 | 100 => (limit <= 20 ? 50 : 100)

/** Names of cuts begin with the kind of meat: "Beef, short loin, t-bone steak". */
const MEATS = "(beef|pork|lamb|veal|game meat|chicken|turkey|fish|bison|deer),.*[ -]"

/** Matches no name. */
const NEVER = "$.^"

const alternatives = (words: Iterable<string>) => [...new Set(words)].join("|")

/** Which foods end a search, although it could go on with fewer words. */
export interface Ending {
  /** A regular expression for their names. Empty if every food does. */
  readonly beginning: string
  /** Whether everyday foods do. */
  readonly everyday: boolean
}

/**
 * A search goes on without the words that describe the food until it has a food whose name begins with what the query names. If
 * the query says what the food comes with, foods without that are always among the candidates: a granola bar with milk is no
 * granola with milk.
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
