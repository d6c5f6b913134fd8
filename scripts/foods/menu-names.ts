/**
 * Names as on a menu, from descriptions of the USDA. A name begins with what a food is, and adds only what sets it apart from
 * the foods that would have the same name.
 */

/** A part of a description between commas, and why a name may do without it; absent if a name needs it. */
export interface Part {
  readonly text: string
  readonly kind?: string
}

export interface Described {
  readonly id: string
  /** Foods of the same source, and the same brand, are neighbours. */
  readonly among: string
  readonly parts: ReadonlyArray<Part>
}

/** Jargon that stays where foods differ by nothing else. */
const JARGON: ReadonlyArray<readonly [RegExp, string]> = [
  [/ or NFS\b/, ""],
  [/, NFS\b/, ", any kind"],
  [/\bNS as to (?=\w+ or )/, ""],
  [/\bNS as to /, "any "],
  [/\b(im)?mature seeds\b/, "$1mature"]
]

/** A name in words that people use. */
export const inPlainWords = (name: string): string =>
  JARGON.reduce((text, [said, put]) => text.replace(said, put), name)

const lower = (text: string): string => text.toLowerCase()

export const nameOf = (parts: ReadonlyArray<Part>): string => {
  const name = parts
    .map(({ text }) => text)
    .join(", ")
    .replace(/, (?=\()/g, " ")
    .replace(/\s+/g, " ")
    .replace(/^,\s*|,\s*$/g, "")
    .trim()
  return name.replace(/^["'(]?\p{Ll}/u, (start) => start.toUpperCase())
}

/** Parts of a text: between commas that are outside brackets. */
export const partsOf = (text: string): ReadonlyArray<string> =>
  text
    .split(/,(?![^(]*\))|(?= \([^)]*\)$)/)
    .map((part) => part.trim())
    .filter((part) => part !== "")

/** Kinds of parts that say that nobody knows more: of foods that differ only in these, one goes without. */
const UNSAID = "unsaid"

interface Food {
  readonly food: Described
  parts: ReadonlyArray<Part>
}

const without = (parts: ReadonlyArray<Part>, kind: string): ReadonlyArray<Part> => {
  const rest = parts.filter((part) => part.kind !== kind)
  return rest.length > 0 ? rest : parts
}

/** Leaves out a kind of parts wherever no neighbour differs by it. */
const leaveOut = (foods: ReadonlyArray<Food>, kind: string) => {
  const neighbours = Map.groupBy(foods, ({ food, parts }) => `${food.among} ${lower(nameOf(without(parts, kind)))}`)
  for (const group of neighbours.values()) {
    const having = group.filter(({ parts }) => parts.some((part) => part.kind === kind))
    const [only, ...others] = having
    if (
      only !== undefined &&
      others.length === 0 &&
      (group.length === 1 || (kind === UNSAID && having.length === group.length))
    )
      only.parts = without(only.parts, kind)
  }
}

/** Shorter words, for names that are too long. */
const SHORTER: ReadonlyArray<readonly [RegExp, string]> = [
  [/sweetened with low[- ]calorie sweetener|with low[- ]calorie sweetener/g, "with sweetener"],
  [/flavors (?:other than|not) chocolate|all flavors except chocolate/g, "not chocolate"],
  [/with(out)? added vitamin A and vitamin D/g, "with$1 vitamins A and D"],
  [/with(out)? added vitamin (\w)/g, "with$1 vitamin $2"],
  [/pasteurized process(?:ed)?/gi, "processed"],
  [/prepared with/g, "with"],
  [/not reconstituted/g, "dry"],
  [/, made with /g, ", with "],
  [/\b([Cc]hicken) or turkey\b/g, "$1/turkey"],
  [/\bNutritional shake\b/, "Shake"],
  [/^Baby Food, (?=Finger)/, ""],
  [/^(Baby food), (?:dinner|fruit|cereal|dessert), /i, "$1, "],
  [/^Infant Formula, /i, "Formula, "],
  [/ with Iron,/, ","],
  [/with equal volume /, "with "],
  [/with regular peanut butter, /, ""],
  [/and\/or high fiber/, "or high fiber"],
  [/salad dressing or mayonnaise/, "dressing"],
  [/(?<=light )mayonnaise-type salad dressing/, "mayo-type dressing"],
  [/sweetened with sodium saccharin/, "with saccharin"],
  [/kernels cut off cob/, "kernels"],
  [/meat other than pepperoni/, "other meat"],
  [/ containing less than /, ", under "],
  [/fortified with vitamin/, "with vitamin"],
  [/\binfant formula,/, "formula,"],
  [/\b(?:remaining|approximately|marble(?= score)|per 8 oz) ?/g, ""],
  [/(?<=and|&) added vegetables/, " vegetables"],
  [/steak\/roast/, "steak"],
  [/liquid concentrate/, "concentrate"],
  [/reduced[- ]sodium/g, "less sodium"],
  [/ and /g, " & "]
]

const STATE =
  /^(?:raw|cooked|roasted|braised|broiled|grilled|fried|baked|boiled|dry|canned|frozen|condensed|unprepared|prepared)$/

/** The beginning of parts that never say what a food is. */
const ASIDE = /^(?:with|without|no|from|in|on|for|made|prepared|regular|any|any kind|\(|canned|frozen|lean|all)\b/

/** A part in its shortest words, so that it is the same however a name puts it. */
const plainly = ({ text }: Part): string =>
  lower(SHORTER.reduce((words, [long, short]) => words.replace(long, short), ` ${text}`).trim())

/** Creates a test of whether a food's name still means that food alone if only these parts are left of it. */
const clearNames = (described: ReadonlyArray<Described>) => {
  const neighboursOf = ({ among, parts: [first] }: Described) => `${among} ${first === undefined ? "" : plainly(first)}`
  const neighbours = new Map(
    Map.groupBy(described, neighboursOf)
      .entries()
      .map(([key, foods]) => [key, foods.map(({ id, parts }) => ({ id, said: new Set(parts.map(plainly)) }))])
  )
  return (food: Described, left: ReadonlyArray<Part>): boolean => {
    const [all, said] = [food.parts, left].map((parts) => new Set(parts.map(plainly)))
    return (neighbours.get(neighboursOf(food)) ?? []).every(
      (other) => other.id === food.id || said?.isSubsetOf(other.said) === false || all?.isSubsetOf(other.said) === true
    )
  }
}

const shorten = (
  food: Food,
  longest: number,
  isFree: (parts: ReadonlyArray<Part>) => boolean,
  isClear: ReturnType<typeof clearNames>
) => {
  const isLong = () => nameOf(food.parts).length > longest
  for (const [long, short] of SHORTER) {
    if (!isLong()) return
    const name = nameOf(food.parts)
    const parts = partsOf(name.replace(long, short)).map((text) => ({ text }))
    if (nameOf(parts) !== name && isFree(parts)) food.parts = parts
  }
  // The last parts of a long name are the least telling, except for how the food is prepared, and the first two say what it is.
  for (let at = food.parts.length - 1; at > 0 && food.parts.length > 2 && isLong(); at--) {
    if (at === 1 && !ASIDE.test(food.parts[at]?.text ?? "")) break
    if (STATE.test(food.parts[at]?.text ?? "") || /^(?:and|or|&) /.test(food.parts[at + 1]?.text ?? "")) continue
    const parts = food.parts.toSpliced(at, 1)
    if (isFree(parts) && isClear(food.food, parts)) food.parts = parts
  }
}

/**
 * A unique name for each food. `kinds` are the kinds of parts that names can do without, the least telling first.
 * `longest` returns how long a food's name may be: a longer one loses further parts that can be left out, as long as no
 * other food has the name that remains.
 */
export const menuNames = (
  described: ReadonlyArray<Described>,
  kinds: ReadonlyArray<string>,
  longest: (id: string) => number
): ReadonlyMap<string, string> => {
  const foods = described.map((food): Food => ({ food, parts: food.parts }))
  for (const kind of kinds) leaveOut(foods, kind)
  const key = ({ food, parts }: Food, left = parts) => `${food.among} ${lower(nameOf(left))}`
  const isClear = clearNames(described)
  const counts = new Map<string, number>()
  for (const food of foods) counts.set(key(food), (counts.get(key(food)) ?? 0) + 1)
  for (const food of foods) {
    for (const kind of [UNSAID, ...kinds]) {
      const isLong = nameOf(food.parts).length > longest(food.food.id)
      if (!(kind === UNSAID || isLong)) continue
      const shorter = without(food.parts, kind)
      if ((counts.get(key(food, shorter)) ?? 0) > 0) continue
      counts.set(key(food), (counts.get(key(food)) ?? 1) - 1)
      food.parts = shorter
      counts.set(key(food), 1)
    }
    const before = key(food)
    shorten(food, longest(food.food.id), (parts) => (counts.get(key(food, parts)) ?? 0) === 0, isClear)
    if (key(food) !== before) {
      counts.set(before, (counts.get(before) ?? 1) - 1)
      counts.set(key(food), 1)
    }
  }
  return new Map(foods.map(({ food, parts }) => [food.id, nameOf(parts)]))
}
