import { once } from "../../../values/once.ts"
import { sportsOf } from "../names/sports.ts"

const byNumber = once(() => sportsOf("health-connect"))

/** The name of an exercise type, given by number or as text such as `EXERCISE_TYPE_RUNNING` or `running`. */
export const exerciseName = (type: string): string => {
  if (/^\d{1,3}$/.test(type)) return byNumber().get(type) ?? "Workout"
  const words = type
    .replace(/^EXERCISE_TYPE_/, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[\s_]+/)
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(" ") || "Workout"
}
