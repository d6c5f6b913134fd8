/** Paths of settings that lead to each other. */
export const MEALS_PATH = "/app/settings/meals"
export const MEAL_PATH = "/app/settings/meals/meal"
