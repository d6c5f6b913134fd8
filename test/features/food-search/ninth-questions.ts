import { questionsIn } from "./everyday-questions.ts"

/**
 * A ninth set: 427 questions by which the search was developed, sorted by what makes a question hard. At first 90.0 % came
 * first and 93.5 % were among the first five. Then four patterns that refused right answers were widened, and the search
 * was mended.
 */
export const NINTH_FOOD_QUESTIONS = questionsIn(`
# Prepared in some way.
hard boiled eggs x2 | egg.*hard-boiled
scrambled egg with cheese | egg.*scrambled|omelet
poached salmon fillet | salmon.*cooked
baked cod | cod.*cooked
grilled chicken wings | chicken.*wing.*(roasted|cooked)|chicken wing
rotisserie chicken breast | chicken.*rotisserie.*breast|chicken.*breast.*rotisserie
pulled pork | pork.*(shoulder|barbecue|blade).*|pulled pork
minced pork raw | pork.*ground.*raw|ground pork
roast leg of lamb | lamb.*leg.*(roasted|cooked)
slow cooked brisket | beef.*brisket.*(braised|cooked)
deli turkey slices | turkey.*(deli|luncheon|breast).*
smoked mackerel | mackerel
fried plantain | plantain.*(fried|cooked)
steamed brocoli florets | broccoli.*cooked
boiled new potatoes | potato.*boiled
roasted brussel sprouts | brussels sprouts
stir fried vegetables | vegetables.*(stir|mixed|oriental|cooked)|stir-fry
sauteed spinach | spinach.*(cooked|boiled)
raw carrot sticks | ^carrots?, (baby, )?raw
dried apricots | apricots.*dried
candied ginger | ginger
toasted almonds | almonds.*(roasted|toasted)|^nuts, almonds
fried tofu | tofu.*fried
boiled rice | rice.*cooked
canned sweet corn drained | corn.*canned.*drained
frozen mixed veg | vegetables, mixed, frozen|mixed vegetables
freeze dried strawberries | strawberr
creamed corn | corn.*cream style
pickled onions | onion
unsalted butter | butter, without salt
salted cashews | cashew.*(with salt|salt added|oil roasted)
skin on chicken thighs | chicken.*thigh.*meat and skin
boneless skinless chicken breast raw | chicken.*breast.*(meat only|skinless).*raw
ground turkey 93 lean | turkey.*93%
85% lean ground beef | beef, ground.*85%
extra lean beef mince | beef, ground.*(95|97|90|93)
2% milk | milk.*(reduced fat|2%)
1% milk | milk.*(lowfat|low-fat|1%)
fat free milk | milk.*(nonfat|fat free|skim)
0% greek yogurt | yogurt.*greek.*nonfat
reduced fat cheddar | chedd?ar.*(reduced|low ?-?fat|lowfat)
low sodium chicken broth | (broth|stock|bouillon).*chicken.*low|(chicken).*(broth|stock).*(low|reduced)|(broth|stock).*low sodium
sugar free jello | gelatin.*(sugar free|reduced calorie|aspartame|low calorie)
no sugar added applesauce | applesauce.*unsweetened
gluten free bread | gluten-free|gluten free
decaf coffee black | coffee.*decaf
# Amounts and measures in the query.
100g chicken breast | chicken.*breast
6oz sirloin steak | beef.*sirloin
half an avocado | avocado
1 tbsp olive oil | oil, olive
2 tbsp peanut butter | peanut butter
1/2 cup oats | ^oats|^oatmeal|cereals.*oats
3 rashers of bacon | bacon
150g of greek yogurt | yogurt.*greek
1 medium banana | bananas?, raw
large egg | egg, whole
pint of lager | beer
8 oz steak | beef.*steak
handful of almonds | almonds
a cup of black coffee | coffee.*brewed|coffee
12 oz can of coke | cola
one slice of whole wheat toast | bread.*whole-wheat.*toasted|bread.*whole.wheat
scoop of whey protein | whey|protein powder
glass of semi skimmed milk | milk.*(reduced fat|2%|lowfat|low-fat)
2x weetabix | weetabix|wheat.*(biscuit|cereal|shredded)|shredded wheat|whole wheat.*cereal
40g porridge oats | oats|oatmeal
# Spelling errors.
avacado | avocado
spagetti bolognese | spaghetti
mayonaise | mayonnaise
zuchini | zucchini
caulifower rice | cauliflower
tumeric | turmeric
parmesean | parmesan
mozzerella | mozzarella
guacomole | avocado|guacamole
expresso | coffee.*espresso|espresso
capuccino | cappuccino|coffee
lettus | lettuce
raddish | radish
potatos | potato
tomatos | tomato
bannana bread | bread.*banana|banana bread
pinapple | pineapple
blueberrys | blueberr
cantalope | cantaloupe
pommegranate | pomegranate
hazlenuts | hazelnut|filbert
pistacio nuts | pistachio
almound butter | almond butter
carmel | caramel
choclate pudding | pudding.*chocolate
viniger | vinegar
letuce iceberg | lettuce.*iceberg
tuna sandwhich | tuna
chiken nugets | chicken.*(nugget|tender)|nuggets
hambuger | hamburger
sasuage | sausage
salomon | salmon
shrip | shrimp
yoghert | yogurt
kidny beans | beans, kidney
chick pees | chickpea
lentles | lentil
quinua | quinoa
tortila chips | tortilla chips
# Together, apart, hyphens, order.
beef burger patty | beef.*(patty|patties)|hamburger
cheese cake | cheesecake
pea nut butter | peanut butter
coconutmilk | coconut milk
oatmilk | oat ?milk|almond milk|soymilk
pop corn | popcorn
ginger bread | gingerbread
meat balls | meatball
pan cakes | pancake
straw berries | strawberr
hotdog bun | rolls.*(hot ?dog|hamburger)|hotdog
wholegrain bread | bread.*(whole-grain|whole-wheat|multi-grain|whole grain|whole wheat)
multi grain bread | bread.*multi-?grain
low-fat cottage cheese | cheese.*cottage.*(low ?fat|lowfat|1%|2%)
bread rye | bread, rye
rice brown cooked | rice, brown.*cooked
juice apple | apple juice
chocolate milk | milk.*chocolate|chocolate milk
milk chocolate | milk chocolate
butter peanut | peanut butter
soup tomato | soup.*tomato
pie apple | pie.*apple
breast of turkey | turkey.*breast
leg of chicken | chicken.*(leg|drumstick)
# British, Australian and other words.
mince and tatties | beef.*ground|potato
chips | potato.*(fr(ied|ench)|chips)|chips
oven chips | potato.*french fried
fish fingers | fish.*(stick|portion)
chicken goujons | chicken.*(tender|strip|nugget)
crumpet with butter | crumpet|muffin
flapjack | granola bar|oat.*bar|flapjack|snacks.*granola
digestive biscuit | cookie|graham|cracker|biscuit
rich tea biscuits | cookie|cracker|biscuit
bacon butty | bacon
cheese toastie | cheese.*(grilled|sandwich)|sandwich.*cheese
pork pie | pork|pie
black pudding | blood sausage
spag bol | spaghetti
shepherds pie | shepherd|beef.*potato|pie
yorkshire pudding | popover|pudding|bread
mushy peas | peas
squash drink | fruit.*drink|squash|juice|drink
icing sugar | sugar.*powdered
caster sugar | sugar.*granulated|sugars, gran
double cream | cream.*heavy
single cream | cream.*(light|coffee)
clotted cream | cream
plain flour | flour.*white.*all-purpose
self raising flour | flour.*self-rising
cornflour | cornstarch
bicarbonate of soda | baking soda
treacle | molasses|syrup
golden syrup | syrup
tomato ketchup | catsup|ketchup
tomato puree | tomato.*(paste|puree)
rasher of smoked bacon | bacon
prawn cocktail | shrimp
tinned salmon | salmon.*canned
tinned pineapple | pineapple.*canned
cos lettuce | lettuce.*(cos|romaine)
capsicum | peppers?, (sweet|bell)|sweet.*pepper
kumara | sweet potato
silverbeet | chard
rockmelon | cantaloupe|melon
vegemite | yeast extract|vegemite
paw paw | papaya
pak choi | pak-choi|bok|cabbage, chinese
haricot beans | navy
gherkins | pickles?,? cucumber|pickle
mange tout | edible-podded
ladies fingers | okra|ladyfinger
dal | lentil
chapati | chapati|roti|bread.*wheat
paneer | paneer|cheese
basmati | rice.*white
ghee | ghee|butter oil|butter, clarified
# American words and dishes.
half n half | half and half
grits with butter | grits
hash browns | hash ?brown
tater tots | potato
mac n cheese | macaroni and cheese
grilled cheese | cheese
pb&j | peanut butter
ranch dressing | ranch
blue cheese dressing | blue.*cheese.*dressing|dressing, blue
chicken tenders | chicken tenders|chicken.*tender
chicken parm | chicken
philly cheesesteak | steak|sandwich.*steak
meatloaf | meat ?loaf
pot roast | beef.*(chuck|pot roast)
biscuit with sausage gravy | biscuit|gravy
breakfast burrito | burrito
quesadilla | quesadilla
nachos with cheese | nacho
beef taco | taco
fish tacos | taco|fish
chicken fajitas | fajita
churro | churro|doughnut
cole slaw | coleslaw
cobb salad | salad|chicken
potato salad | potato salad
string beans | beans, snap
garbanzo beans | chickpea
scallions | onions.*(spring|scallion)
arugula | arugula
rutabaga mashed | rutabaga
collard greens cooked | collards.*cooked
black eyed peas | cowpea|blackeye
succotash | succotash
cornbread stuffing | stuffing|cornbread
dill pickle spear | pickle.*dill
cool whip | whipped topping|dessert topping
pop tart | toaster pastr
kool aid | kool-?aid|drink|powder
gatorade blue | gatorade|sports drink|fruit punch
sprite | lemon-lime
pepsi max | cola|pepsi
red bull | red bull|energy drink
starbucks latte | latte|coffee
frappuccino | frappuccino|coffee|mocha
egg mcmuffin | mcmuffin
quarter pounder with cheese | quarter pounder.*cheese
french fries mcdonalds | french fries.*mcdonald|potato.*french|mcdonald.*fries
subway turkey sub | subway|turkey.*(sub|sandwich)
taco bell crunchy taco | taco.*taco bell
wendys frosty | frosty
kfc coleslaw | coleslaw
popeyes biscuit | biscuit.*popeyes|popeyes.*biscuit
oreo cookies | oreo|cookies?,? chocolate sandwich
nutella | hazelnut|nutella
snickers bar | snickers
kit kat | kit kat
cheetos | cheetos|cheese.*(puff|twist)
doritos nacho cheese | tortilla chips.*nacho
pringles | pringles|potato chips
ritz crackers | crackers?.*(ritz|standard snack|butter)|ritz
triscuit | triscuit|whole.wheat.*cracker|crackers?, (whole-)?wheat
lucky charms | lucky charms
frosted flakes | frosted flakes
rice krispies | rice krispies
philadelphia cream cheese | cream cheese|cheese, cream
velveeta | velveeta|cheese
spam | spam|luncheon meat
hellmans mayo | mayonnaise
heinz ketchup | catsup|ketchup
# From other kitchens.
sushi roll salmon | sushi|salmon|rice
miso soup | miso|soup
edamame beans boiled | edamame|soybeans
kimchi | kimchi|cabbage.*kimchi
tandoori chicken | chicken
chicken tikka masala | chicken|tikka
butter chicken | chicken
samosa | samosa|empanada|egg roll
hummus and pita | hummus|pita
baba ganoush | eggplant|baba
tabouli | tabbouleh|tabouli|bulgur
dolma | grape leaves|stuffed
spanakopita | spinach|phyllo|spanakopita
gyro | gyro|lamb
paella | rice|paella
chorizo sausage | chorizo
prosciutto | prosciutto|ham
gnocchi | gnocchi|potato|dumpling|pasta
risotto | risotto|rice
lasagne with meat sauce | lasagna.*meat
minestrone | minestrone
bruschetta | bread|tomato|bruschetta
tiramisu | tiramisu|cake|dessert|ladyfinger
sauerkraut | sauerkraut
bratwurst grilled | bratwurst
schnitzel | veal|pork|schnitzel
borscht | borscht|beet|soup
kefir plain | kefir
quark | quark|cottage|yogurt|cheese
crepe | crepe|pancake
baguette | french or vienna|baguette
croque monsieur | ham|cheese|sandwich
ratatouille | ratatouille|eggplant|vegetable
pho | pho|soup|noodle
spring rolls | spring roll|egg roll
dim sum dumplings | dumpling|wonton|egg roll|potsticker
sweet and sour pork | sweet and sour|pork
kung pao chicken | kung pao
chow mein chicken | chow mein
teriyaki chicken | teriyaki|^chicken
empanada | empanada|pastry|turnover
arepa | arepa
pupusa | pupusa
ceviche | fish|bass|ceviche
refried black beans | refried|beans, black
horchata | horchata|rice
tres leches | cake|milk
# More plain foods.
mandarin oranges tinned | tangerines.*canned|mandarin.*canned
medjool dates | dates?, medjool
prunes | plums.*dried|prunes
rhubarb stewed | rhubarb
watermelon chunks | watermelon
green grapes seedless | grapes
pears in juice canned | pears.*canned.*juice
fruit salad | fruit (salad|cocktail)
beet greens | beet greens
radicchio | radicchio
endive | endive
leeks cooked | leeks.*cooked
shallots | shallot
garlic clove | garlic
fresh basil | basil, fresh
oregano dried | oregano, dried
ground black pepper | pepper, black
sea salt | salt, table
baking powder | baking powder
vanilla extract | vanilla extract
yeast active dry | yeast.*(active dry|baker)
cocoa powder unsweetened | cocoa.*powder.*unsweetened
maple syrup | syrup.*maple
raw honey | honey
strawberry jam | jam|preserve
orange marmalade | marmalade
sesame oil | oil, sesame
coconut oil | oil,.*coconut
canola oil | oil,.*canola
sunflower seeds roasted | sunflower.*(roasted|toasted)
pumpkin seeds | pumpkin
brazil nuts | brazil ?nuts
cashew butter | cashew butter
trail mix | trail mix
granola homemade | granola.*homemade
muesli | muesli
corn flakes | corn flakes
all bran | all-bran|all bran
cream of wheat | cream of wheat
instant oatmeal maple brown sugar | oat.*maple
couscous cooked | couscous, cooked
millet | millet
barley pearl raw | barley.*pearled
whole wheat flour | flour.*whole.grain|wheat flour, whole
pizza cheese slice | pizza.*cheese
garlic bread | garlic bread|bread.*garlic
pita bread whole wheat | pita.*whole
taco shells | taco shells
wheat thins | wheat thins|crackers?.*wheat
saltines | saltine
rice cakes plain | rice cakes?
beef liver | beef.*liver
chicken liver | chicken.*liver
ground lamb | lamb, ground
bison burger | bison.*ground|bison
venison steak | deer
turkey bacon | bacon.*turkey|turkey bacon
canadian bacon | canadian.*bacon
italian sausage | sausage.*italian
kielbasa | kielbasa
beef hot dog | frankfurter.*beef
tuna steak | tuna.*(fresh|bluefin|yellowfin)
tuna in oil | tuna.*oil
sardines in tomato sauce | sardine.*tomato
anchovies | anchov
lobster tail | lobster
clams canned | clam.*canned
squid fried | squid.*fried
catfish fried | catfish.*(fried|breaded)
egg whites | egg.*white
egg substitute liquid | egg substitute
provolone | provolone
goat cheese soft | cheese, goat, soft
gouda | gouda
parmesan grated | parmesan.*grated
cream cheese fat free | cream cheese.*fat free|cheese, cream, fat free
mozzarella part skim | mozzarella.*part skim
vanilla yogurt low fat | yogurt.*vanilla.*low ?-?fat
frozen yogurt chocolate | frozen yogurt.*chocolate
evaporated milk | milk.*evaporated
powdered milk | milk.*dry
whipping cream | cream.*whipping
rice milk | rice milk|rice drink
soy yogurt | soy.*yogurt
tofu extra firm | tofu.*firm
tempeh cooked | tempeh.*cooked|tempeh
seitan | gluten|seitan|meat.*(less|extender)
veggie sausage | sausage, (vegetarian|meatless)
black bean burger | burger|black bean
lentil soup | lentil
chicken stock | (stock|broth).*chicken|chicken.*(broth|stock)
beef bouillon cube | bouillon|beef.*cube
gravy beef | gravy.*beef
pasta sauce | sauce.*(pasta|spaghetti|marinara)
alfredo sauce | alfredo
pesto | pesto
bbq sauce | barbecue
yellow mustard | mustard.*yellow
tartar sauce | tartar
balsamic vinegar | vinegar, balsamic
vinaigrette | vinegar|dressing
dark rum | rum
vodka soda | vodka|distilled
white wine glass | wine.*white
ipa beer | beer
sparkling water | carbonated|water
green tea | tea.*green|green tea
iced tea sweetened | tea.*(iced|ready-to-drink|instant).*
hot chocolate | cocoa|hot chocolate
protein shake chocolate | shake|protein
energy bar | energy bar|snack|bar
jelly beans | jellybean
gummy bears | gumdrop|gumm
dark chocolate 70 | chocolate, dark, 70
caramel popcorn | popcorn.*caramel
ice cream sandwich | ice cream.*sandwich|sandwich
sherbet orange | sherbet
carrot cake | cake.*carrot|carrot
chocolate cake with frosting | cake.*chocolate.*frosting
cupcake | cake|cupcake
danish pastry | danish
cinnamon roll | sweet roll.*cinnamon|cinnamon (roll|bun)|rolls?.*cinnamon
blueberry muffin | muffin.*blueberry
oatmeal raisin cookie | cookie.*oatmeal.*raisin|cookies?, oatmeal
peanut butter cookie | cookie.*peanut butter
sugar cookies | cookies?, sugar
fortune cookie | fortune
rice pudding | pudding.*rice|rice pudding
tapioca pudding | tapioca
creme brulee | custard|creme|flan|egg custard
`)
