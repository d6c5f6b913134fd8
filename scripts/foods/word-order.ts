import { isProper } from "./casing.ts"
import type { Described, Part } from "./menu-names.ts"

/**
 * The word order of menus: "Pie, cherry" is cherry pie, "Lamb, leg, whole" is lamb leg, whole. How a food is prepared, and
 * what comes with it, stays behind a comma.
 */

const listed = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))

/** How a food is prepared, kept, sold and cut: words of parts that stay behind. */
const STATES = listed(`
  raw cooked uncooked roasted oil dry-roasted oil-roasted braised broiled grilled fried stir-fried pan-fried pan-broiled baked boiled stewed
  steamed simmered sauteed microwaved toasted untoasted poached scrambled blanched parboiled precooked pre-cooked dry dried
  sun-dried freeze-dried dehydrated canned frozen condensed unprepared prepared fresh heated unheated reheated drained undrained
  refrigerated chilled bottled powder powdered liquid concentrate reconstituted diluted undiluted pickled smoked cured salted
  unsalted sweetened unsweetened presweetened enriched unenriched fortified unfortified bleached unbleached plain chopped sliced
  diced mashed grated shredded whole peeled unpeeled halves pieces slices cubes cubed strips rings kernels crumbles spears cuts
  homemade commercial restaurant lunch school cafeteria fast food box mix medium large small mini jumbo giant light lite
  lightly regular decaffeinated diet immature mature ripe unripe unroasted shelled unshelled hulled whipped beaten melted
  crushed coarse fluid bone-in boneless skinless all any assorted imported domestic choice select prime seasoned unseasoned
  thin thick crust original traditional brewed generic other composite flesh skin peel seedless pitted packed strained junior
  coated breaded battered popped soaked sprouted cultured average unspecified quick single double triple bar stick crude
  industrial farmed ready or and nonfat topping topped meatless loaf extra lean active fully wafers scooped prepackaged straight
`)

