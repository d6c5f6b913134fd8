const OPEN_FOOD_FACTS = "food_off_"

/** Whether a catalogue food with this id comes from Open Food Facts. */
export const isFromOpenFoodFacts = (id: string): boolean => id.startsWith(OPEN_FOOD_FACTS)

/** The source of a catalogue food that must be named with its licence; undefined for foods in the public domain. */
export const attributionOf = (id: string): string | undefined =>
  isFromOpenFoodFacts(id) ? "Open Food Facts, ODbL" : undefined
