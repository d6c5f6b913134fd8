/**
 * The names of Health Connect's exercise types by number, after the constants of `ExerciseSessionRecord`
 * (https://developer.android.com/reference/androidx/health/connect/client/records/ExerciseSessionRecord).
 */
export const HEALTH_CONNECT_EXERCISES: Readonly<Record<string, string>> = {
  "0": "Workout",
  "2": "Badminton",
  "4": "Baseball",
  "5": "Basketball",
  "8": "Cycling",
  "9": "Stationary Bike",
  "10": "Boot Camp",
  "11": "Boxing",
  "13": "Calisthenics",
  "14": "Cricket",
  "16": "Dancing",
  "25": "Elliptical",
  "26": "Exercise Class",
  "27": "Fencing",
  "28": "American Football",
  "29": "Australian Football",
  "31": "Frisbee",
  "32": "Golf",
  "33": "Guided Breathing",
  "34": "Gymnastics",
  "35": "Handball",
  "36": "High Intensity Interval Training",
  "37": "Hiking",
  "38": "Ice Hockey",
  "39": "Ice Skating",
  "44": "Martial Arts",
  "46": "Paddling",
  "47": "Paragliding",
  "48": "Pilates",
  "50": "Racquetball",
  "51": "Climbing",
  "52": "Roller Hockey",
  "53": "Rowing",
  "54": "Rowing Machine",
  "55": "Rugby",
  "56": "Running",
  "57": "Treadmill Running",
  "58": "Sailing",
  "59": "Scuba Diving",
  "60": "Skating",
  "61": "Skiing",
  "62": "Snowboarding",
  "63": "Snowshoeing",
  "64": "Soccer",
  "65": "Softball",
  "66": "Squash",
  "68": "Stair Climbing",
  "69": "Stair Machine",
  "70": "Strength Training",
  "71": "Stretching",
  "72": "Surfing",
  "73": "Open Water Swimming",
  "74": "Swimming",
  "75": "Table Tennis",
  "76": "Tennis",
  "78": "Volleyball",
  "79": "Walking",
  "80": "Water Polo",
  "81": "Weightlifting",
  "82": "Wheelchair",
  "83": "Yoga"
}

/** The name of an exercise type, given by number or as text such as `EXERCISE_TYPE_RUNNING` or `running`. */
export const exerciseName = (type: string): string => {
  if (/^\d{1,3}$/.test(type)) return HEALTH_CONNECT_EXERCISES[type] ?? "Workout"
  const words = type
    .replace(/^EXERCISE_TYPE_/, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[\s_]+/)
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(" ") || "Workout"
}
