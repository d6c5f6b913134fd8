import { makeShared } from "../../values/text/copies.ts"
import { fold, stem, wordsOf } from "../../values/text/words.ts"
import { type Label, labelOf, rememberedByFood, type Stemmed } from "../foods/label.ts"
import { isJoining } from "../foods/vocabulary.ts"
import { stemsInOrder } from "./tokens.ts"

/** What ranking needs to know about a food's name and brand. */
export interface Text extends Label {
  /** The stems of name and brand in order, without joining words, and how many of them belong to the name. */
  readonly order: ReadonlyArray<string>
  readonly nameLength: number
  /** How many of them precede the first comma. */
  readonly headLength: number
  readonly heads: ReadonlyArray<Head>
  /** Whether the name says that the food is without something. */
  readonly excludes: boolean
  /** The stems of the description, with those of the brand, in order and without joining words. */
  readonly described: ReadonlyArray<string>
  /** The stems of each of its other names, in order, and of all of them. */
  readonly also: ReadonlyArray<ReadonlyArray<string>>
  readonly alsoStems: ReadonlySet<string>
  /** Name and description, each with the brand, folded. */
  readonly written: ReadonlyArray<string>
  /** Whether the name ends with a form in which nobody eats the food: "Pudding, rice, dry mix". */
  readonly isUnprepared: boolean
}

/** Words of such forms, and of questions that mean them. */
export const UNPREPARED: ReadonlySet<string> = new Set(
  ["dry", "mix", "powder", "unprepared", "condensed", "concentrate"].map(stem)
)

/** Names of cuts begin with the kind of meat: "Beef, short loin, t-bone steak". */
const MEATS: ReadonlySet<string> = new Set([
  "beef",
  "pork",
  "lamb",
  "veal",
  "game",
  "chicken",
  "turkey",
  "fish",
  "bison",
  "deer"
])

/** The kind of food that a name states. */
export interface Head {
  readonly stem: string
  /** The words before it. */
  readonly before: ReadonlyArray<string>
  /** The last word of the list that it begins: "chicken" in "Rice and chicken". */
  readonly listedWith: string | undefined
}

/**
 * The kind of food according to its name: the last word before a comma or a word such as "with"; for meats, in any part
 * of the name.
 */
const headsOf = (name: string): ReadonlyArray<Head> => {
  const parts = name.split(/[,()]/)
  // "Beef, noodles, and vegetables" lists what is in a dish.
  const isMeat = MEATS.has(stem(fold(parts[0] ?? ""))) && !name.includes(", and ")
  return (isMeat ? parts : parts.slice(0, 1)).flatMap((part) => {
    const words = part.trim().split(/\s+/).map(wordsOf)
    const joining = words.findIndex(([word = ""]) => isJoining(word))
    const before = joining < 0 ? words : words.slice(0, joining)
    const [head, ...others] = before.at(-1) ?? []
    if (head === undefined || others.length > 0) return []
    const listedWith = words[joining]?.[0] === "and" ? stem(words.at(-1)?.at(-1) ?? "") : undefined
    return [{ stem: stem(head), before: before.slice(0, -1).map((word) => word.map(stem).join(" ")), listedWith }]
  })
}

/** More than the foods that ship have. */
const MOST_WORDS = 50_000

/** One string for each word, so that the texts of thousands of foods fit into the processor's caches. */
const shared = makeShared(MOST_WORDS)

const sharing = <W extends Stemmed>(word: W): W => ({ ...word, word: shared(word.word), stem: shared(word.stem) })

const isUnprepared = ({ name }: Label): boolean => {
  const last = name.at(-1)?.part
  return last !== undefined && last > 0 && name.every(({ part, stem }) => part !== last || UNPREPARED.has(stem))
}

/** The text of a food, cached while its names stay the same. */
export const textOf = rememberedByFood(({ name, brandName, description, also }): Text => {
  const label = labelOf(name, brandName)
  const named = stemsInOrder(name)
  const ofBrand = brandName === null ? [] : stemsInOrder(brandName)
  const others = also == null ? [] : also.split("|").map((each) => stemsInOrder(each).map(shared))
  return {
    ...label,
    name: label.name.map(sharing),
    brand: label.brand.map(sharing),
    stems: label.stems.map(shared),
    order: [...named, ...ofBrand].map(shared),
    nameLength: named.length,
    headLength: stemsInOrder(name.split(/[,(]/, 1)[0] ?? "").length,
    heads: [name, ...(description == null ? [] : [description])].flatMap(headsOf),
    described: description == null ? [] : [...stemsInOrder(description), ...ofBrand].map(shared),
    also: others,
    alsoStems: new Set(others.flat()),
    written: [name, ...(description == null ? [] : [description])].map((each) =>
      fold(brandName === null ? each : `${each} ${brandName}`)
    ),
    excludes: label.name.some(({ excluded }) => excluded),
    isUnprepared: isUnprepared(label)
  }
})
