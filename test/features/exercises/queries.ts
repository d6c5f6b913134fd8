/**
 * What people type every day. `first` must come first, where it is given, and all of `among` within the first five.
 */
export interface EverydayQuery {
  readonly query: string
  readonly first?: string
  readonly among?: ReadonlyArray<string>
}

export const EVERYDAY_QUERIES: ReadonlyArray<EverydayQuery> = [
  { query: "bench press", first: "Barbell Bench Press", among: ["Dumbbell Bench Press"] },
  { query: "Bench", first: "Barbell Bench Press", among: ["Dumbbell Bench Press"] },
  { query: "squat", first: "Barbell Squat", among: ["Bodyweight Squat", "Goblet Squat"] },
  { query: "squats", first: "Barbell Squat", among: ["Bodyweight Squat"] },
  { query: "front squat", first: "Front Barbell Squat" },
  { query: "deadlift", first: "Barbell Deadlift", among: ["Romanian Deadlift", "Sumo Deadlift"] },
  { query: "rdl", first: "Romanian Deadlift", among: ["Dumbbell Romanian Deadlift"] },
  { query: "ohp", first: "Standing Military Press" },
  { query: "overhead press", first: "Standing Military Press" },
  { query: "shoulder press", first: "Dumbbell Shoulder Press", among: ["Barbell Shoulder Press"] },
  { query: "press", among: ["Barbell Bench Press", "Leg Press", "Dumbbell Bench Press"] },
  { query: "curl", first: "Dumbbell Biceps Curl", among: ["Barbell Curl", "Hammer Curls"] },
  { query: "bicep curl", first: "Dumbbell Biceps Curl" },
  { query: "hammer curl", first: "Hammer Curls" },
  { query: "row", first: "Bent Over Barbell Row", among: ["Seated Cable Rows", "One-Arm Dumbbell Row"] },
  { query: "rowing machine", first: "Rowing, Stationary" },
  { query: "pull up", first: "Pull-Up" },
  { query: "pullups", first: "Pull-Up" },
  { query: "chin up", first: "Chin-Up" },
  { query: "push-ups", first: "Push-Up" },
  { query: "pushup", first: "Push-Up", among: ["Incline Push-Up"] },
  { query: "dips", first: "Dips - Triceps Version", among: ["Dips - Chest Version", "Bench Dips"] },
  { query: "plank", first: "Plank", among: ["Side Bridge"] },
  { query: "lunge", first: "Bodyweight Lunge", among: ["Dumbbell Lunges", "Barbell Lunge"] },
  { query: "lat pulldown", first: "Wide-Grip Lat Pulldown" },
  { query: "lateral raise", first: "Side Lateral Raise", among: ["Cable Lateral Raise"] },
  { query: "leg press", first: "Leg Press" },
  { query: "leg curl", first: "Lying Leg Curls", among: ["Seated Leg Curl"] },
  { query: "calf raise", first: "Standing Calf Raises", among: ["Seated Calf Raise"] },
  { query: "hip thrust", first: "Barbell Hip Thrust" },
  { query: "bulgarian", first: "Bulgarian Split Squat" },
  { query: "face pull", first: "Face Pull" },
  { query: "chest fly", first: "Dumbbell Flyes", among: ["Butterfly", "Cable Crossover"] },
  { query: "skull crushers", first: "EZ-Bar Skullcrusher" },
  { query: "triceps", among: ["Triceps Pushdown", "Dips - Triceps Version"] },
  { query: "crunches", first: "Crunches", among: ["Bicycle Crunch", "Reverse Crunch"] },
  { query: "sit up", first: "Sit-Up" },
  { query: "burpees", first: "Burpee" },
  { query: "box jump", first: "Front Box Jump" },
  { query: "jump rope", first: "Rope Jumping" },
  { query: "kettlebell swing", first: "Kettlebell Swing" },
  { query: "farmers walk", first: "Farmer's Walk" },
  { query: "run", first: "Running", among: ["Running, Treadmill", "Trail Running/Walking"] },
  { query: "jog", first: "Running", among: ["Jogging, Treadmill"] },
  { query: "treadmill", first: "Running, Treadmill", among: ["Walking, Treadmill", "Jogging, Treadmill"] },
  { query: "walk", first: "Walking", among: ["Walking, Treadmill", "Farmer's Walk"] },
  { query: "hike", first: "Hiking" },
  { query: "bike", first: "Cycling", among: ["Cycling, Stationary"] },
  { query: "swim", first: "Swimming" },
  { query: "yoga", first: "Yoga", among: ["Power Yoga"] },
  { query: "stretch", first: "Stretching" },
  { query: "foam roll", first: "Foam Rolling" },
  { query: "plie squat", first: "Plié Dumbbell Squat" }
]
