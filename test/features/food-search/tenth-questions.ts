import { questionsIn } from "./everyday-questions.ts"

/**
 * A tenth set: 150 questions as people write them in food diaries and menus. Written before any search for one of them was
 * run; right answers were looked up in the names of the catalogue. At first 97.3 % came first and 98.7 % were among
 * the first five. Then the search was mended by the two missed.
 */
export const TENTH_FOOD_QUESTIONS = questionsIn(String.raw`
# A week of an English office worker.
two slices of brown toast with butter | bread.*(toast|whole-wheat|wheat|brown)
bowl of bran flakes | bran flakes|bran.*flakes|cereal.*bran
semi-skimmed milk 200ml | milk, (reduced fat|low-fat|lowfat)
mug of tea with milk and sugar | ^tea, black|tea.*brewed
ham and tomato sandwich | sandwich.*ham|ham.*sandwich
packet of ready salted crisps | potato chips.*(plain|salted)|^potato chips
satsumas | tangerine|clementine
cheddar cheese 30g | cheese, cheddar
pickled onion | onion
chicken tikka sandwich | chicken.*sandwich|sandwich.*chicken
tuna mayo jacket potato | tuna|potatoe?s?.*baked
tinned tomato soup | soup, tomato|tomato soup|soup.*tomato
crusty roll | ^rolls?|bread.*roll|bread, french
strawberry yoghurt | yogurt.*(strawberry|fruit)
digestive biscuit x2 | cookies, graham
grilled lamb chops | lamb.*(chop|loin|rib).*(broiled|grilled|cooked)|lamb.*(chop|loin|rib)
boiled potatoes | potatoes, boiled|potato.*boiled
peas frozen | ^peas, (green, )?.*frozen|peas.*frozen
carrots boiled | ^carrots, .*boiled
gravy granules made up | gravy
rhubarb crumble and custard | rhubarb|apple crisp|fruit crisp|custard
glass of red wine | wine, table, red|wine.*red
pint of bitter | ^beer
poppadoms | papad
fish and chips from the chippy | fish.*(battered|fried)|fish fillet, battered
mushy peas tinned | ^peas
full english breakfast | egg|bacon|sausage
baked beans half a tin | beans, baked
fried mushrooms | mushroom
black coffee no sugar | ^coffee
custard cream | cookies?, (vanilla|.*sandwich.*creme)|vanilla.*sandwich.*(creme|cookie)|cookies, vanilla sandwich
hobnob biscuits | cookies, oatmeal
lamb rogan josh | ^lamb|curry
nan bread | naan
roast beef and yorkshire pudding | beef.*roast|popover|roast beef
roast parsnips | parsnip
brussel sprouts | brussels sprouts
stuffing balls | stuffing
apple and blackberry pie | ^pie, (apple|blackberry)|pie.*(apple|blackberry)
# Sample menus of an American dietitian.
oatmeal with raisins | ^oat|cereals?.*oat|oatmeal
fat-free milk, 1 cup | milk, (nonfat|.*fat free|skim)|milk.*nonfat
medium banana | ^bananas?, raw
turkey breast sandwich on whole wheat | turkey.*(sandwich|breast)|sandwich.*turkey
tossed salad with italian dressing | salad|lettuce
baby carrots | carrots, baby
grilled chicken breast, skinless | chicken.*breast.*(grilled|roasted|meat only|skinless)
steamed green beans | ^beans, snap, green.*cooked|green beans|beans, snap, green
wild rice cooked | wild rice, cooked
unsalted almonds | ^almonds(?!.*with salt)
low fat fruit yogurt | yogurt, fruit.*low
whole grain bagel | bagels?.*(wheat|oat|multi|whole|grain)|^bagels
fat free cream cheese | cheese, cream, fat free|cream cheese.*fat free
orange juice fortified with calcium | orange juice.*calcium
broiled salmon | salmon.*cooked
baked sweet potato | sweet potato.*(baked|cooked)
fresh pineapple | ^pineapple, raw
grape tomatoes | ^tomatoes, (red|grape)
minestrone soup | minestrone
oyster crackers | crackers, saltines|oyster crackers|crackers.*oyster
string cheese part skim | mozzarella.*part.skim
pita with hummus | hummus|pita
cantaloupe wedge | cantaloupe
lean roast beef deli | roast beef|beef.*roast
soft margarine | margarine
unsweetened iced tea | tea.*(unsweetened|iced|ready.to.drink|instant)
graham cracker squares | graham
halibut baked | halibut.*cooked
steamed asparagus | asparagus.*cooked
dinner roll whole wheat | rolls.*(whole.wheat|dinner|wheat)
angel food cake with strawberries | angel ?food
ground turkey tacos | taco|ground turkey|turkey, ground
shredded lettuce | ^lettuce
pinto beans low sodium | beans, pinto
corn tortillas | tortillas.*corn
salsa fresca | salsa
lemon sorbet | sherbet|sorbet|ices
canned peaches in juice | peaches, canned.*juice
cottage cheese 1% | cheese, cottage.*(1%|low)
# Meal prep.
chicken thighs boneless skinless 200g | chicken.*thigh.*(meat only|boneless|skinless)
jasmine rice cooked 150g | ^rice, white.*cooked
lean ground beef 93/7 | beef, ground, 93%
egg whites carton | ^egg.*white
rolled oats 80 g | ^oats|oatmeal|cereals.*oats
whey isolate | whey
casein protein | casein|protein|whey
natural peanut butter | peanut butter
rice cakes salted | rice cakes?
tilapia fillet baked | tilapia.*cooked
brocoli steamed | broccoli.*cooked|broccoli
asparagus spears raw | asparagus, raw
flank steak grilled | beef, flank.*(grilled|broiled|cooked)
sweet potatos 250g | ^sweet potato
low fat cottage chese | cottage.*(low|1%|2%)
0% fat greek yoghurt | yogurt, greek.*nonfat
frozen berries | (blueberr|strawberr|raspberr|blackberr|berries).*frozen
almond butter | almond butter
beef jerky | jerky
tuna can in water | tuna.*canned in water
quinoa dry | ^quinoa, uncooked|quinoa
avocado oil | oil, avocado
black beans rinsed | beans, black
turkey burger patties | turkey.*(patt|burger)|ground turkey|burger.*turkey
# Eaten out, and in the car.
large fries | french fr
double whopper with cheese | whopper.*cheese
mcnuggets 6 piece | mcnuggets
sausage egg and cheese biscuit | biscuit.*(sausage|egg)
two slices pepperoni pizza | pizza.*pepperoni|pepperoni pizza
hot fudge sundae | sundae.*fudge|hot fudge
vanilla milk shake | shakes?.*vanilla|vanilla.*shake
bean and cheese burrito | burrito.*bean
curly fries arbys | fries|french fr|potato.*fr
orange chicken with fried rice | orange chicken|chicken.*orange|fried rice
egg roll | ^egg rolls?
shrimp lo mein | lo mein|shrimp
crab rangoon | crab|wonton
gyro with tzatziki | gyro|lamb|yogurt
mozzarella sticks | mozzarella
chicken wings buffalo | wing
onion rings | onion rings
corn dog | corn dog|corndog
soft pretzel | pretzels?, soft|soft pretzel
caramel frappuccino | frapp|coffee|mocha
diet dr pepper | diet.*pepper|pepper.*(diet|aspartame|low)|^diet soda
# At home with children, and vegans.
chicken dippers | chicken.*(nugget|tender|strip|breaded)
alphabet spaghetti | spaghetti|pasta
cheese strings | cheese.*mozzarella|cheese
gummi bears | gumdrop|gumm
soya milk unsweetened | soymilk.*unsweetened
vegan sausages | sausage.*(meatless|vegetarian)
lentil dahl | ^lentils?|lentil
chickpea curry | chickpea|curry
nutritional yeast flakes | yeast
coconut yoghurt | yogurt|coconut
wholemeal pitta | pita.*whole
sun-dried tomatos | tomato.*sun-dried
kidney beans in chilli sauce | beans, (kidney|chili)|chili
# Cupboard, sweets and drinks.
granulated sugar | sugars?, granulated
extra virgin olive oil | oil, olive
soy sauce tablespoon | soy sauce
corn starch | cornstarch
strawberry jelly | jell(y|ies)|jams|gelatin
dijon mustard | mustard
peppermint tea | ^tea, herb
double gin and tonic | gin|tonic water
prosecco glass | wine
after eight mint | after eight
mars bar | mars.*bar|milky way|snickers|mars\]
white chocolate chips | white chocolate|chocolate.*white
lemon meringue pie | pie, lemon meringue
glazed doughnut | doughnut.*glazed
`)
