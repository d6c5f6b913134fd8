import { type Described, type Part, partsOf } from "./menu-names.ts"
import { inMenuOrder } from "./word-order.ts"

/** How menus put what SR28 says, applied in order. */
const PHRASES: ReadonlyArray<readonly [RegExp, string | ((...matched: ReadonlyArray<string>) => string)]> = [
  [/\bbroilers?(?: or |\/)fryers, /i, ""],
  [/^(Chicken|Turkey), (?:dark meat, |light meat, )?(breast|thigh|drumstick|wing|leg|back|neck)\b/, "$1 $2"],
  [/skinless, boneless, meat only/, "skinless"],
  [/meat only/, "without skin"],
  [/meat and skin (?:and|with) breading/, "with skin and breading"],
  [/meat and skin/, "with skin"],
  [
    /cooked, (?=roast|brais|broil|grill|stew|boil|bak|fried|pan-|simmer|steam|microwav|rotisserie|scrambled|poached|omelet|hard|breaded|fast|sauteed)/,
    ""
  ],
  [/lean only/, "lean"],
  [/trimmed to (\d(?:\/\d)?" fat)/, "$1"],
  [/^Pork, (?:cured, |fresh, )?ham\b/, "Ham"],
  [/^Pork, (?:cured, )?bacon\b/, "Bacon"],
  [/^Pork, (?:fresh|cured), /, "Pork, "],
  [/^Lamb, domestic, /, "Lamb, "],
  [/^Lamb, New Zealand, frozen, /, "Lamb, New Zealand, "],
  [/^Lamb, Australian, fresh, /, "Lamb, Australian, "],
  [/variety meats and by-products, /, ""],
  [/^Beef, ground, (\d+)% lean meat \/ (\d+)% fat/, "Ground beef, $2% fat"],
  [
    /^(?:Pork, fresh|Game meat, (\w+)|(\w+)), ground\b/,
    (_, ...kinds) => `Ground ${(kinds[0] ?? kinds[1] ?? "pork").toLowerCase()}`
  ],
  [/^Beef, (chuck|round|loin), (clod|knuckle|outside round), ([^,(]+), (steak|roast)\b/, "Beef $3 $4, $2, $1"],
  [/^Beef, (chuck|round|loin|rib), ([^,(]+), (steak|roast)\b/, "Beef $2 $3, $1"],
  [/\b(rack|flank), (roast|steak)\b/, "$1 $2"],
  [/^Corn-based, extruded, (chips|cones|puffs or twists)/, "Extruded corn $1"],
  [/^Corn-based, extruded, /, "Extruded corn snack, "],
  [/^Formulated, wheat-based/, "Formulated wheat-based nuts"],
  [/^Yogurt, frozen\b/, "Frozen yogurt"],
  [/^Cheese (product|food|spread), pasteurized process, ([^,]+)/, "Processed $2 cheese $1"],
  [
    /^(Beef|Pork), (short loin|shoulder|chuck|loin|rib|round|plate), ([^,(]*\b(?:steaks?|roast|chops?|ribs)\b[^,]*)/,
    "$1 $3, $2"
  ],
  [
    /^(Beef|Pork), (loin|round), ((?:center |top |eye of |bottom |outside |tip )?(?:tenderloin|loin|rib|sirloin|round|tri-tip|blade|backribs)\b(?! half| end))/,
    "$1 $3, $2"
  ],
  [
    /^(Beef|Pork|Lamb|Veal), (brisket|flank|tenderloin|top sirloin|shank|foreshank|spareribs|belly|backribs)\b/,
    "$1 $2"
  ],
  [/^Chicken, broilers?, rotisserie/, "Chicken, rotisserie"],
  [/^Beef, Australian, wagyu/i, "Australian wagyu beef"],
  [/^Side dishes, /, ""],
  [/^Pizza chain, 14" pizza, (.*) topping, (.*?)(?:, fast food)?$/, '$1 pizza, 14", $2, chain'],
  [/, (cheese|meat|sausage|pepperoni|meat and vegetable) topping\b/, ", $1"],
  [/^Frozen novelties, ice type, (lime|pineapple[^,]*|fruit|Italian)/, "$1 ice"],
  [/^Frozen novelties, ice type, pop/, "Ice pop"],
  [/^Cream, fluid, half and half/, "Half and half"],
  [/prepared with equal volume water/, "prepared with water"],
  [/prepared from recipe/, "homemade"],
  [/home-prepared/, "homemade"],
  [/commercially prepared/, "commercial"],
  [/without salt added|no salt added/, "without salt"],
  [/greater than (\d)%/, "over $1%"],
  [/^Potatoes, (baked|boiled|mashed|roasted|scalloped|microwaved)(?:, cooked)?\b/, "$1 potatoes"],
  [/^Beans, (baked|refried)\b/, "$1 beans"],
  [/^Squash, summer, zucchini/, "Zucchini"],
  [/^Squash, (?:winter|summer), (?!all)([^,]+)/, "$1 squash"],
  [/^Wine, table, (red|white)\b/, "$1 wine"],
  [/^Milk, (?:canned, )?(evaporated|condensed|dry)\b/, "$1 milk"],
  [/^Salad dressing, (?:home recipe, )?([^,]* dressing)/, "$1"],
  [/^Salad dressing, (?!mayonnaise(?!-type)|home|coleslaw|low|reduced|fat)([^,(]+)/, "$1 dressing"],
  [/^Salad dressing, (?=mayonnaise(?!-type)|coleslaw)/, ""],
  [/^Cheese, pasteurized process, ([^,]+)/, "Processed $1 cheese"],
  [/^Syrups?, table blends, (pancake)/, "$1 syrup"],
  [/^Submarine sandwich, ([^,]+?) on (?=white bread)/, "$1 sub on "],
  [/^School lunch, (.*)/, "$1, school lunch"],
  [/^USDA commodity,? (?!food|bakery)(.*)/, "$1, USDA commodity"],
  [/^Frozen novelties, juice type, orange/, "Orange juice bar, frozen"],
  [/^Frozen novelties, (?:ice|juice|ice cream) type, /, ""],
  [/dry mix, (instant|regular), prepared with/, "$1, with"],
  [
    /^((?:Fudge|Taffy|Toffee|Truffles|Nougat|Praline|Divinity|Fondant|Caramels|Marshmallows|Gumdrops|Jellybeans)\b.*), candy$/i,
    "$1"
  ],
  [/^([^,]+)(, .*)?, ((?:hot )?cereal)$/, "$1 $3$2"],
  [/^(\p{Lu}\p{Ll}*(?: \p{Ll}[^,]*)?)(, .*)?, candy$/u, "$1 candy$2"],
  [/^Tomatoes, red, ripe, /, "Tomatoes, "],
  [/^Wine, rose\b/, "Rosé wine"],
  [
    /^Cheese, (?!fondue|sauce|spread|product|food|pasteurized|parmesan, |cottage|cream|mozzarella,|.*,.*,.*,)([^,]+)/,
    "$1 cheese"
  ],
  [/^Cheese, (cottage|cream)\b/, "$1 cheese"],
  [/^Oil, (?!industrial)([^,]+)/, "$1 oil"],
  [
    /^Bread, (French or Vienna|white|whole-wheat|rye|wheat|French|Italian|pita|naan|banana|multi-grain|raisin|oatmeal|pumpernickel|egg)(?=,|$)/,
    "$1 bread"
  ],
  [/^Chayote, fruit/, "Chayote"],
  [/^Oranges, raw, navels/, "Navel oranges, raw"],
  [/^Shortening frying/, "Frying shortening"],
  [/^Rice, (white|brown)\b/, "$1 rice"],
  [/^Soup, ([^,]+)(?<! soup)(?=,)/i, "$1 soup"],
  [/^Soup, (?=.* soup,)/i, ""],
  [/^(chowder|stock|bouillon) soup/, "$1"]
]

/** Parts that names can do without, by kind. A part in brackets explains the one before it. */
const KINDS: ReadonlyArray<readonly [kind: string, part: RegExp]> = [
  ["bracket", /^\(.*\)$/],
  [
    "general",
    /^(?:all (?:commercial )?varieties|all classes|all types|all areas|mixed species|year round average|retail parts|from whole bird|composite of retail cuts|not specified|industrial|commercial|fluid|single brand|domesticated|cured|generic|all)$/
  ],
  [
    "vitamins",
    /^(?:with(?:out)? added (?:vitamin|calcium|nutrients).*|fortified.*|with (?:ARA and DHA|Iron)|vitamins? .*|high vitamin C|with calcium propionate.*|prepared with calcium sulfate.*)$/i
  ],
  ["flour", /^(?:enriched|unenriched|bleached|not fortified)$/],
  ["seeds", /^(?:mature seeds|immature seeds)$/],
  ["liquid", /^(?:drained|drained solids|solids and liquids|drained solids with bone|solids with bone and liquid)$/],
  ["salt", /^(?:with(?:out)? salt|salt(?: not)? added in processing|unsalted|with added solution)$/],
  ["heat", /^(?:dry heat|moist heat)$/],
  ["ready", /^(?:ready-to-serve|ready-to-eat|ready-to-feed|ready-to-drink|refrigerated)$/],
  ["note", /^(?:America's beef roast|Denver cut|grass-fed|lip-on|lip off|raw material|.*previously frozen.*)$/],
  ["primal", /^(?:chuck|round|loin|rib|short loin|plate|bottom sirloin butt|shoulder clod|shoulder)$/],
  ["bone", /^(?:boneless|bone-in)$/],
  ["grade", /^(?:all grades|choice|select|prime)$/],
  ["trim", /^\d(?:\/\d)?" fat$/],
  ["lean", /^(?:lean and fat|lean)$/]
]

/** The kinds, the least telling first. */
export const SR28_KINDS: ReadonlyArray<string> = KINDS.map(([kind]) => kind)

/** The parts of a name before and in brackets: `Artichokes`, `(globe or French)`. */
const bracketed = (part: string): ReadonlyArray<string> => {
  const [, before = part, inside] = /^(.+?) (\([^)]*\))$/.exec(part) ?? []
  return inside === undefined ? [part] : [before, inside]
}

const partOf = (text: string, place: number): Part => {
  const [kind] = place === 0 ? [] : (KINDS.find(([, part]) => part.test(text)) ?? [])
  return kind === undefined ? { text } : { text, kind }
}

/** The parts of a food's name on a menu, from its description in SR28 with abbreviations written out. */
export const standardParts = (description: string, isBranded = false): Described["parts"] => {
  const phrased = PHRASES.reduce(
    (text, [said, put]) => (put instanceof Function ? text.replace(said, put) : text.replace(said, put)),
    description
  )
  const parts = partsOf(phrased).flatMap(bracketed).map(partOf)
  return isBranded ? parts : inMenuOrder(parts)
}
