import { type Described, type Part, partsOf } from "./menu-names.ts"

/** How menus put what SR28 says, applied in order. */
const PHRASES: ReadonlyArray<readonly [RegExp, string]> = [
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
  [/^Pork, fresh, /, "Pork, "],
  [/^Lamb, domestic, /, "Lamb, "],
  [/^Lamb, New Zealand, frozen, /, "Lamb, New Zealand, "],
  [/^Lamb, Australian, fresh, /, "Lamb, Australian, "],
  [/variety meats and by-products, /, ""],
  [/^Veal, /, "Veal, "],
  [/^Beef, ground, (\d+)% lean meat \/ (\d+)% fat/, "Ground beef, $2% fat"],
  [/^(Lamb|Bison|Chicken|Turkey), ground/, "Ground $1"],
  [/^Pork, ground/, "Ground pork"],
  [
    /^(Beef|Pork), (short loin|shoulder|chuck|loin|rib|round|plate), ([^,]*\b(?:steaks?|roast|chops?|ribs)\b[^,]*)/,
    "$1 $3, $2"
  ],
  [
    /^(Beef|Pork|Lamb|Veal), (brisket|flank|tenderloin|top sirloin|shank|foreshank|spareribs|belly|backribs)\b/,
    "$1 $2"
  ],
  [/prepared with equal volume water/, "prepared with water"],
  [/prepared from recipe/, "homemade"],
  [/home-prepared/, "homemade"],
  [/commercially prepared/, "commercial"],
  [/without salt added|no salt added/, "without salt"],
  [/greater than (\d)%/, "over $1%"],
  [/^(Potatoes), (baked|boiled|mashed|roasted|scalloped)\b/, "$2 $1"],
  [
    /^Cheese, (?!fondue|sauce|spread|product|food|pasteurized|parmesan, |cottage|cream|mozzarella,|.*,.*,.*,)([^,]+)/,
    "$1 cheese"
  ],
  [/^Cheese, (cottage|cream)\b/, "$1 cheese"],
  [/^Oil, (?!industrial)([^,]+)/, "$1 oil"],
  [
    /^Bread, (white|whole-wheat|rye|wheat|French|Italian|pita|naan|banana|multi-grain|raisin|oatmeal|pumpernickel|egg)\b/,
    "$1 bread"
  ],
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
export const standardParts = (description: string): Described["parts"] => {
  const phrased = PHRASES.reduce((text, [said, put]) => text.replace(said, put), description)
  return partsOf(phrased).flatMap(bracketed).map(partOf)
}
