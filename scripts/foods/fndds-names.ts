import { type Described, type Part, partsOf } from "./menu-names.ts"
import { inMenuOrder } from "./word-order.ts"

/** How menus put what FNDDS says, applied in order. */
const PHRASES: ReadonlyArray<readonly [RegExp, string | ((...matched: ReadonlyArray<string>) => string)]> = [
  [/\s+/g, " "],
  [/ ,/g, ","],
  [/,$/, ""],
  [/\bdark- ?green/gi, "dark green"],
  [/\bBluberries\b/, "Blueberries"],
  [/\bWater Chesnut\b/, "Water chestnuts"],
  [/Coffee creamer,powder/, "Coffee creamer, powder"],
  [/^Dried, fruit/, "Dried fruit"],
  [/^Turkey light/, "Turkey, light"],
  [/^Sushi roll tuna/, "Sushi roll, tuna"],
  // Meat, poultry, fish.
  [/NS as to part and cooking method/, "NS as to part"],
  [/, baked, broiled, or roasted with marinade/, ", marinated and roasted"],
  [/, baked, broiled, or roasted/, ", roasted"],
  [/, baked or broiled/, ", baked"],
  [/ grilled without sauce/, " grilled"],
  [/^Chicken leg, drumstick and thigh/, "Chicken leg"],
  [/, fried, coated\b/, ", fried"],
  [/, (baked|fried), coated|, coated, (baked|fried)/, ", breaded, $1$2"],
  [/, baked, coated/, ", breaded, baked"],
  [/prepared skinless, coating eaten/, "skinless"],
  [/skin (?:\/ coating )?not eaten/, "without skin"],
  [/skin (?:\/ coating )?eaten/, "with skin"],
  [/peel not eaten/, "without peel"],
  [/peel eaten/, "with peel"],
  [/lean and fat eaten/, "lean and fat"],
  [/lean only eaten/, "lean only"],
  [/^Chicken "wings"/, "Chicken wings"],
  [/^Beef, ground/, "Ground beef"],
  [/^(Pork|Lamb|Turkey|Chicken|Veal|Ham), ground/, "Ground $1"],
  [/^Beef, (roast|pot roast)\b/, "Beef $1"],
  [/^Beef, shortribs/, "Beef short ribs"],
  [/^Beef, corned/, "Corned beef"],
  [
    /^Beef, steak, (?:NFS|country fried)/,
    (start: string) => (start.endsWith("NFS") ? "Beef steak, NFS" : "Country fried steak")
  ],
  [/^Beef, steak, (T-bone|chuck|cube|flank|ribeye|round|sirloin|strip|tenderloin)/, "Beef $1 steak"],
  [
    /^(Beef|Pork|Lamb|Veal|Venison), (bacon|brisket|chop|steak|stew meat|tenderloin|ribs|roast|belly|ham hocks|carnitas|jerky|oxtails|neck bones|cracklings)\b/,
    "$1 $2"
  ],
  [/^Fish, NS as to type, /, "Fish, "],
  [/^Fish, stick/, "Fish sticks"],
  [/^Fish, salmon cake or patty/, "Salmon cake or patty"],
  [/^(Fish|Crab), cake/, "$1 cake"],
  [/^Fish, (?!NFS|raw|baked|breaded|fried|steamed|canned|smoked|pickled|white|timbale|noodles|tofu)(?=\w)/, ""],
  [/^Fish, white, mixed species/, "White fish"],
  [/, prepackaged or deli, luncheon meat/, ", deli"],
  [/luncheon meat/, "lunch meat"],
  [
    /^Livers?, (beef or calves, and onions|beef|chicken)/,
    (_: string, kind: string) => (kind.startsWith("beef or") ? "Liver and onions" : `${kind} liver`)
  ],
  // Milk, cheese, eggs.
  [/^Cheese, (?:cottage cheese)/, "Cottage cheese"],
  [/^Cheese, processed cheese food/, "Processed cheese food"],
  [/^Cheese, (?!NFS|with|processed)([^,]+)/, "$1 cheese"],
  [/^(Yogurt.*), (low fat|nonfat|whole) milk/, "$1, $2"],
  [/\(skim\)/, "(skim)"],
  [/^Egg, (white|yolk) only/, "Egg $1"],
  [/^Egg, white/, "Egg white"],
  [/^Egg, whole, /, "Egg, "],
  [/^Egg, (creamed|Benedict|deviled)/, "Eggs, $1"],
  [/^Eggs, Benedict/, "Eggs Benedict"],
  [/^Eggs, deviled/, "Deviled eggs"],
  [/^Egg omelet or scrambled egg/, "Omelet or scrambled egg"],
  [/^Egg white,? omelet, scrambled, or fried/, "Egg white omelet or scrambled"],
  [/^Egg substitute, omelet, scrambled, or fried/, "Egg substitute omelet or scrambled"],
  [/\bmade with (butter|oil|margarine|milk|water|cooking spray|mayonnaise|non-dairy milk)/g, "with $1"],
  [/, no fat added/, ", no added fat"],
  [/, made with /g, ", with "],
  [/, excluding /g, ", no "],
  [/, including citrus fruits?/g, ", with citrus fruits"],
  [/, for use (?:with|on) /g, ", for "],
  [/from school cafeteria/, "school cafeteria"],
  [/\bcooked with (butter|oil|margarine)/g, "with $1"],
  [/ with butter or margarine/g, " with butter"],
  [/animal fat or meat drippings/, "animal fat"],
  // Vegetables and sauces in mixed dishes.
  [/vegetables including carrots,? broccoli, and\/or dark green(?: leafy)?/, "carrots or greens"],
  [/vegetables,? excluding carrots, broccoli, and(?:\/or)? dark green leafy/, "other vegetables"],
  [/cream sauce, white sauce,? or mushroom sauce/, "creamy sauce"],
  [/flavors other than (chocolate|fruit)/, "not $1"],
  [/^(Infant formula, .*), powder, made with (tap|bottled|baby) water/, "$1, from powder, $2 water"],
  [/; /g, ", "],
  [/tomatoes and\/or tomato[- ]based sauce/g, "tomato sauce"],
  [/tomato-based sauce/g, "tomato sauce"],
  [/soy-based sauce/g, "soy sauce"],
  [/cheese and\/or cream based sauce/g, "creamy cheese sauce"],
  [/dark green vegetables/g, "greens"],
  [/vegetables other than (?:greens|dark[- ]green(?: vegetables)?) and\/or tomatoes/, "other vegetables"],
  [
    /^((?:Asian )?(?:Chicken or turkey, breaded, fried,|Chicken or turkey|Shrimp|Seafood) (?:caesar )?garden salad(?: with (?:bacon and )?cheese| with crispy noodles)?)(?: with seafood)?, (.*), no dressing$/,
    (_: string, salad: string, of: string) =>
      [
        salad,
        ...(/eggs/.test(of) ? ["egg"] : []),
        /excluding tomato/.test(of) ? "no tomato" : "tomato",
        "no dressing"
      ].join(", ")
  ],
  [/^Lettuce, salad with/, "Lettuce salad with"],
  [/, with or without other vegetables/, ""],
  [/^Seven-layer salad, .*/, "Seven-layer salad"],
  [
    /^Mozzarella cheese, tomato, and basil, with oil and vinegar dressing/,
    "Caprese salad (mozzarella, tomato and basil)"
  ],
  [/^Macaroni or noodles with cheese/, "Macaroni and cheese"],
  [/^Peanut butter and jelly sandwich, with regular peanut butter, regular jelly/, "Peanut butter and jelly sandwich"],
  [/^Peanut butter sandwich, with regular peanut butter/, "Peanut butter sandwich"],
  [/, with sauce, no potatoes, potatoes reported separately/, ", with sauce"],
  [/, gravy and other components reported separately/, ""],
  // Places.
  [
    /from fast food \/ restaurant|from restaurant or fast food|from restaurant \/ fast food|from fast food or restaurant|fast food \/ restaurant/,
    "restaurant"
  ],
  [/from (fast food|restaurant|school lunch|frozen)\b/, "$1"],
  [/from pre-?cooked/, "precooked"],
  [
    /(?:made )?from home recipe(?: or purchased at a? ?bakery)?|made from home recipe or purchased at (?:a )?bakery|, home recipe\b/,
    (all: string) => (all.startsWith(",") ? ", homemade" : "homemade")
  ],
  // Bread, potatoes, rice, soup.
  [/^Bread, egg, Challah/, "Challah (egg bread)"],
  [/^Bread, chappatti or roti/, "Chapati or roti"],
  [/^Bread, (naan|puri|paratha)\b/, "$1"],
  [/^Bread, (?!NS|made|dough|reduced|cornmeal|native|lard)([^,]+(?:, Grecian, Armenian|, Challah)?)/, "$1 bread"],
  [/^Roll, white, (hot dog|hamburger) bun/, "$1 bun"],
  [/^Roll, ([^,]+), (hot dog|hamburger) bun/, "$1 $2 bun"],
  [/^Taco, (corn|flour) tortilla, (beef|pork|chicken)/, "$2 taco, $1 tortilla"],
  [/, with beans and rice, cheese$/, ", with beans, rice and cheese"],
  [/^((?:\w+ )?(?:[Tt]aco|Burrito)\b.*), with beans, cheese$/, "$1, with beans and cheese"],
  [/^((?:\w+ )?(?:[Tt]aco|Burrito)\b.*), cheese$/, "$1, with cheese"],
  [/^Squash, summer, casserole/, "Summer squash casserole"],
  [/^Cream, half and half/, "Half and half"],
  [/^Muffin, English/, "English muffin"],
  [/^Muffin, (?!NFS|whole|wheat|bran|oat|plain|corn)([^,]+)/, "$1 muffin"],
  [/^Cookie, brownie/, "Brownie"],
  [/^Cookie, (biscotti|gingersnaps|macaroon|rugelach)/, "$1"],
  [/^Pudding, (bread|rice|tapioca)\b/, "$1 pudding"],
  [
    /^(Pie|Cobbler|Crisp|Strudel), (?!NFS)([^,]+)/,
    (_: string, kind: string, of: string) => `${of} ${kind.toLowerCase()}`
  ],
  [/^Cake or cupcake, (\w+) with (?=.* icing)/, "$1 cake with "],
  [/^Cake or cupcake, /, "Cake, "],
  [/^Potato, (baked|boiled|mashed|roasted|scalloped)/, "$1 potato"],
  [/^mashed potato/, "Mashed potatoes"],
  [/^Potato, (french fries|home fries)/, "$1"],
  [/^Potato, hash brown/, "Hash browns"],
  [/^Potato tots/, "Potato tots"],
  [/^Rice, fried, /, "Fried rice, "],
  [/^Rice, (white|brown|wild)\b/, "$1 rice"],
  [
    /^Soup, (?:sopa or )?(caldo de (?:res|pollo)|sopa de fideo aguada|pozole|pho|bouillabaisse|borscht|gazpacho|broth|bisque|Manhattan clam chowder|New England clam chowder|pepperpot|mulligatawany)/,
    "$1"
  ],
  [/^Soup, ramen noodles, water added/, "Ramen noodle soup"],
  [/^Soup, sopa or caldo/, "Caldo"],
  [/^Soup, (?!NFS)([^,]+)/, "$1 soup"],
  [/^Stew, (?!NFS)([^,]+)/, "$1 stew"],
  [/^Pot pie, (beef|chicken)/, "$1 pot pie"],
  [/^Wonton, dumpling or pot sticker/, "Dumpling or wonton"],
  [/^Roll with meat and\/or shrimp, vegetables and rice paper, not fried/, "Spring roll (rice paper), not fried"],
  // Drinks.
  [/^Coffee, (?:Iced Cafe Mocha)/, "Iced mocha"],
  [/^Coffee, Cafe Mocha/, "Mocha"],
  [/^Coffee, Iced Latte/, "Iced latte"],
  [/^Coffee, (Latte|Cappuccino|espresso|macchiato)/, "$1"],
  [/^Coffee, cafe con leche/, "Café con leche"],
  [/^Coffee, (Turkish|Cuban)/, "$1 coffee"],
  [/^Iced Coffee/, "Iced coffee"],
  [/pre-lightened and pre-sweetened with (sugar|low calorie sweetener)/, "with creamer and $1"],
  [/pre-sweetened with (sugar|low calorie sweetener)/, "with $1"],
  [/pre-lightened and pre-sweetened/, "with creamer and sugar"],
  [/pre-lightened/, "with creamer"],
  [/low calorie sweetener/, "sweetener"],
  [/^Tea, hot, leaf, (black|green|oolong)/, "$1 tea"],
  [/^Tea, hot, (herbal|hibiscus|chamomile)/, "$1 tea"],
  [/^Tea, hot, with milk/, "Tea with milk"],
  [/^Tea, bubble/, "Bubble tea"],
  [/^Tea, kombucha/, "Kombucha"],
  [/^Tea, ginger/, "Ginger tea"],
  [/^Tea, iced, (bottled|brewed|instant), /, "Iced tea, $1, "],
  [/^Soft drink, (cola|root beer|ginger ale|cream soda)/, "$1"],
  [/^Wine, (red|white|rose|sparkling|rice)/, "$1 wine"],
  [/^rose wine/, "Rosé wine"],
  [/^Water, tonic/, "Tonic water"],
  [/^Hot chocolate \/ cocoa/, "Hot chocolate"],
  [/whole or reduced fat \(2%\) milk/, "whole or 2% milk"],
  [/lowfat \(1%\) or fat free \(skim\) milk/, "1% or skim milk"],
  [/^Nutritional drink or shake, (.*?)ready-to-drink/, "Nutritional shake, $1"],
  [/^Nutritional powder mix/, "Nutritional powder"],
  [/^Nutrition bar or meal replacement bar/, "Nutrition bar"],
  [/^Cereal or [gG]ranola bar/, "Granola bar"],
  [/\((?:General Mills|Kellogg's) /, "("],
  [/^Baby Toddler (cereal|juice|yogurt|cookie|cookies|water)\b/, "Baby $1"],
  [/^Baby Toddler (?=snack|snacks)/, "Baby "],
  [/^Baby Toddler /, "Baby food, "],
  [/\bStage (\d)/, "stage $1"],
  [/^Sauce, NFS/, "Sauce"]
]

/** Parts that names can do without, by kind. */
const KINDS: ReadonlyArray<readonly [kind: string, part: RegExp]> = [
  ["unsaid", /^(?:NFS|NS as to .*|and .*NS as to .*)$/],
  ["unsaid", /^fresh$/],
  ["origin", /^(?:from raw|from other sources|from fresh|from dried|ready-to-eat|hot)$/],
  ["species", /^mixed species$/]
]

/** The kinds, the least telling first. */
export const FNDDS_KINDS: ReadonlyArray<string> = ["unsaid", "origin", "species"]

const partOf = (text: string): Part => {
  const [kind] = KINDS.find(([, part]) => part.test(text)) ?? []
  return kind === undefined ? { text } : { text, kind }
}

/** The parts of a food's name on a menu, from its main description in FNDDS. */
export const surveyParts = (description: string): Described["parts"] => {
  const phrased = PHRASES.reduce(
    (text, [said, put]) => (put instanceof Function ? text.replace(said, put) : text.replace(said, put)),
    description
  )
  return inMenuOrder(partsOf(phrased).map(partOf))
}
