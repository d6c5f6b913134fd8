import { questionsIn } from "./everyday-questions.ts"

/**
 * A twelfth set: 149 foods in German, French, Spanish, Italian, Portuguese, Dutch, Polish and Turkish, written before the
 * table of words of these languages. Without it, 19.5 % came first and 20.1 % were among the first five.
 */
export const TWELFTH_FOOD_QUESTIONS = questionsIn(`
# German.
Haferflocken | oat
Magerquark | quark|yogurt.*(greek|plain).*(nonfat|fat.?free)|cottage|cheese, (farmer|fresh)|greek
Vollkornbrot | bread.*(whole|rye|wheat|grain)|pumpernickel
Hähnchenbrust | chicken.*breast
Rührei | egg.*scrambled|scrambled.*egg
Bratkartoffeln | potato.*(fried|hash|roast)|home fries|hash brown
Kartoffelpüree | potato.*mashed|mashed potato
Apfelschorle | apple.*(juice|drink)|juice.*apple
Sauerkraut | sauerkraut
Leberwurst | liver|braunschweiger
Frikadelle | meatball|patty|meat ?loaf|hamburger|ground beef
Hackfleisch | ground|minced
Joghurt | yogurt
Erdbeeren | strawberr
Gurke | cucumber
Butterbrezel | pretzel
Weizenbier | beer
Nudeln | pasta|noodle|spaghetti|macaroni
Linsensuppe | lentil
# French.
lait d'avoine | oat milk|oat.*(beverage|milk)
fromage blanc | cheese|yogurt|quark
poulet rôti | chicken.*(roast|rotisserie|baked)
jambon | ham\\b
baguette | baguette|bread.*french|french.*bread|bread.*(italian|vienna)
haricots verts | green bean|beans?,.*(snap|string|green)
pommes de terre | potato
frites | (french fries|fried potato|potato.*(fried|fries))
riz blanc | rice.*white|white rice
oeuf dur | egg.*(boiled|hard|whole)
saumon fumé | salmon.*(smoked|lox)|lox|smoked salmon
crème brûlée | cr[eè]me br|custard|flan
pain complet | bread.*(whole|wheat)|whole wheat
fraises | strawberr
eau gazeuse | water.*(carbonated|sparkling|seltzer|bubbly|club)|club soda|seltzer
compote de pommes | apple ?sauce|apple.*(sauce|stewed|cooked)
moutarde | mustard
crevettes | shrimp|prawn
champignons | mushroom
# Spanish.
pechuga de pollo | chicken.*breast
arroz con pollo | (rice.*chicken|chicken.*rice|arroz con pollo)
huevos revueltos | egg.*scrambled|scrambled.*egg
leche desnatada | milk.*(skim|fat.?free|nonfat)|skim milk
frijoles negros | black bean|beans?, black
aguacate | avocado
pan integral | bread.*(whole|wheat)|whole wheat
atún en lata | tuna.*can|canned.*tuna|tuna
queso fresco | queso fresco|cheese.*(white|fresh|mexican|queso)|queso
manzana | apple
zumo de naranja | orange juice|juice.*orange
tortilla de patatas | omelet.*potato|potato.*omelet|tortilla.*potato|egg.*potato|omelet
garbanzos | chickpea|garbanzo
lentejas | lentil
carne picada | ground|minced
batido de fresa | (milk ?shake|shake|smoothie|milk).*strawberr|strawberr.*(milk|shake|smoothie)
café con leche | (coffee|latte|cafe con leche)
plátano | banana|plantain
aceite de oliva | olive oil|oil.*olive
# Italian.
petto di pollo | chicken.*breast
mozzarella di bufala | mozzarella
prosciutto crudo | prosciutto|ham\\b
pomodori | tomato
fagioli | bean
zucchine | zucchini|squash.*(summer|green)
uova sode | egg.*(boiled|hard|whole)
pane | bread
riso integrale | (brown.*rice|rice.*brown)
insalata mista | salad|lettuce
melanzane alla parmigiana | eggplant.*parm|eggplant
tonno | tuna
gelato al cioccolato | ice cream.*chocolate|chocolate.*ice cream|gelato
mela | apple
latte intero | milk.*whole|whole milk|^milk
spinaci | spinach
burro | butter|burrito
funghi | mushroom
cornetto | croissant|cone
# Portuguese.
peito de frango | chicken.*breast
arroz e feijão | (rice.*bean|bean.*rice)
pão de queijo | (cheese.*(bread|roll|biscuit)|bread.*cheese|pao de queijo)
bacalhau | cod\\b|codfish
ovo cozido | egg.*(boiled|hard|whole)
batata doce | sweet ?potato
leite magro | milk.*(skim|fat.?free|nonfat)|skim milk
queijo | cheese
maçã | apple
feijão preto | black bean|beans?, black
pastel de nata | custard.*(pie|tart)|(tart|pie).*(custard|egg)|custard
camarão | shrimp|prawn
aveia | oat
carne de porco | pork
mamão | papaya
iogurte natural | yogurt.*plain|plain.*yogurt|yogurt
suco de laranja | orange juice|juice.*orange
manteiga de amendoim | peanut butter
# Dutch.
kipfilet | chicken.*breast|chicken.*fillet
volkoren brood | bread.*(whole|wheat)|whole wheat
pindakaas | peanut butter
kwark | quark|yogurt|cottage
hagelslag | sprinkle|chocolate
gehaktbal | meatball|meat ball
aardappelen | potato
stamppot | potato.*(mash|kale|cabbage|carrot|veg)|mashed
halfvolle melk | milk.*(2|reduced|low)|reduced fat milk
sinaasappel | orange
komkommer | cucumber
karnemelk | buttermilk
boerenkool | kale
rookworst | sausage
appelmoes | apple ?sauce
zalm | salmon
pannenkoek | pancake|crepe
stroopwafel | waffle|cookie
tosti | (ham|cheese).*(sandwich|toast|grilled)|grilled cheese|sandwich.*cheese
# Polish.
pierś z kurczaka | chicken.*breast
płatki owsiane | oat
twaróg | cottage|cheese|quark
jajecznica | egg.*scrambled|scrambled.*egg
ziemniaki | potato
kotlet schabowy | pork.*(chop|cutlet|bread)|(breaded|fried).*pork
pierogi ruskie | pierogi
bigos | cabbage|sauerkraut|stew
żurek | soup|rye
kasza gryczana | buckwheat|kasha
ogórek kiszony | pickle|cucumber
kefir | kefir
chleb żytni | bread.*rye|rye.*bread|pumpernickel
jabłko | apple
ser żółty | cheese
szynka | ham\\b
łosoś | salmon
gołąbki | cabbage.*(stuffed|roll|meat)|stuffed cabbage
naleśniki | crepe|pancake
# Turkish.
tavuk göğsü | chicken.*breast
mercimek çorbası | lentil
beyaz peynir | feta|cheese.*(white|goat|fresh)
yumurta | egg
ayran | yogurt|kefir|buttermilk|lassi
köfte | meatball|kofta|patty|ground
bulgur pilavı | bulgur
döner | gyro|kebab|doner|shawarma
simit | bagel|pretzel|bread.*sesame|simit
menemen | egg.*(tomato|scrambled|omelet)|omelet|menemen
baklava | baklava
zeytin | olive
domates | tomato
kuru fasulye | beans?
pirinç | rice
süt | milk
cacık | tzatziki|yogurt
`)
