import { questionsIn } from "./everyday-questions.ts"

/**
 * An eleventh set: 176 dishes, drinks and products of everyday life, written before FNDDS was among the shipped foods. On
 * SR28 alone, 57.4 % came first and 61.4 % were among the first five; with FNDDS, before any name was given to a dish, 79.0
 * and 88.6 %. Then dishes got their everyday names, and the nearest dish of the same kind those of dishes that the
 * catalogue lacks.
 */
export const ELEVENTH_FOOD_QUESTIONS = questionsIn(String.raw`
# Drinks.
latte | latte|coffee.*milk
iced latte | latte|coffee.*milk
oat milk latte | latte|coffee.*milk
cappuccino | cappuccino
flat white | latte|cappuccino|coffee.*milk|flat white
espresso | espresso
americano | ^coffee|espresso
mocha | mocha
matcha latte | matcha|green tea|tea.*(latte|milk)
chai latte | chai|tea.*(milk|latte)
hot chocolate | (hot|cocoa).*(chocolate|cocoa)|hot chocolate|^cocoa
bubble tea | boba|bubble|tea.*(milk|tapioca)
kombucha | kombucha
lemonade | lemonade
smoothie | smoothie
green smoothie | smoothie
protein shake | protein (shake|drink)|(shake|drink|beverage).*protein|nutritional drink
oat milk | oat (milk|beverage)|oat.*milk
almond milk unsweetened | almond milk
soy milk | soy ?milk
coconut water | coconut water
orange juice | orange juice|juice, orange
iced tea | tea.*iced|iced.*tea
sports drink | sports drink|gatorade|powerade
energy drink | energy drink|red bull|monster
margarita | margarita
mojito | mojito|rum
gin and tonic | gin
aperol spritz | wine|spritz|cocktail
hard seltzer | hard seltzer|seltzer
prosecco | champagne|sparkling|wine
ipa | beer|ale
non alcoholic beer | beer.*(non|free)|non-?alcoholic
milkshake | milk ?shake|shake
kefir | kefir
# Italian.
spaghetti bolognese | spaghetti|pasta.*meat|bolognese
carbonara | carbonara|pasta.*(cream|cheese|egg)
pasta with pesto | pasta.*(pesto|sauce)|pesto
penne arrabbiata | pasta.*(tomato|red)|arrabbiata
fettuccine alfredo | alfredo
lasagna | lasagna
vegetable lasagna | lasagna.*(veg|spinach|meatless)
ravioli | ravioli
gnocchi | gnocchi
mushroom risotto | risotto
pizza margherita | pizza.*(cheese|marg)
pepperoni pizza | pizza.*pepperoni
calzone | calzone
minestrone | minestrone
bruschetta | bruschetta|garlic bread|bread.*tomato|toast
caprese salad | caprese|mozzarella.*tomato|tomato.*mozzarella|tomato.*salad|cheese.*mozz
tiramisu | tiramisu
panna cotta | panna cotta|custard|pudding|flan
gelato | gelato|ice cream
# Indian.
chicken tikka masala | tikka|chicken.*curry|curry.*chicken
butter chicken | butter chicken|chicken.*curry|curry.*chicken|tikka|makhani
chicken curry | chicken.*curry|curry.*chicken
vegetable curry | curry
palak paneer | paneer|saag
paneer | paneer
dal | lentil|dal\b|dhal
chana masala | chana|chickpea|garbanzo
samosa | samosa
naan | naan|\bnan\b
chapati | chapati|roti
biryani | biryani|rice.*(chicken|meat|curry)|pilaf
pakora | pakora|fritter|bhaji
raita | raita|yogurt|tzatziki
mango lassi | lassi
dosa | dosa
vindaloo | vindaloo|curry
# East Asian.
sushi | sushi
california roll | california|sushi
salmon nigiri | nigiri|sushi
sashimi | sashimi|raw (fish|tuna|salmon)|(tuna|salmon|fish).*raw
chicken teriyaki | teriyaki
ramen | ramen
miso soup | miso
tempura | tempura
edamame | edamame|soybeans?.*green
gyoza | dumpling|pot ?sticker|gyoza|wonton
pad thai | pad thai
green curry | curry
tom yum | tom yum|soup.*(thai|shrimp|hot and sour)|hot and sour
pho | \bpho\b
banh mi | banh mi|vietnamese|sandwich
spring roll | (spring|egg|summer) ?rolls?
general tso chicken | tso
sweet and sour pork | sweet and sour
kung pao chicken | kung pao
fried rice | (fried rice|rice.*fried)
egg fried rice | (fried rice|rice.*fried)
chow mein | chow mein|lo mein
bibimbap | bibimbap|korean|rice.*(meat|vegetable|beef)
kimchi | kimchi
bulgogi | bulgogi|korean|beef.*(soy|teriyaki|stir)
dim sum | dim sum|dumpling
stir fry chicken and vegetables | stir.?fry|chicken.*vegetable|stir.fried
# Latin American.
guacamole | guacamole
burrito | burrito
chicken burrito bowl | burrito bowl|burrito.*chicken
beef tacos | taco
fish taco | taco.*fish|fish.*taco
quesadilla | quesadilla
nachos | nachos
enchiladas | enchilada
fajitas | fajita
tamales | tamale
churros | churro
empanada | empanada|turnover
ceviche | ceviche
arepa | arepa
refried beans | refried
pico de gallo | pico|salsa
black bean soup | black bean soup|soup.*(black )?bean
# Eastern Mediterranean.
gyro | gyro
doner kebab | gyro|kebab|doner|shawarma
shawarma | shawarma|gyro
falafel | falafel
hummus | hummus
tabbouleh | tabb?ou?l[ie]
tzatziki | tzatziki
moussaka | moussaka|eggplant.*(meat|casserole)
baklava | baklava
spanakopita | spanakopita|spinach.*(pie|pastry|phyllo|feta)
stuffed grape leaves | grape lea|dolma|stuffed.*leaves
greek salad | greek salad|salad.*greek
shakshuka | shakshuka|eggs?.*tomato|omelet|huevos
# Central and eastern European.
wiener schnitzel | schnitzel|veal.*(bread|cutlet|fried)|(pork|veal).*cutlet.*(bread|fried)|(breaded|fried).*(veal|pork)
goulash | goulash|beef.*stew|stew.*beef
currywurst | bratwurst|sausage|frankfurter|wurst
sauerkraut | sauerkraut
potato salad | potato salad
pierogi | pierogi
borscht | borscht|beet soup
beef stroganoff | stroganoff
chicken kiev | kiev|chicken.*(cordon|stuffed|breaded)
# Western European, British.
croissant | croissant
pain au chocolat | croissant.*chocolate|chocolate.*croissant
quiche lorraine | quiche
ratatouille | ratatouille
crepe | crepe|pancake
paella | paella
tortilla espanola | omelet.*potato|tortilla.*(spanish|potato|egg)|egg.*potato|spanish omelet
fish and chips | fish.*(fried|batter|chips|french)
shepherd's pie | shepherd
beans on toast | beans.*(toast|baked|bread)|baked beans
full english | egg|bacon|sausage|breakfast
sausage roll | sausage.*(roll|pastry|crust|biscuit|blanket)|pig.*blanket
yorkshire pudding | yorkshire|popover
scone | scone
# North American, and products.
mac and cheese | macaroni.*cheese|mac.*cheese
cheeseburger | cheeseburger
veggie burger | veg.*(burger|patty)|(burger|patty).*(veg|meatless|bean)|meatless
buffalo wings | wing.*(buffalo|hot)|buffalo|chicken wing
pulled pork sandwich | pulled pork|pork.*(sandwich|barbecue|bbq)|(barbecue|bbq).*pork|sandwich.*pork
grilled cheese | grilled cheese|cheese.*(sandwich|toast|grilled)
blt | blt|bacon.*(lettuce|tomato)|bacon.*sandwich
club sandwich | club
avocado toast | avocado toast|avocado.*(toast|bread)|toast.*avocado
caesar salad | caesar
cobb salad | cobb
clam chowder | clam chowder|chowder.*clam
chili con carne | chili.*(carne|beans|meat|beef)|^chili
meatloaf | meat ?loaf
poke bowl | poke|sushi|tuna.*(raw|rice)
acai bowl | acai|smoothie
overnight oats | oat|oatmeal
granola bar | granola bar|bar.*granola|(cereal|snack) bar
protein bar | (protein|nutrition).*bar|bar.*(protein|nutrition)
rice cakes | rice cake
cinnamon roll | cinnamon.*(roll|bun)|(roll|bun).*cinnamon
blueberry muffin | muffin.*(blueberry|fruit|berry)|blueberry.*muffin
banana bread | bread.*banana|banana.*bread
beef jerky | jerky
trail mix | trail mix
`)
