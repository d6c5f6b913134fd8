import { questionsIn } from "./everyday-questions.ts"

/**
 * A seventh set: 94 questions, written from the names in the catalogue before any search for them was run. At first
 * 91.5 % had a right answer first and 96.8 % within the first five.
 */
export const SEVENTH_FOOD_QUESTIONS = questionsIn(String.raw`
# Preparations, raw and cooked.
raw tuna | ^fish, tuna.*raw|^tuna.*raw
raw salmon | ^salmon.*raw|^fish, salmon.*raw
cooked salmon | ^salmon.*cooked
boiled potatoes | ^potato.*boiled
grilled chicken breast | chicken.*breast.*grilled|grilled.*chicken.*breast
roast chicken leg | ^chicken.*(leg|drumstick|thigh).*roasted
raw chicken breast | ^chicken.*breast.*raw
stewed tomatoes | ^tomatoes.*stewed
sauteed mushrooms | ^mushroom.*(stir-fried|cooked|grilled|sauteed)
raw spinach | ^spinach, raw
steamed green beans | ^beans, (snap|green).*(boiled|cooked)|^green beans|^beans, snap
dried apricots | ^apricots?, (dried|dehydrated)
canned peaches | ^peaches, canned
frozen peas | ^peas.*frozen
toasted bagel | ^bagels?.*toasted
roasted almonds | ^almonds?.*roasted
salted cashews | cashew.*salt | without salt
unsalted butter | ^butter.*without salt
hard boiled eggs | ^egg.*hard-boiled
poached egg | ^egg.*poached
air popped popcorn | ^popcorn, air
smoked haddock | haddock.*smoked
pan fried bacon | ^(pork.*)?bacon|pork, cured, bacon
# With and without.
tuna salad without mayo | tuna | ^tuna salad
chicken without skin | chicken.*meat only|chicken.*without skin|chicken.*skinless|chicken.*breast
chilli without beans | ^chili.*(no|without) beans|chili, no beans
tea without sugar | ^tea.*(unsweetened|brewed)
latte without sugar | latte|coffee.*milk|^coffee | with sugar
pasta with tomato sauce | ^pasta with tomato sauce|^spaghetti.*(tomato|pomodoro)
yogurt with fruit | ^yogurt.*fruit
toast with butter | ^bread.*toasted|^butter, (with|salted)
porridge with milk | oatmeal|^oats | baby|cookie|bread|bar
coffee with cream | ^coffee
# Dishes whose words are those of other foods.
taco salad | ^taco salad
potato salad | ^potato salad
egg salad | ^egg(s|,)|egg salad
chicken noodle soup | chicken noodle | baby
beef stew | ^beef stew|stew.*beef
cheese burger | cheeseburger
spaghetti and meatballs | spaghetti.*meatball
rice pudding | ^puddings?, rice|rice pudding
apple pie | ^pie, apple|apple pie
carrot cake | ^cake.*carrot
banana bread | ^bread, banana
corn on the cob | ^corn.*(cob|sweet)
fruit salad | ^fruit salad
cheese omelette | omelet
chicken nuggets | chicken.*nugget|nugget.*chicken
fish fingers | ^fish.*sticks?
lemon chicken | chicken.*lemon|lemon chicken
sweet and sour pork | ^sweet and sour pork
# Brands.
big mac mcdonalds | ^big mac \[
Big Mac | ^big mac \[
kfc chicken wing | wing.*kfc
kelloggs frosted flakes | frosted flakes.*kellogg
snickers | ^snickers
red bull sugar free | red bull | ^energy drink \[
burger king whopper | ^whopper
oreo mcflurry | mcflurry.*oreo
subway turkey sub | turkey.*sub.*subway
taco bell bean burrito | ^bean burrito
campbells tomato soup | tomato soup.*campbell|tomato.*campbell
gatorade | gatorade
# British and American words.
minced beef | ^beef, ground
icing sugar | ^sugars?, powdered
caster sugar | ^sugars?, granulated
bicarbonate of soda | baking soda
self raising flour | ^wheat flour.*self-rising
gherkins | ^pickles?, cucumber|^pickles
broad beans | ^broadbeans
plain flour | ^wheat flour, white
spring onion | ^onions, (spring|young)
garbanzo beans | garbanzo
scallions | ^onions, (spring|young)
streaky bacon | ^bacon|^pork.*bacon
gammon steak | ^ham,|pork, cured, ham
double cream | ^cream, (fluid, )?heavy
# Typing errors.
brocolli | ^broccoli
avacado | ^avocado
spagetti | ^spaghetti|^pasta
zuchini | ^squash.*zucchini|zucchini
quinoa cookd | ^quinoa, cooked
strawberrys | ^strawberries
mozarella cheese | mozzarella
parmasan | parmesan
capuccino | cappuccino|^coffee,
blue berries | ^blueberries
# Amounts.
2 slices of wholemeal toast | ^bread.*whole.?wheat|^bread, whole
half an avocado | ^avocado
250 ml semi skimmed milk | ^milk, (reduced|fluid|2%)|^milk.*2% milkfat
a cup of black tea | ^tea.*black
1 tbsp olive oil | ^oil, olive
handful of walnuts | ^(nuts, )?walnuts
pint of lager | ^(alcoholic beverage, )?beer,
`)
