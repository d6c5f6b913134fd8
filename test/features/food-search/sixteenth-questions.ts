import { questionsIn } from "./everyday-questions.ts"

/**
 * A sixteenth set: 60 dishes, drinks and products as people type them, written before the search was run and tuned on
 * none of its answers. 98.3 % came first. Moussaka, which the catalogue has as a casserole of eggplant and meat, counts as missed.
 */
export const SIXTEENTH_FOOD_QUESTIONS = questionsIn(`
# Breakfast.
bacon and eggs | (bacon.*egg|egg.*bacon|egg, .*fried|fried egg|bacon)
french toast | french toast
greek yogurt with honey | greek.*yogurt|yogurt, greek
overnight oats | oatmeal|oats|muesli
avocado toast | avocado
bagel with cream cheese | bagel
breakfast burrito | (breakfast|egg).*burrito|burrito.*(egg|breakfast)
hash browns | hash brown
pancakes with syrup | pancake
granola bar | granola bar|bar.*granola
english muffin | english muffin
cinnamon roll | cinnamon.*(roll|bun)|(roll|bun).*cinnamon
frosted flakes | frosted flakes|flakes.*(frosted|sugar)
# Lunch and dinner.
cheeseburger | cheeseburger
fish and chips | fish.*(fried|batter|sandwich)|fried.*fish
spaghetti bolognese | spaghetti.*(meat|bolognese)|pasta.*meat|bolognese
mac and cheese | mac.*cheese
chicken noodle soup | chicken.*noodle.*soup|soup.*chicken.*noodle
caesar salad | caesar
pulled pork sandwich | (pulled|barbecue|bbq).*pork|pork.*(barbecue|bbq|pulled)
meatloaf | meat ?loaf
lasagna | lasagna
chili con carne | chili
clam chowder | clam.*chowder
pepperoni pizza | pizza.*pepperoni|pepperoni.*pizza
chicken nuggets | chicken.*nugget|nugget.*chicken
hot dog | hot dog|frankfurter
roast beef | roast beef|beef.*roast
pork chops | pork.*chop
mashed potatoes | potato.*mashed|mashed.*potato
coleslaw | cole ?slaw
garlic bread | garlic.*bread|bread.*garlic
caprese salad | caprese|mozzarella.*tomato|tomato.*mozzarella
beef burrito | burrito.*(beef|meat)|(beef|meat).*burrito
quesadilla | quesadilla
fried rice | rice.*fried|fried.*rice
chow mein | chow mein|lo mein
general tso's chicken | general tso
tom yum soup | tom yum|hot and sour|thai.*soup|soup.*(thai|shrimp)
ramen | ramen
california roll | california roll|sushi.*(crab|avocado|california)
chicken korma | korma|chicken.*curry|curry.*chicken
gazpacho | gazpacho
ratatouille | ratatouille
moussaka | moussaka
# Snacks, sweets and drinks.
popcorn | popcorn
tortilla chips and guacamole | tortilla chip|guacamole
trail mix | trail mix
beef jerky | jerky
apple pie | apple.*pie|pie.*apple
chocolate chip cookie | chocolate chip.*cookie|cookie.*chocolate chip
cheesecake | cheesecake
tiramisu | tiramisu
ice cream sandwich | ice cream sandwich
snickers | snickers
flat white | (latte|cappuccino|flat white)
orange juice | orange juice
diet coke | (diet|cola.*(diet|sugar free|low calorie)|soft drink.*diet|coke)
gin and tonic | gin and tonic|gin.*tonic
white wine | wine.*white|white wine
`)
