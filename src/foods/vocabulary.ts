import { stem } from "../text/words.ts"

const setOf = (...lines: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.split(" ").map(stem)))

/** Words that only join others. A query may contain them although the names it should find do not. */
export const JOINING: ReadonlySet<string> = new Set("a an and by for from in of on or the to with".split(" "))

/**
 * Words that make a name longer but do not name another food: the plain state, the preparation, phrases of labels. "Egg,
 * whole, raw, fresh" is as plain as "Egg".
 */
export const PLAIN = setOf(
  "a all an and as at average by commercial commercially containing contains for from in includes into made of on only",
  "or prepared the to type types unprepared unspecified varieties variety with without year round style regular generic",
  "raw fresh whole cooked cured plain ripe mature meat flesh salt added solids drained water",
  "milkfat fluid vitamin vitamins enriched unenriched fortified long medium short grain large small"
)

/** Parts that a food comes with or without. After a joining word they do not narrow a name: "chicken, meat and skin". */
export const ASIDES = setOf("skin peel bone rind")

/** Words of foods that few people mean. Each counts as two words that narrow a name, also in brackets. */
export const ODD = setOf(
  "baby formula infant human imitation substitute meatless dehydrated dried powder usda commodity alaska native navajo",
  "indian hopi apache shoshone mixture byproducts giblets bran extender separated"
)

/** Words of everyday foods. Of equally plain names, those of these words alone come first. */
export const EVERYDAY = setOf(
  "apple apricot avocado banana blackberry blueberry cherry clementine coconut cranberry date fig grape grapefruit kiwi",
  "kiwifruit lemon lime mandarin mango melon nectarine orange papaya peach pear pineapple plum pomegranate prune raisin",
  "raspberry strawberry tangerine watermelon asparagus aubergine bean beet beetroot broccoli cabbage carrot cauliflower",
  "celery chickpea corn courgette cucumber eggplant garlic ginger kale leek lentil lettuce mushroom olive onion pea",
  "pepper potato pumpkin radish spinach squash sweet tomato turnip zucchini bagel baguette biscuit bread cereal cracker",
  "croissant flour muffin noodle oat oatmeal pancake pasta pita quinoa rice roll spaghetti toast tortilla waffle wheat",
  "almond cashew hazelnut nut peanut pecan pistachio seed walnut bacon beef burger chicken duck egg ham hamburger lamb",
  "meatball pork salami sausage steak turkey veal breast drumstick fillet ground leg thigh wing anchovy cod crab fish",
  "haddock halibut lobster mackerel prawn salmon sardine shrimp tilapia trout tuna brie butter buttermilk cheddar cheese",
  "cottage cream feta gouda greek milk mozzarella parmesan ricotta skim sour swiss yogurt yoghurt hummus mayonnaise",
  "mustard oil sunflower canola vegetable sauce soy syrup tofu vinegar honey jam jelly ketchup salsa soup stew salad",
  "sandwich pizza taco burrito lasagna fries chip popcorn pretzel brown white red green black yellow dark light cake",
  "candy chocolate cocoa cookie doughnut donut ice pie pudding sugar vanilla beer coffee cola juice lemonade smoothie",
  "soda tea water wine fried boiled baked grilled roasted scrambled poached toasted canned frozen brewed",
  "low fat nonfat non lean boneless skinless broiler fryer reduced sodium unsweetened table instant drip"
)
