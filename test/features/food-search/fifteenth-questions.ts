import { questionsIn } from "./everyday-questions.ts"

/**
 * A fifteenth set: 60 dishes, drinks and products as people type them, from several kitchens, with abbreviations and
 * plurals, written before the search was run. At first 90.0 % came first and 93.3 % were among the first five; with words
 * for the missed ones, 91.7 and 96.7 %.
 */
export const FIFTEENTH_FOOD_QUESTIONS = questionsIn(`
# From home.
scrambled eggs w cheese | (scrambled egg|egg.*scrambled|omelet).*cheese|egg.*scrambled|scrambled egg
pb&j sandwich | peanut butter.*jell?y|peanut butter.*jam
chicken caesar wrap | (chicken.*(wrap|caesar)|wrap.*chicken)
blt | bacon.*lettuce.*tomato|b\\.?l\\.?t
turkey club | (club.*sandwich|turkey.*club|club.*turkey|turkey.*sandwich)
grilled cheese | grilled.*cheese.*sandwich|cheese sandwich, grilled
sloppy joes | sloppy joe
shepherds pie | shepherd
chicken pot pie | chicken.*pot pie|pot pie.*chicken|chicken/turkey pot pie
beef stroganoff | stroganoff
tuna casserole | tuna.*casserole
stuffed peppers | stuffed.*pepper|pepper.*stuffed
corn on the cob | corn.*cob
baked potato w sour cream | (potato.*baked|baked potato)
cornbread | cornbread|corn bread
biscuits n gravy | biscuit.*gravy
corned beef hash | corned beef hash
swedish meatballs | swedish meatball|meatball
egg salad sandwich | egg salad.*sandwich|egg salad sub
loaded nachos | nachos
# From elsewhere.
chicken shawarma | shawarma|gyro|chicken.*(pita|kebab|kabob)
falafel wrap | falafel
dal | lentil|\\bdal\\b
samosas | samosa
butter naan | naan
chicken biryani | biryani
chana masala | chickpea.*curry|chana|curry.*chickpea|chickpeas
pho | \\bpho\\b
banh mi | banh mi|vietnamese.*sandwich|pork sandwich
spring rolls | spring roll|egg roll|summer roll
kung pao chicken | kung pao
sweet n sour pork | sweet and sour pork|sweet & sour pork
miso soup | miso
edamame | edamame|soybeans, (green|immature)
bibimbap | bibimbap|korean.*rice|rice.*(beef|vegetable)
carnitas tacos | taco.*(pork|carnitas)|(pork|carnitas).*taco
enchiladas | enchilada
tamales | tamale
elote | corn.*(cob|mexican|elote)|elote
paella | paella
risotto | risotto
gnocchi | gnocchi
eggplant parm | eggplant.*parm
borscht | borscht|beet soup
pierogies | pierog
spanakopita | spanakopita|spinach.*(pie|phyllo|filo)
hummus n pita | hummus
tabouli | tabb?oul[ie]h?
# Drinks and products.
iced caramel latte | (latte.*(iced|flavored|caramel)|(iced|caramel).*latte)
decaf coffee | coffee.*decaf|decaf.*coffee
oj | orange juice
diet coke | cola.*diet|diet.*cola|coke
g&t | gin.*tonic|tonic.*gin
ipa | beer|\\bale\\b
protein bar | protein.*bar|bar.*protein
greek yogurt 0% | greek.*yogurt.*(nonfat|fat free)|yogurt.*greek.*(nonfat|fat free)
rice krispies | rice krispies|crispy rice|rice.*cereal
pop tart | pop[- ]?tart|toaster pastr
cheese stick | mozzarella.*(stick|string)|string cheese|cheese stick
choc chip cookies | chocolate chip cookie|cookie.*chocolate chip
`)
