/**
 * Exercises of the catalogue by the activities of phones that are called otherwise there: Health Connect's types of exercise
 * (health-connect-exercises.ts), and those of HealthKit (https://developer.apple.com/documentation/healthkit/hkworkoutactivitytype)
 * as Apple's apps show them in English, indoors and outdoors.
 */
const EXERCISES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "Boot Camp": "Circuit Training",
    Bootcamp: "Circuit Training",
    "Cardio Dance": "Dancing",
    Climbing: "Rock Climbing",
    "Cross Country Skiing": "Cross-Country Skiing",
    Dance: "Dancing",
    "Dance Inspired Training": "Dancing",
    "Downhill Skiing": "Skiing",
    Elliptical: "Elliptical Trainer",
    "Equestrian Sports": "Horse Riding",
    Flexibility: "Stretching",
    Frisbee: "Ultimate Frisbee",
    "Disc Sports": "Ultimate Frisbee",
    "Hand Cycling": "Cycling",
    HIIT: "High-Intensity Interval Training",
    "High Intensity Interval Training": "High-Intensity Interval Training",
    "Indoor Cycle": "Cycling, Stationary",
    "Indoor Cycling": "Cycling, Stationary",
    "Indoor Rowing": "Rowing, Stationary",
    "Indoor Row": "Rowing, Stationary",
    "Indoor Run": "Running, Treadmill",
    "Indoor Running": "Running, Treadmill",
    "Indoor Swim": "Swimming",
    "Indoor Walk": "Walking, Treadmill",
    "Indoor Walking": "Walking, Treadmill",
    "Jump Rope": "Rope Jumping",
    "Open Water Swim": "Swimming",
    "Open Water Swimming": "Swimming",
    "Outdoor Cycle": "Cycling",
    "Outdoor Cycling": "Cycling",
    "Outdoor Rowing": "Rowing",
    "Outdoor Run": "Running",
    "Outdoor Running": "Running",
    "Outdoor Walk": "Walking",
    "Outdoor Walking": "Walking",
    "Paddle Sports": "Kayaking",
    Paddling: "Kayaking",
    "Pool Swim": "Swimming",
    "Pool Swimming": "Swimming",
    "Roller Hockey": "Hockey",
    Rower: "Rowing, Stationary",
    "Rowing Machine": "Rowing, Stationary",
    "Skating Sports": "Skating",
    "Snow Sports": "Skiing",
    "Social Dance": "Dancing",
    "Stair Machine": "Stairmaster",
    "Stair Stepper": "Stairmaster",
    Stairs: "Stair Climbing",
    "Stationary Bike": "Cycling, Stationary",
    "Step Training": "Aerobics",
    "Surfing Sports": "Surfing",
    "Track and Field": "Athletics",
    "Traditional Dance": "Dancing",
    Treadmill: "Running, Treadmill",
    "Treadmill Running": "Running, Treadmill",
    "Underwater Diving": "Scuba Diving",
    "Water Fitness": "Water Aerobics"
  }).map(([name, exercise]) => [name.toLowerCase(), exercise])
)

/** What the exercise of a session is called: as in the catalogue if an activity of phones is known there by another name. */
export const exerciseOfActivity = (title: string): string => EXERCISES.get(title.trim().toLowerCase()) ?? title
