/** Words that are capitalised anywhere in a name: places, peoples, persons, products and acronyms. */
const PROPER = `
  AA AR ARA BBQ BLT DHA KC TLC TV US USA USDA VPP
  Alaska Alaskan Native Navajo Hopi Apache Shoshone Bannock Indian Indians Southwest Southwestern Plains
  Africa African America American America's Asian Australia Australian Bavarian Belgian Bengal Bermuda Brazil Brazilnuts Brussels
  Cajun California Canada Canadian Caribbean Chinese Creole Cuban Danish Denmark Dutch England English Europe European Florida French
  Georgia German Greek Greenland Hawaii Hawaiian Hungarian Idaho Indonesian Irish Italian Japan Japanese Jewish Kansas Kentucky
  Korean Latino Lebanon Manhattan Mediterranean Mexican Mexico Michigan Moroccan Oregon Oriental Philadelphia Polish Polynesian
  Roman Russian Salvadoran Scotch Scottish Spanish Swedish Swiss Tahitian Texas Thai Turkish Vienna Vietnamese Virginia Welsh
  Wisconsin York Zealand Atlantic Pacific Boston Denver Thousand Island Dungeness Monterey Roquefort Neufchatel Worcestershire Dijon Concord
  Anjou Bartlett Bosc Fuji Gala Granny Smith Thompson Valencia Valencias Hass Medjool Zante
  Cabernet Franc Sauvignon Merlot Chardonnay Pinot Noir Gris Grigio Blanc Riesling Zinfandel Syrah Sangiovese Gewurztraminer Muscat
  Muller Thurgau Fume Chenin Burgundy Barbera Carignane Claret Gamay Lemberger Mouvedre Sirah Semillon
  Alfredo Angus Caesar Cornish Fordhook Hubbard Kaiser Lesuer Pekin Salisbury Stroganoff Wagyu Bibb Khorasan Kamut O'Brien
  Budweiser Crisco Sriracha Tabasco M&M's McChicken McDonald's McFlurry McGriddles McMuffin McNuggets
  E.L. Tso's Hain Hormel Spam SpaghettiOs PB PM Cheez-It Filet-O-Fish GoLean SmartPizza SunChips B.L.T. Ltd V8 Z's Z K20 K'
`

/** Words that stay in lower case in a product's name. */
const SMALL = "a an and as at by con de for from in of on or lb oz per than the to with without 'n' n' 'n n"

/**
 * Ways of preserving, preparing and selling food: a comma part that contains nothing else stays in lower case in a
 * product's name.
 */
const STATES = `
  added and bottled box baked boiled breading canned cereal condensed cooked dried dry fast food fortified fresh from frozen
  heated home-prepared hot large liquid candy made meat microwaved mix not only packets plain powder prepared raw ready-to-bake
  ready-to-drink ready-to-eat ready-to-feed ready-to-heat ready-to-serve concentrate recipe reconstituted refrigerated dough
  removed salt salted single skin small stove-top sweetened undiluted unheated unprepared unsalted unsweetened water with without
`

const listed = (words: string): ReadonlyArray<string> => words.trim().split(/\s+/)

const proper: ReadonlyMap<string, string> = new Map(listed(PROPER).map((word) => [word.toLowerCase(), word]))
const small: ReadonlySet<string> = new Set(listed(SMALL))
const states: ReadonlySet<string> = new Set(listed(STATES))

/** Whether a word is a name, capitalised anywhere. */
export const isProper = (word: string): boolean => proper.get(word.toLowerCase()) === word

const WORD = /[^\s,;()"]+/g

/** With a hyphen or slash, each part may be a name: `american/swiss`, `japanese-style`. */
const namedParts = (word: string): string => word.replace(/[^-/]+/g, (part) => proper.get(part) ?? part)

const plain = (word: string): string => proper.get(word) ?? namedParts(word)

const titled = (word: string): string =>
  proper.get(word) ??
  (small.has(word) ? word : namedParts(word).replace(/(^|[-/])('?[a-zé])/g, (start) => start.toUpperCase()))

const ofStates = (part: string): boolean => (part.match(WORD) ?? []).every((word) => states.has(word))

const VITAMINS = /\b(vitamins? )((?:[a-ek]\d*)(?:(?:, and |, | and )[a-ek]\d*)*)(?![\w'-])/gi

const finish = (name: string): string =>
  name
    .replace(
      VITAMINS,
      (_, vitamins: string, letters: string) =>
        vitamins + letters.replace(/\b[a-ek]\d*\b/g, (letter) => letter.toUpperCase())
    )
    .replace(/\b[nN]ew (?=Zealand|York|England|Mexico)/g, "New ")
    .replace(/^(["'(]?)([a-zé])/, (_, quote: string, letter: string) => quote + letter.toUpperCase())

/** Capitalises a lower-case name: like a sentence, or for a branded product like a title. */
export const withCapitals = (name: string, ofBrand: boolean): string =>
  finish(
    ofBrand
      ? name
          .split(/(, |; )/)
          .map((part) => (ofStates(part) ? part : part.replace(WORD, titled)))
          .join("")
      : name.replace(WORD, plain)
  )
