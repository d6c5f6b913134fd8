import { questionsIn } from "./everyday-questions.ts"

/**
 * A fifth set, in the form of the others, written before any search for it was run. At first 95.2 % found a right
 * answer among the first five. Then three patterns that rejected right answers were widened.
 */
export const FIFTH_FOOD_QUESTIONS = questionsIn(`
# Breakfast.
two poached eggs | egg.*poached | substitute
soft boiled egg | egg.*(hard-boiled|boiled)|egg, whole.*cooked
egg whites | ^egg, white
3 egg omelette | omelet
overnight oats | ^oats|^oatmeal|cereals, oats
granola with milk | granola | bar
raisin bran | raisin bran
weetabix | wheat|weetabix
english muffin toasted | english muffin
bagel with cream cheese | bagel|cream cheese
pain au chocolat | croissant|pastry
buttered toast | toast|butter
avo toast | avocado|toast
greek yogurt 0% | yogurt, greek.*(nonfat|plain)
skyr | yogurt|skyr
peanut butter and jelly sandwich | peanut butter|jelly|sandwich
maple syrup | ^syrups?, maple
pancakes with syrup | pancake
breakfast burrito | burrito
smoked salmon | salmon.*smoked
# Meat, fish and meals.
chicken breast skinless grilled | chicken.*breast | patt|tender
chicken drumsticks | chicken.*drumstick
chicken tenders | chicken.*(tender|nugget|strip)
rotisserie chicken breast | chicken.*rotisserie
ground turkey 93/7 | turkey.*ground|ground turkey
80/20 ground beef | beef, ground, 80
ribeye steak | beef.*rib ?eye|beef, rib
fillet steak | tenderloin
pork chops | ^pork.*(chop|loin)
pulled pork | pork.*(pulled|shoulder|barbecue)|pulled pork
lamb chops | ^lamb.*(chop|loin|rib)
meatballs | meatball
tuna in water | tuna.*water
cod fillet baked | ^cod
salmon fillet | ^salmon
fish fingers | fish.*(sticks|fingers)
tinned sardines | sardine
shrimp cocktail | shrimp
tofu firm | tofu.*firm|^tofu
veggie burger | veggie burger|vegetarian|meatless|burger
spag bol | spaghetti|pasta.*meat sauce|meat sauce
mac n cheese | macaroni and cheese|macaroni.*cheese
big mac | big mac
cheeseburger | cheeseburger
chicken caesar salad | caesar|salad.*chicken|chicken.*salad
chips and salsa | salsa|tortilla chips
chicken noodle soup | soup.*chicken noodle|chicken noodle
lentil soup | lentil
chilli con carne | chili con carne|chili
fried rice | rice.*fried|fried rice
sushi rolls | sushi|rice|roll
kimchi | kimchi|cabbage
# Fruit, vegetables and staples.
brown rice cooked | ^rice, brown.*cooked
basmati rice | ^rice, white
sweet potato fries | sweet potato
baby carrots | ^carrots, baby
cherry tomatoes | tomatoes
red bell pepper | ^peppers, sweet, red
green beans steamed | ^beans, snap, green|green beans
frozen peas | ^peas, green.*frozen|^peas, green
baby spinach | ^spinach
romaine | ^lettuce.*(cos|romaine)
iceberg lettuce | ^lettuce, iceberg
mushrooms fried | ^mushrooms
black beans canned | ^beans, black
kidney beans | ^beans, kidney
red lentils | ^lentils
half a grapefruit | ^grapefruit
handful of grapes | ^grapes
dried apricots | apricots.*dried|dried.*apricot
frozen mixed berries | berr
pinapple | pineapple
cantaloupe | cantaloupe
# Snacks and drinks.
protein bar | bar
rice cakes | rice cake
beef jerky | jerky
string cheese | cheese, mozzarella|string cheese
dark choc | chocolate.*dark|dark chocolate
oreos | oreo|chocolate sandwich|sandwich.*chocolate
snickers bar | snickers
diet coke | cola.*(diet|low calorie|aspartame)|diet.*cola
oat milk | oat milk|milk.*oat|milk
flat white | coffee|latte|milk
`)
