import { questionsIn } from "./everyday-questions.ts"

/**
 * A sixth set, by another author than the earlier ones, written before any search for it was run. At first 98.7 % had a
 * right answer first; there is no oat milk.
 */
export const SIXTH_FOOD_QUESTIONS = questionsIn(`
scrambled eggs | egg.*scrambled|scrambled.*egg
fried egg | egg.*fried
greek yogurt plain | yogurt.*greek
brown rice cooked | rice.*brown.*cooked
white rice | rice, white
grilled chicken breast | chicken.*breast
chicken thighs | chicken.*thigh
ground turkey | turkey.*ground|ground turkey
salmon fillet | salmon
tuna in water | tuna.*water
avocado | avocado
sweet potato baked | sweet potato
mashed potatoes | potato.*mashed|mashed potato
french fries | french fr|potato.*fr(ied|ench)
cheddar cheese | cheese, cheddar
mozzarella | mozzarella
cottage cheese low fat | cottage
peanut butter | peanut butter
almond butter | almond butter
strawberry jam | jam|preserves
honey | honey
maple syrup | maple
black coffee | coffee
orange juice | orange juice
apple | apples?, raw
bananas | banana
blueberries | blueberr
strawberries | strawberr
grapes | grape
watermelon | watermelon
broccoli steamed | broccoli
spinach | spinach
carrot sticks | carrot
cucumber | cucumber
cherry tomatoes | tomato
red bell pepper | pepper.*red|peppers, sweet
onions | onion
garlic | garlic
black beans | beans, black
chickpeas | chickpea|garbanzo
lentil soup | lentil
hummus | hummus
wholemeal bread | bread.*(whole|wheat)
bagel | bagel
pancakes | pancake
waffles | waffle
granola | granola
corn flakes | corn ?flakes
oat milk | oat
almond milk unsweetened | almond.*milk|milk.*almond|almond
skimmed milk | milk.*(skim|nonfat|fat free)
dark chocolate | chocolate, dark
ice cream vanilla | ice cream.*vanilla
cheeseburger | cheeseburger
pepperoni pizza | pizza.*pepperoni
spaghetti bolognese | spaghetti
mac and cheese | macaroni and cheese|macaroni.*cheese
beef steak | beef.*steak|steak
pork chop | pork.*chop
bacon rashers | bacon
sausages | sausage
prawns | shrimp
tofu | tofu
walnuts | walnut
cashews | cashew
protein shake | protein|shake
red wine | wine.*red
lager | beer
rice cakes | rice cake
pop corn | popcorn
tortilla chips | tortilla.*chip|chips
olive oil | olive
butter | butter
mayonaise | mayonnaise
ketchup | catsup|ketchup
`)
