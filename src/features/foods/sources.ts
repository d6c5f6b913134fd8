const OPEN_FOOD_FACTS = "food_off_"

/** Whether a catalogue food with this id comes from Open Food Facts. */
export const isFromOpenFoodFacts = (id: string): boolean => id.startsWith(OPEN_FOOD_FACTS)

/** Whether a text names a food of Open Food Facts by its id. */
export const mentionsOpenFoodFacts = (text: string): boolean => text.includes(`"${OPEN_FOOD_FACTS}`)

/** What must stand beside foods of Open Food Facts wherever they are passed on. */
export const OPEN_FOOD_FACTS_CREDIT =
  "Contains foods of Open Food Facts (https://world.openfoodfacts.org), which are under the Open Database License (https://opendatacommons.org/licenses/odbl/1-0/)"

/** The source of a catalogue food that must be named with its licence; undefined for foods in the public domain. */
export const attributionOf = (id: string): string | undefined =>
  isFromOpenFoodFacts(id) ? "Open Food Facts, ODbL" : undefined
