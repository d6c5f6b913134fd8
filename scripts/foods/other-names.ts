import { stemsInOrder } from "../../src/features/food-search/tokens.ts"

/** Entries that describe what a food includes rather than name it. */
const DESCRIBES =
  /^(?:NS\b|all\b|any\b|with\b|without\b|from\b|made\b|no\b|or\b|and\b|not\b|other\b|includ|plain\b|regular\b|flavou?red\b|unflavored|low fat|reduced|light$|lite$|fat free|sugar free|nonfat|unsweetened$|sweetened$|scooped|in a cup|scoop$|stick$|swirl|straight up|pre-|presliced|homemade$|restaurant|diet$|baked$|fried$|less or lower|\d+%?$|[\d-]+% fat)|NS as to|\bno added\b|with or without|added$/i

/** Names of products that people would take for other foods. */
const MISLEADING = /chedarella/i

/** More foods than this with the same entry, and it says what they have in common. */
const MOST_FOODS = 3

const MOST_WORDS = 5

const keyOf = (text: string): string => stemsInOrder(text).join(" ")

export interface OtherNames {
  readonly id: string
  readonly name: string
  readonly description: string
  /** Entries separated by semicolons. */
  readonly also: string
}

/**
 * Other names of each food by id, from what FNDDS lists beside its description. Entries that describe the food, that
 * several foods share, or that are the name of another food are left out: broccoli is no name of rice with broccoli.
 */
export const otherNames = (
  foods: ReadonlyArray<OtherNames>,
  names: ReadonlyArray<string>
): ReadonlyMap<string, ReadonlyArray<string>> => {
  const heads = new Set(names.flatMap((name) => [keyOf(name), keyOf(name.split(/,| \(| with /, 1)[0] ?? "")]))
  const entriesOf = ({ also }: OtherNames) =>
    [...new Set(also.split(/;/).map((entry) => entry.replace(/, NFS$|^"|"$/g, "").trim()))].filter(
      (entry) =>
        entry !== "" && !DESCRIBES.test(entry) && !MISLEADING.test(entry) && stemsInOrder(entry).length <= MOST_WORDS
    )
  const counts = new Map<string, number>()
  for (const food of foods)
    for (const entry of entriesOf(food)) counts.set(keyOf(entry), (counts.get(keyOf(entry)) ?? 0) + 1)
  return new Map(
    foods.map((food) => [
      food.id,
      entriesOf(food).filter((entry) => {
        const key = keyOf(entry)
        return key !== "" && (counts.get(key) ?? 0) <= MOST_FOODS && !heads.has(key)
      })
    ])
  )
}