/** Parts with these words say more than a kind: "made with butter", "fat free", "2% fat". */
const SAYS_MORE =
  /\b(?:with|without|in|from|for|on|of|to|as|at|by|than|only|not|no|made|including|excluding|having|per|prepared|added|fat|calorie|calories|sodium|sugar|caffeine|carbonated|lactose|protein|fiber|reduced|less|low|lowfat|lower|high|free|NFS|NS|contains?|served|eaten|varieties|brands?|flavors|ready-to\S*|pre-\S+|USDA|Alaska|Indians?|Plains|restaurant|unspecified|lean|cuts?|styles?|based?|crust|drink|pack|baby|toddlers?|stage|eating|packets?|entree|meal|dough|dietary|uses?|topping|includes|unenriched|enriched|original|any|all|various|assorted|beverage|(?:nonfat|whole|skim|low-fat) milk)\b|^\(|[\d%"/;]/i

/** Parts of plants and animals, whose names follow: "Taro, leaves" is taro leaves. */
const FOLLOWING =
  /^(?:(?:young|leafy|fresh|flower) )?(?:leaves|tips|tops|greens|roots?|shoots|stalks|stems|sections|flowers|clusters|pods|sprouts|rolls|pieces|cakes|paste|bulb|soda|liver|roe|eggs|head)$/

/** What is a food by itself: "Cookies, ladyfingers" are ladyfingers. */
const BY_ITSELF =
  /\b(?:brownies?|crackers?|saltines|matzo|crispbread|toast|ladyfingers|gingersnaps|macaroons?|(?:sugar|vanilla|chocolate) wafers|bars|cornbread|chapati or roti|salsa|mayonnaise|fries|salami|bologna|flan|mousse|crisp|agar|tallow|danish|shortcake|gingerbread|fruitcake|cheesecake|cupcakes|napoleon|pie|cottage cheese|cheese fondue|fondue|kimchi|flaxseed|hemp seed|biscotti|fig bars|guacamole)$/i

const EGG = /^(?:white|yolk)\b/

/** Kinds of food whose name adds nothing to that of such a food. */
const COLLECTIVE =
  /^(?:Cookies?|Crackers?|Cake|Potatoes|Sauce|Salad dressing|Bread|Dessert|Fat|Cheese|Candy|Seeds|Cabbage|Milk|Sausage)$/

/** Cuts and organs, whose names follow the animal's. */
const CUTS = listed(`
  arm back backribs belly blade bone bottom brain brains breast brisket butt cap center cheek chop chops chuck clod
  country-style crosscuts cutlet drumstick ears eye feet fillet flank flat foreshank foresaddle gizzard ground half ham head heart
  hind hindshank inside jowl kidney kidneys knuckle leg legs light dark liver loin loins lungs marrow meat mechanically neck outside
  pancreas picnic plate porterhouse quarter rack rib ribs ribeye roast round rump shank shoulder shoulders side sirloin skirt
  small large end spareribs spleen steak steaks strip tail tenderloin tendon thigh thymus tip tips tongue top tri-tip trotters
  tripe wing wings petite pot roll striploin saddle cube eyes separable stomach giblets oyster fan full drum drums filet hock hocks middle intestine stew patties
`)

/** Kinds of animals, and where they are from. */
const ANIMALS = listed(
  "new zealand australian wagyu deli stewing broiler roasting ground beluga bowhead bearded ringed black polar water free range wild domestic young duckling meatless imported sitka steller minced rotisserie"
)

/** Names of animals with cuts; "Beef stew" has none. */
const MEAT =
  /^(?:[A-Za-z ]* )?(?:beef|pork|lamb|veal|chicken|turkey|duck|goose|pheasant|quail|squab|guinea hen|bison|buffalo|deer|venison|elk|moose|caribou|goat|sheep|boar|bear|ham|beefalo|beaver|muskrat|opossum|raccoon|rabbit|squirrel|horse|antelope|ostrich|emu|walrus|whale|seal|sea lion|turtle|frog|salmon nuggets|poultry)\b/i

const wordsOf = (text: string): ReadonlyArray<string> => text.split(/\s+/)

/** A text that follows another word, in lower case unless it begins with a name. */
const lowered = (text: string): string => {
  const [first = ""] = wordsOf(text)
  return isProper(first) || /^[\W\d]|^\p{Lu}{2}|^\p{Lu}\p{Ll}*['’]?\p{Lu}|^\p{Lu}-/u.test(first)
    ? text
    : text.charAt(0).toLowerCase() + text.slice(1)
}

/** A text before and in its last brackets. */
const unbracketed = (text: string): readonly [before: string, inside: string] => {
  const [, before = text, inside = ""] = /^(.+?)( \([^)]*\))$/.exec(text) ?? []
  return [before, inside]
}

const isMeat = (head: string): boolean => MEAT.test(head)

const isOf = (words: ReadonlySet<string>, text: string): boolean =>
  text
    .toLowerCase()
    .split(/[\s/]+/)
    .every((word) => words.has(word))

/** Whether the part says which kind of food it is. */
const isKind = (head: string, part: string): boolean => {
  if (isMeat(head)) return isOf(ANIMALS, part)
  return !SAYS_MORE.test(part) && !/^(?:and|or)\b/.test(part) && !isOf(STATES, part)
}

const stemOf = (word: string): string => word.toLowerCase().replace(/s$/, "").replace(/e$/, "")

/** Where a kind of food is from comes first: "Japanese soba noodles". */
const NATION = /^(?:Japanese|Chinese|Italian|Mexican|Polish|European|Hungarian)\b/

const joined = (head: string, part: string): string => {
  const [of, note] = unbracketed(part)
  const [food, explained] = unbracketed(head)
  const notes = `${explained}${note}`
  const last = stemOf(wordsOf(of).at(-1) ?? "")
  if (COLLECTIVE.test(food) && BY_ITSELF.test(of)) return of + notes
  const words = wordsOf(lowered(food))
  const shared = wordsOf(of).length > 1 ? words.findIndex((word) => stemOf(word) === last) : -1
  if (NATION.test(words[0] ?? "") && words.length > 1 && !NATION.test(of))
    return `${[words[0], lowered(of), ...words.slice(1)].join(" ")}${notes}`
  const [before, after] = shared < 0 ? [[], words] : [words.slice(0, shared), words.slice(shared + 1)]
  return `${[...before, of, ...after].join(" ")}${notes}`
}

/** Whether the name of a piece of meat names the cut. */
const hasCut = (food: string): boolean =>
  wordsOf(food.toLowerCase())
    .slice(1)
    .some((word) => CUTS.has(word))

/** The head of a name with what follows it, if the part is of that form. */
const withPart = (head: string, part: string): string | undefined => {
  const [of, note] = unbracketed(part)
  const [food, explained] = unbracketed(head)
  if (isMeat(food) ? isOf(CUTS, of) && !hasCut(food) : FOLLOWING.test(of) || (food === "Egg" && EGG.test(of)))
    return `${food} ${of}${explained}${note}`
  return isKind(food, of) ? joined(head, part) : undefined
}

const SANDWICH = /\bsandwich\b/

/** Foods whose description is a list or an alternative have no single word that a kind could precede. */
const isSimple = (head: string): boolean =>
  !/\b(?:with|without|and|in|on|of|from|topped|baby food|toddler|queso|omelet|jai|formulated|school|USDA|white cheese|Mexican cheese|corn-based|jams|pate|margarine-like)\b|&|,/i.test(
    head
  )

/** More would be no name any more: "Fruit Greek yogurt", "Shelf stable pesto sauce". */
const MOST_JOINED = 2

/** Oils, fats and flours have lists of uses after their kind. */
const mostJoined = (head: string): number => (/\b(?:oil|shortening|flour|cornmeal)$/i.test(head) ? 1 : MOST_JOINED)

/** Kinds of parts that names can do without, and that may stand between a food and its kind. */
const TRANSPARENT: ReadonlySet<string> = new Set([
  "unsaid",
  "general",
  "ready",
  "bracket",
  "seeds",
  "flour",
  "vitamins"
])

/** Parts behind which the kind may stand. */
const STEPPED_OVER = listed("raw scooped prepackaged")

/** Parts of names that list what a dish is made of. */
const LISTED = /^(?:and|or)\b|\bbreakfast biscuit\b|^no dressing$/

/** The meats of a sausage or loaf. */
const MEATS_OF = /^(?:(?:beef|pork|chicken|turkey|veal|ham)(?: and |$))+$/

/** The parts of a name in the order of menus. */
export const inMenuOrder = (parts: Described["parts"]): Described["parts"] => {
  const [first, ...rest] = parts
  if (first === undefined || !isSimple(first.text)) return parts
  const ending = rest.findIndex(({ text }) => LISTED.test(text))
  if (ending >= 0 && !rest.slice(0, ending).some(({ text }) => /^with\b/.test(text))) return parts
  if (!/cookie|cracker|ice cream/i.test(first.text) && rest.some(({ text }) => SANDWICH.test(text))) return parts
  if (rest.filter(({ text }) => MEATS_OF.test(text)).length > 1) return parts
  let head = first.text
  const left: Array<Part> = [...rest]
  for (let count = 0; count < mostJoined(first.text); count++) {
    const at = left.findIndex(({ kind }) => kind === undefined || !TRANSPARENT.has(kind))
    const place = STEPPED_OVER.has(left[at]?.text ?? "") ? at + 1 : at
    const next = left[place]
    if (next === undefined || !(next.kind === undefined || next.kind === "primal")) break
    const longer = count > 0 && /\b(?:and|or)\b|&/.test(next.text) ? undefined : withPart(head, next.text)
    if (longer === undefined) break
    head = longer
    left.splice(place, 1)
  }
  return [{ ...first, text: head }, ...left]
}
