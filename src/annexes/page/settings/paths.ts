import type { DeviceId } from "../../imports/devices/model.ts"
import type { WebhookId } from "../../webhooks/model.ts"

/** Paths of settings that link to each other. */
export const MEALS_PATH = "/app/settings/meals"
export const MEAL_PATH = "/app/settings/meals/meal"
export const mealPath = (id: string): string => `${MEAL_PATH}?id=${encodeURIComponent(id)}`
export const FOODS_PATH = "/app/settings/foods"
export const FOOD_PATH = "/app/settings/foods/food"
export const foodPath = (id: string): string => `${FOOD_PATH}?id=${encodeURIComponent(id)}`
export const RECIPES_PATH = "/app/settings/recipes"
export const RECIPE_PATH = "/app/settings/recipes/recipe"
export const recipePath = (id: string): string => `${RECIPE_PATH}?id=${encodeURIComponent(id)}`
export const EXERCISES_PATH = "/app/settings/exercises"
/** Where an exercise of this name is made. */
export const newExercisePath = (name: string): string =>
  `${EXERCISES_PATH}?${new URLSearchParams({ name: name.trim() })}`
export const EXERCISE_PATH = "/app/settings/exercises/exercise"
export const exercisePath = (id: string): string => `${EXERCISE_PATH}?id=${encodeURIComponent(id)}`
export { PHONE_PATH } from "../frame/paths.ts"
export const DEVICE_PATH = "/app/settings/phone/device"

/** The page of a device. */
export const deviceAddress = (id: DeviceId): string => `${DEVICE_PATH}?id=${encodeURIComponent(id)}`

export const WEBHOOKS_PATH = "/app/settings/webhooks"
export const WEBHOOK_PATH = "/app/settings/webhooks/webhook"

/** The page of a webhook. */
export const webhookAddress = (id: WebhookId): string => `${WEBHOOK_PATH}?id=${encodeURIComponent(id)}`
