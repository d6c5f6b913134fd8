import { oncePer } from "../../values/once.ts"
import { ascending, placeOf } from "../../values/text/ascending.ts"
import type { CatalogueFood } from "../foods/catalogue-food.ts"
import type { FoodsById, IndexedFood } from "../foods/store.memory.ts"
import { endingOf, mostCandidates } from "./candidates.ts"
import { holds, holdsAsAsked, holdsWhole, NAMING, type Term, type Word } from "./query.ts"
import type { FromCatalogue } from "./rank.ts"
import { type Corrections, correctionsIn, lookUp } from "./spelling.ts"

const plainFirst = (a: IndexedFood, b: IndexedFood) => a.searchRank - b.searchRank || ascending(a.food.id, b.food.id)

/** The catalogue's foods by word and by stem, plain ones first, and corrections by their words. */
interface Index {
  readonly byWord: ReadonlyMap<string, ReadonlyArray<IndexedFood>>
  readonly words: ReadonlyArray<string>
  readonly corrections: Corrections
}

const indexed = oncePer((foods: FoodsById): Index => {
  const byWord = new Map<string, Array<IndexedFood>>()
  const counts = new Map<string, number>()
  for (const food of [...foods.values()].sort(plainFirst)) {
    for (const word of food.spellings.words) counts.set(word, (counts.get(word) ?? 0) + 1)
    for (const word of new Set([...food.spellings.words, ...food.spellings.stems])) {
      const having = byWord.get(word)
      if (having === undefined) byWord.set(word, [food])
      else having.push(food)
    }
  }
  return { byWord, words: [...counts.keys()].sort(ascending), corrections: correctionsIn(() => counts) }
})

const beginning = (words: ReadonlyArray<string>, start: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (let place = placeOf(words, start); words[place]?.startsWith(start); place++) found.push(words[place] ?? "")
  return found
}

/** The only foods that can match the term: those with the first word of one of its variants. */
const havingOf = ({ byWord, words }: Index, { ways }: Term): ReadonlyArray<IndexedFood> => {
  const first = ways.flatMap(([first]) => first ?? [])
  const keys = first.flatMap(({ word, stem, open }: Word) => [stem, ...(open ? beginning(words, word) : [])])
  const foods = new Set(keys.flatMap((key) => byWord.get(key) ?? []))
  return keys.length === 1 ? [...foods] : [...foods].sort(plainFirst)
}

/** Indexes of the terms that a food must have, in query order. Empty if these terms cannot be searched. */
type Subset = ReadonlyArray<number>

/**
 * The subsets of terms to search for, level by level: first all terms, then one fewer on each level. Unknown terms are
 * dropped first, then those of the lowest weight. Among terms that name foods, any one may be the extra one
 * ("cauliflower rice"), so such a level has one subset without each. Of three or more, the last is never dropped,
 * because it is the kind of food ("ham and cheese omelette"). The search's SQL drops terms in the same way.
 */
const levelsOf = (
  terms: ReadonlyArray<Term>,
  isKnown: (index: number) => boolean
): ReadonlyArray<ReadonlyArray<Subset>> => {
  const weightOf = (index: number) => terms[index]?.weight ?? 0
  const all = terms.map((_, index) => index)
  const order = all.toSorted((a, b) => Number(isKnown(a)) - Number(isKnown(b)) || weightOf(a) - weightOf(b))
  const dropping = order.map((edge, level) => {
    const rest = order.slice(level)
    const droppable = rest.length > 2 ? rest.slice(0, -1) : rest
    const dropped = isKnown(edge) && weightOf(edge) >= NAMING ? droppable : [edge]
    return dropped.map((out) => {
      const kept = rest.filter((index) => index !== out)
      return kept.every(isKnown) && kept.some((index) => terms[index]?.telling === true) ? kept : []
    })
  })
  return [[all.every(isKnown) ? all : []], ...dropping]
}

/** The candidates of the catalogue in memory: the same as from the SQL function `search_catalogue`. */
export const candidatesIn = (
  foods: FoodsById,
  terms: ReadonlyArray<Term>,
  limit: number
): FromCatalogue<CatalogueFood> => {
  const index = indexed(foods)
  const having = oncePer((term: Term) => havingOf(index, term))
  const lookedFor = lookUp(terms, index.corrections, (term) =>
    having(term).some(({ spellings }) => holds(spellings, term))
  )
  const search = (subset: Subset, most: number): ReadonlyArray<IndexedFood> => {
    const kept = subset.flatMap((at) => lookedFor[at] ?? [])
    const [fewest = []] = kept.map(having).sort((a, b) => a.length - b.length)
    const found = new Set<IndexedFood>()
    for (const has of [holdsAsAsked, holdsWhole, holds]) {
      for (const food of fewest) {
        if (found.size >= most) break
        if (kept.every((term) => has(food.spellings, term))) found.add(food)
      }
    }
    return [...found]
  }
  const ending = endingOf(terms)
  const beginning = new RegExp(ending.beginning, "i")
  const ends = ({ food, searchRank }: IndexedFood) => (ending.everyday && searchRank < 0) || beginning.test(food.name)
  const dispensable = terms.filter(({ weight }, at) => lookedFor[at] === undefined || weight < NAMING).length
  const found: Array<ReadonlyArray<IndexedFood>> = []
  for (const [level, subsets] of levelsOf(terms, (at) => lookedFor[at] !== undefined).entries()) {
    if (found.length > 0 && level > dispensable) break
    const most = mostCandidates(limit) / (level === 0 ? 1 : 2)
    const ofLevel = subsets.flatMap((subset) => (subset.length === 0 ? [] : search(subset, most)))
    if (ofLevel.length > 0) found.push(ofLevel)
    if (ofLevel.some(ends)) break
  }
  return { lookedFor, foods: [...new Set(found.flat())].map(({ food }) => food) }
}
