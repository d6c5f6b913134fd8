/** Paths of settings that lead to each other. */
export const MEALS_PATH = "/app/settings/meals"
export const MEAL_PATH = "/app/settings/meals/meal"
export const EXERCISES_PATH = "/app/settings/exercises"
export const EXERCISE_PATH = "/app/settings/exercises/exercise"
