import { once } from "../../../values/once.ts"
import { sportsOf } from "../names/sports.ts"

const exercises = once(() => new Map([...sportsOf("phone")].map(([name, exercise]) => [name.toLowerCase(), exercise])))

/** The exercise name for an activity: the catalogue's, if the catalogue has the activity under another name. */
export const exerciseOfActivity = (title: string): string => exercises().get(title.trim().toLowerCase()) ?? title
