import { servingLabel } from "./servings.ts"
import type { Weight } from "./weights.ts"

/** A household measure of a food as people write it, with its weight in grams. */
export interface Measure {
  readonly label: string
  readonly grams: number
}

/** Most measures, including the serving; more would not help anybody to choose. */
const MOST_MEASURES = 6

/** Measures of yield and refuse, which matter in the kitchen and not on the plate. */
const OF_THE_KITCHEN = /yields?\b|refuse|as purchased|cubic inch|fluid ounce excluding/i

/** Amounts that are sold, stored or shared rather than eaten at once. */
const BULK =
  /\b(?:lb|quart|gallon|package|pkg|loaf|melon|stick|jar|bunch|head|bag|box|whole (?:pie|cake|pizza)|roast)\b|bag \(/i

const ONE_PIECE =
  /^(?:1|0\.5|2|3|4|5|6|8|10) (?!oz\b|cup|tbsp|tsp|fl oz|ml\b|g\b|lb\b|quart|can\b|container|small|large|extra|mini|jumbo|thin|NLEA|serving|slice thin|slice, (?:thin|very)|loaf)/i

const MEDIUM = /^1 (?!slice|strip|ring|spear|wedge|leaf|stalk|cup|sprig|mini|drink|melon)(?:[a-z]+,? )?medium\b/i

/**
 * The measure that a person means by "one", for each family of foods: the first family whose expression matches the
 * name applies, with the first of its measures that the food has.
 */
const FAMILIES: ReadonlyArray<readonly [foods: RegExp, ...measures: ReadonlyArray<RegExp>]> = [
  [/^Egg, /, /^1 large$/, /^1 egg/],
  [/^(?:Beer|Malt )/, /\bcan\b|bottle/, /^12 fl oz/],
  [/^Wine|^Rice wine/, /5 fl oz/, /glass/],
  [/^(?:Distilled spirits|Gin|Rum|Vodka|Whiskey|Liqueur|Creme de menthe)\b/, /jigger/],
  [
    /\bsoda$|^Cola|soda,|^Energy drink|^Ginger ale|^Tonic|^Club soda|^Root beer/,
    /12 fl oz/,
    /\bcan\b|bottle/,
    /8 fl oz/
  ],
  [/^Coffee, .*espresso/, /shot|2 fl oz/, /^1 fl oz/],
  [/^(?:Coffee|Tea), .*(?:brewed|prepared)/, /8 fl oz/, /mug|cup/, /6 fl oz/],
  [/^Water, /, /8 fl oz/, /bottle/],
  [/\bmilk shakes?\b/i, /^1 (?:container|shake)/],
  [
    /\b(?:juice|drink|lemonade|limeade|beverage|nectar|cocktail|soymilk|milk|horchata)\b(?!.*(?:powder|dry|concentrate|mix|chocolate|frozen|candy))/i,
    /^1 cup/,
    /^8 fl oz/,
    /bottle|carton|container/
  ],
  [
    /^Butter, |^Margarine|^Oil, |^Honey|^Syrup|^Jam|^Jell(?:y|ies)|^Marmalade|^Molasses|^Lard|^Mayonnaise|^Salad dressing|^Ketchup|^Catsup/,
    /^1 (?:tbsp|serving tbsp)/
  ],
  [
    /^Sugar, granulated|^Salt, |, ground$|^(?:Basil|Oregano|Thyme|Rosemary|Parsley|Paprika|Curry powder|Chili powder|Pepper, (?:black|white|red)|Turmeric|Cinnamon|Nutmeg|Garlic powder|Onion powder|Vanilla extract)/,
    /^1 tsp/
  ],
  [/^Cheese, (?:cream|cottage|ricotta|parmesan, (?:grated|shredded|dry))/, /^1 tbsp$/, /^0\.5 cup/, /^4 oz/, /^1 cup/],
  [/^Cheese, /, /^1 slice/, /^1 oz/],
  [/^(?:Cream, |Sour cream)/, /^1 tbsp/],
  [/^(?:Ice cream|Frozen yogurt|Sherbet)/, /^1 serving|1\/2 cup/, /^0\.5 cup/],
  [/^(?:Peanut butter|Almond butter|Sesame butter|Cashew butter)/, /^2 tbsp/, /^1 tbsp/],
  [
    /^(?:Almonds|Cashew|Walnuts|Pecans|Hazelnuts|Pistachio|Macadamia|Brazilnuts|Mixed nuts|Peanuts|Pine nuts|Chestnuts|Sunflower|Pumpkin and squash|Chia|Trail mix|Seeds)/,
    /^1 oz/
  ],
  [/^(?:Potato|Tortilla|Corn-based|Taro|Banana) chips|^Corn-based|^Pretzels, hard/, /^1 oz/],
  [/^Popcorn/, /^1 cup/, /^1 oz/],
  [
    /^(?:Dates|Figs|Prunes|Plums, dried|Apricots|Olives)/,
    /^1 (?:date|fig|prune|apricot|olive|large|medium)/,
    /^1 half/,
    /^1 /
  ],
  [/^Garlic, raw/, /clove/],
  [/^Lettuce|^Spinach, raw|^Kale, raw|^Cabbage|^Arugula/, /^1 cup/, /^0\.5 cup/],
  [/^Turkey|^Ground turkey|^Goose/, /^[34] oz/],
  [
    /^(?:Chicken|Duck)\b.*(?:breast|thigh|drumstick|wing|leg)/,
    /^(?:1|0\.5) (?:breast|thigh|drumstick|wing|leg|piece)/,
    /^[34] oz/
  ],
  [/^Pork, cured, bacon|^Bacon|^Canadian bacon|^Turkey bacon|^Salami|^Ham, |^Bologna/, /^1 slice/],
  [
    /^(?:Chicken|Turkey|Ground turkey|Duck|Beef|Pork|Lamb|Veal|Bison|Game|Salmon|Tuna|Cod|Haddock|Trout|Tilapia|Shrimp|Halibut|Mackerel)\b/,
    /^[34] oz/,
    /^1 (?:chop|fillet|patty|steak)/
  ],
  [/^(?:Tofu|Tempeh)/, /^0\.5 cup/, /^1 slice/, /^1 cup/],
  [/^(?:Bread|Pizza|Toast)/, /^1 (?:regular )?slice$/, /^1 slice/, /^1 pita, large|^1 piece/],
  [/^Pie, |^Cake, |^Cheesecake/, /^1 (?:piece|slice)/],
  [
    /^(?:Rice|Pasta|Spaghetti|Noodles|Quinoa|Couscous|Oatmeal|Barley|Bulgur|Lentils|Chickpeas|Beans|Peas|Soup)\b/,
    /^1 cup/,
    /^0\.5 cup/
  ]
]

/** Exceptions to the rule, by NDB number: the beginning of the label that a person means. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  // A cup of whole ones, not one berry.
  "09316": "1 cup, whole",
  "09302": "1 cup",
  "09050": "1 cup",
  // SR28's breast is a pair; one half of it is on a plate.
  "05062": "4 oz",
  "11124": "1 medium",
  "11960": "1 medium",
  "18069": "1 slice",
  "09037": "1 avocado",
  "09326": "1 wedge",
  "09266": "1 cup, chunks",
  // The food itself, not its share of a dish: a tortilla, not the enchilada's.
  "18363": "1 tortilla",
  "14400": "1 serving medium",
  // A bar of 100 g is for sharing.
  "19902": "1 oz",
  "19903": "1 oz",
  "19904": "1 oz",
  "19905": "1 oz"
}

const measuresOf = (weights: ReadonlyArray<Weight>): ReadonlyArray<Measure> => {
  const seen = new Set<string>()
  return weights.flatMap(({ amount, measure, grams }) => {
    const label = servingLabel(`${amount} ${measure}`).replace(/(?<!\.\d*)\b1 tablespoon\b/, "1 tbsp")
    if (seen.has(label)) return []
    seen.add(label)
    return [{ label, grams }]
  })
}

/** A medium piece lighter than this is not a serving, because nobody eats only one: a strawberry, a mushroom. */
const LEAST_PIECE = 20

/** Nor is one heavier than this, because several people share it: a melon, a head of cauliflower. */
const MOST_PIECE = 400

/** The measure that a person means by one serving of a food. */
const servingAmong = (ndb: string, name: string, measures: ReadonlyArray<Measure>): Measure | undefined => {
  const exception = EXCEPTIONS[ndb]
  const meant = exception === undefined ? undefined : measures.find(({ label }) => label.startsWith(exception))
  if (meant !== undefined) return meant
  const plain = measures.filter(({ label }) => !OF_THE_KITCHEN.test(label))
  const [, ...wanted] = FAMILIES.find(([foods]) => foods.test(name)) ?? [undefined]
  for (const measure of wanted) {
    const found = plain.find(({ label }) => measure.test(label) && !BULK.test(label))
    if (found !== undefined) return found
  }
  if (/^(?:09|11)/.test(ndb)) {
    const medium = plain.find(({ label, grams }) => MEDIUM.test(label) && grams >= LEAST_PIECE && grams <= MOST_PIECE)
    const whole = plain.find(
      ({ label, grams }) =>
        /^1 (?:fruit|[a-z]+)(?: \(|,? (?:whole|raw|without refuse)|$)/i.test(label) &&
        ONE_PIECE.test(label) &&
        !BULK.test(label) &&
        !/^1 (?:slice|strip|leaf|ring|spear|stalk|bulb|sprig)/.test(label) &&
        grams >= LEAST_PIECE &&
        grams <= MOST_PIECE
    )
    if (medium !== undefined || whole !== undefined) return medium ?? whole
    return plain.find(({ label }) => /^1 cup/.test(label)) ?? plain[0] ?? measures[0]
  }
  if (/^(?:18|21|25|19|28|36)/.test(ndb)) {
    const medium = plain.find(({ label }) => MEDIUM.test(label))
    const piece = plain.find(({ label }) => ONE_PIECE.test(label) && !BULK.test(label))
    if (medium !== undefined || piece !== undefined) return medium ?? piece
  }
  return plain.find(({ label }) => !BULK.test(label)) ?? plain[0] ?? measures[0]
}

/**
 * The measures of a food to show, at most six: first the one that a person means by a serving, then the others in
 * order.
 */
export const householdOf = (ndb: string, name: string, weights: ReadonlyArray<Weight>): ReadonlyArray<Measure> => {
  const measures = measuresOf(weights)
  const serving = servingAmong(ndb, name, measures)
  if (serving === undefined) return []
  const others = measures.filter((measure) => measure !== serving)
  const useful = [
    ...others.filter(({ label }) => !OF_THE_KITCHEN.test(label) && !BULK.test(label)),
    ...others.filter(({ label }) => !OF_THE_KITCHEN.test(label) && BULK.test(label))
  ].slice(0, MOST_MEASURES - 1)
  return [serving, ...others.filter((measure) => useful.includes(measure))]
}
