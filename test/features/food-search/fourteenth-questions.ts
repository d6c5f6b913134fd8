import { questionsIn } from "./everyday-questions.ts"

/**
 * A fourteenth set: 60 everyday phrases in several languages, most of them of the forms "A and B" and "A with B", written
 * before the search was run. Where no food is both, the first named one is right. At first 83.3 % came first and 90.0 %
 * were among the first five. Then the search learnt what "mit", "avec" and "and" mean: 95.0 and 96.7 %. With
 * meatloaf and tea with biscuits among the words, 98.3 and 100 %.
 */
export const FOURTEENTH_FOOD_QUESTIONS = questionsIn(`
# English.
toast and jam | toast|bread.*toasted
eggs and bacon | egg
steak and chips | steak
yoghurt with berries and honey | yogurt
tea and biscuits | ^tea|tea, (hot|iced|black)|black tea
pork chops and applesauce | pork chop|pork.*chop
meatloaf and mashed potatoes | meat ?loaf
lemon and ginger tea | tea.*(ginger|lemon|herbal)|ginger tea
burger with cheese and bacon | (bacon.*(burger|cheeseburger)|(burger|cheeseburger).*bacon)
apple slices with peanut butter | apple
salad with grilled chicken | (chicken.*salad|salad.*chicken)
whisky and soda | whiske?y|highball|scotch
sweet potato with butter | sweet potato
vodka tonic with lime | vodka
pineapple chunks in juice | pineapple | juice, |^pineapple juice
grapefruit segments | grapefruit | juice
tinned tuna with mayo | tuna
asparagus spears with butter | asparagus
noodles with vegetables and tofu | (noodle|tofu|chow mein|lo mein)
ice cream with chocolate sauce | ice cream|sundae
# German.
Brot mit Butter | bread|toast
Spaghetti mit Tomatensauce | (spaghetti|pasta).*(tomato|red|marinara|meatless|sauce)
Reis mit Hähnchen | (rice.*chicken|chicken.*rice)|^(white )?rice|rice, (white|cooked)
Kaffee mit Milch | coffee.*milk|latte|cafe con leche|café con leche|^coffee
Würstchen mit Senf | sausage|frankfurter|hot dog
Fisch und Kartoffeln | fish
Quark mit Früchten | yogurt|cottage|quark|cheese
Müsli mit Joghurt | muesli|granola|cereal
# French.
poulet et riz | (chicken.*rice|rice.*chicken)|chicken
pain et fromage | bread|cheese sandwich|sandwich.*cheese
steak avec frites | steak
salade de fruits | fruit salad|fruit (cocktail|mixture)|salad.*fruit
soupe de légumes | vegetable.*soup|soup.*vegetable
thé avec du lait | tea.*milk|^tea
# Spanish.
pan con tomate | bread|toast|bruschetta
huevos con jamón | (egg.*ham|ham.*egg)|^eggs?\\b
arroz y frijoles | (rice.*beans|beans.*rice)
pollo con arroz | (chicken.*rice|rice.*chicken)
ensalada de atún | tuna.*salad|salad.*tuna
sopa de pollo | chicken.*soup|soup.*chicken|caldo de pollo
# Italian.
pasta al pesto | pasta.*pesto|pesto
pane e olio | bread
insalata di pollo | (chicken.*salad|salad.*chicken)
prosciutto e melone | prosciutto|ham\\b
spaghetti con polpette | (spaghetti|pasta).*meat ?ball
# Portuguese.
pão com queijo | bread|cheese sandwich|sandwich.*cheese
arroz com legumes | rice
bife com batatas fritas | steak|beef
salada de tomate | tomato
# Dutch.
brood met kaas | bread|cheese sandwich|sandwich.*cheese
friet met mayonaise | french fries|fries|potato.*fried
rijst met kip | (rice.*chicken|chicken.*rice)|^(white )?rice|rice, (white|cooked)
thee met suiker | tea
yoghurt met aardbeien | yogurt
# Polish and Turkish.
kurczak z ryżem | (chicken.*rice|rice.*chicken)|chicken
chleb z masłem | bread
zupa z soczewicy | lentil
kawa z mlekiem | coffee.*milk|latte|^coffee
tavuklu pilav | (chicken.*rice|rice.*chicken)|pilaf|rice
pirinç pilavı | rice|pilaf
`)
