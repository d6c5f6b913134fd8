import { once } from "../../../../values/once.ts"
import { sportsOf } from "../../names/sports.ts"

const sports = once(() => sportsOf("activity-file"))
/** By sport and sub-sport, or by the sub-sport alone. */
const subSports = once(() => sportsOf("activity-file sub-sport"))

const keyOf = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, "_")

/** Writes `e_biking` as `E Biking`. */
const titled = (name: string): string =>
  name
    .trim()
    .split(/[\s_]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ")

/** The exercise name for an activity: the catalogue's if it has the sport, else the sport's own. */
export const exerciseOfSport = (sport: string, subSport = ""): string => {
  const [key, sub] = [keyOf(sport), keyOf(subSport)]
  const known = subSports().get(`${key} ${sub}`) ?? subSports().get(sub) ?? sports().get(key)
  return known ?? (/^\d*$/.test(key) ? "Workout" : titled(sport))
}
