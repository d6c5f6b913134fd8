/**
 * Exercises of the catalogue by the sports in activity files: those of the FIT profile, and its sub-sports that are
 * different exercises; the three of TCX; and apps' words for the type of a GPX track, including Strava's numbers for
 * its first types.
 */
const SPORTS: Readonly<Record<string, string>> = {
  "1": "Cycling",
  "4": "Hiking",
  "9": "Running",
  "10": "Walking",
  "16": "Swimming",
  "17": "Indoor Cycling",
  alpine_skiing: "Skiing",
  all: "Workout",
  backcountry_skiing: "Skiing",
  bike: "Cycling",
  biking: "Cycling",
  cross_country_skiing: "Cross-Country Skiing",
  dance: "Dancing",
  diving: "Scuba Diving",
  fitness_equipment: "Workout",
  floor_climbing: "Stair Climbing",
  generic: "Workout",
  gravel_cycling: "Cycling",
  hike: "Hiking",
  hiit: "HIIT",
  horseback_riding: "Horse Riding",
  indoor_running: "Treadmill",
  inline_skating: "Skating",
  jump_rope: "Jump Rope",
  mountaineering: "Hiking",
  mtb: "Mountain Biking",
  nordic_skiing: "Cross-Country Skiing",
  other: "Workout",
  paddling: "Kayaking",
  ride: "Cycling",
  road_biking: "Cycling",
  run: "Running",
  stand_up_paddleboarding: "Paddle Boarding",
  swim: "Swimming",
  trail_run: "Trail Running",
  trail_running: "Trail Running",
  training: "Workout",
  treadmill_running: "Treadmill",
  virtual_ride: "Indoor Cycling",
  walk: "Walking",
  winter_sport: "Skiing"
}

/** By sport and sub-sport, or by the sub-sport alone. */
const SUB_SPORTS: Readonly<Record<string, string>> = {
  badminton: "Badminton",
  bouldering: "Climbing",
  cardio_training: "Cardio",
  "cycling downhill": "Mountain Biking",
  "cycling mountain": "Mountain Biking",
  "cycling recumbent": "Recumbent Bike",
  "cycling spin": "Spinning",
  "cycling virtual_activity": "Indoor Cycling",
  elliptical: "Elliptical Trainer",
  "fitness_equipment treadmill": "Treadmill",
  flexibility_training: "Stretching",
  hiit: "HIIT",
  indoor_climbing: "Climbing",
  indoor_cycling: "Indoor Cycling",
  indoor_rowing: "Rowing Machine",
  indoor_running: "Treadmill",
  indoor_walking: "Treadmill Walking",
  mountain_downhill: "Mountain Biking",
  mountain_enduro: "Mountain Biking",
  padel: "Padel",
  pickleball: "Pickleball",
  pilates: "Pilates",
  rucking: "Rucking",
  "running trail": "Trail Running",
  "running treadmill": "Treadmill",
  "running virtual_activity": "Treadmill",
  spin: "Spinning",
  squash: "Squash",
  stair_climbing: "Stair Machine",
  strength_training: "Strength Training",
  table_tennis: "Table Tennis",
  ultimate: "Ultimate Frisbee",
  "walking treadmill": "Treadmill Walking",
  warm_up: "Warm-Up",
  yoga: "Yoga"
}

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
  const known = SUB_SPORTS[`${key} ${sub}`] ?? SUB_SPORTS[sub] ?? SPORTS[key]
  return known ?? (/^\d*$/.test(key) ? "Workout" : titled(sport))
}
