import type { Named } from "../foods/label.ts"
import { everydayFoods } from "../foods/vocabulary.ts"
import { oncePer } from "../values/once.ts"
import { NAMING, type Term } from "./terms.ts"

/**
 * Which foods are what a question names, rather than dishes made with it: "Potatoes, baked" and "Fried potatoes" for "fried
 * potatoes with cheese", but not "Soup with fried potatoes".
 */
export interface Wanted {
  /** A regular expression for their names. Empty if every food is wanted, as every word of the question names one. */
  readonly beginning: string
  /** The everyday foods among them, by id; undefined for all everyday foods. */
  readonly everyday: ReadonlyArray<string> | undefined
}

/** Names of cuts begin with the kind of meat: "Beef, short loin, t-bone steak". */
const MEATS = "(beef|pork|lamb|veal|game meat|chicken|turkey|fish|bison|deer),.*[ -]"

/** Words that may stand before a food in its name: "Soft taco with beef", but not "Chicken and rice". */
const BEFORE = "((?!(and|or|of|in|on|with|without|n'|&) )[^,( ]+ ){1,3}"

/** The singular and plural of a stem. */
const inEitherNumber = (stem: string) => (stem.endsWith("i") ? `${stem.slice(0, -1)}(y|ies?|i)` : `${stem}(e?s)?`)

const alternatives = (words: Iterable<string>) => [...new Set(words)].join("|")

/** The everyday foods that have a name made of these terms alone, and of all of them. */
const calledBy = (terms: ReadonlyArray<Term>): ReadonlyArray<string> => {
  const isCalled = (name: ReadonlyArray<string>) =>
    name.every((stem) => terms.some(({ stems }) => stems.has(stem))) &&
    terms.every(({ ways }) => ways.some((way) => way.every(({ stem }) => name.includes(stem))))
  return [...everydayFoods()].flatMap(([id, { names }]) => (names.some(isCalled) ? [id] : []))
}

/**
 * What a question with these terms wants. If it says what the food comes with, the first part of a name must end with the
 * food ("Granola, homemade", not "Granola bar, with milk").
 */
export const wantedOf = oncePer((terms: ReadonlyArray<Term>): Wanted => {
  const naming = terms.filter(({ weight }) => weight >= NAMING)
  if (naming.length === terms.length || naming.length === 0) return { beginning: "", everyday: undefined }
  const stems = naming.flatMap(({ stems }) => [...stems])
  if (terms.some(({ accompanies }) => accompanies)) {
    const food = `(${alternatives(stems.map(inEitherNumber))})`
    return {
      beginning: `^(${MEATS})?(${food}( and .*)?|${BEFORE}${food})( (with|in|on) .*| ?[,(].*)?$`,
      everyday: calledBy(naming)
    }
  }
  const besides = terms.filter((term) => !naming.includes(term)).flatMap(({ ways: [asked = []] }) => asked)
  const described = alternatives(besides.map(({ stem }) => stem))
  return { beginning: `^(${MEATS})?((${described})\\S*\\s+)*(${alternatives(stems)})`, everyday: undefined }
})

/** Returns a test for foods that a question with these terms wants. */
export const isWantedBy = (terms: ReadonlyArray<Term>): ((food: Named) => boolean) => {
  const { beginning, everyday } = wantedOf(terms)
  if (beginning === "") return () => true
  const names = new RegExp(beginning, "i")
  const isEveryday = (id: string) => (everyday === undefined ? everydayFoods().has(id) : everyday.includes(id))
  return ({ id, name }) => isEveryday(id) || names.test(name)
}
