import type { Category, MuscleGroup, TrackingType } from "../../src/exercises/catalogue/read.ts"
import type { CompendiumCode } from "../../src/exercises/compendium.ts"

export interface Addition {
  readonly name: string
  readonly category: Category
  readonly trackingType: TrackingType
  readonly compendium: CompendiumCode
  readonly equipment: string
  readonly muscleGroups: ReadonlyArray<MuscleGroup>
}

const kind =
  (category: Category, trackingType: TrackingType) =>
  (
    name: string,
    compendium: CompendiumCode,
    equipment: string,
    ...muscleGroups: ReadonlyArray<MuscleGroup>
  ): Addition => ({ name, category, trackingType, compendium, equipment, muscleGroups })

const distance = kind("cardio", "distance_duration")
const activity = kind("cardio", "duration")
const practice = kind("flexibility", "duration")
const pose = kind("flexibility", "hold")
const hold = kind("bodyweight", "hold")
const move = kind("bodyweight", "reps")
const lift = kind("strength", "weight_reps")
const carry = kind("strength", "distance_duration")

/** What people log every day and the source does not have. */
export const ADDITIONS: ReadonlyArray<Addition> = [
  distance("Running", "12050", "", "quadriceps", "calves", "glutes", "hamstrings"),
  distance("Sprinting", "12090", "", "hamstrings", "quadriceps", "calves", "glutes"),
  distance("Walking", "17190", "", "quadriceps", "calves", "glutes", "hamstrings"),
  distance("Incline Walking, Treadmill", "17035", "machine", "glutes", "calves", "hamstrings", "quadriceps"),
  distance("Hiking", "17080", "", "quadriceps", "calves", "glutes", "hamstrings"),
  distance("Rucking", "17010", "backpack", "quadriceps", "calves", "glutes", "hamstrings", "lower back", "traps"),
  distance("Mountain Biking", "01009", "bicycle", "quadriceps", "calves", "glutes", "hamstrings"),
  distance("Swimming", "18310", "", "lats", "shoulders", "chest", "triceps", "glutes"),
  distance("Rowing", "02071", "boat", "middle back", "lats", "biceps", "quadriceps", "hamstrings", "lower back"),
  distance("Ski Machine", "02080", "machine", "lats", "triceps", "abdominals", "shoulders"),
  activity("Assault Bike", "01200", "machine", "quadriceps", "calves", "chest", "hamstrings", "shoulders"),
  activity("Spinning", "01270", "machine", "quadriceps", "calves", "glutes", "hamstrings"),
  activity("Stair Climbing", "17131", "", "quadriceps", "calves", "glutes", "hamstrings"),
  activity("High-Intensity Interval Training", "02210", "", "quadriceps", "abdominals", "glutes", "shoulders"),
  activity("Circuit Training", "02035", "", "quadriceps", "abdominals", "chest", "shoulders"),
  activity("Aerobics", "02000", "", "quadriceps", "calves", "glutes", "shoulders"),
  activity("Dancing", "02005", "", "quadriceps", "calves", "glutes"),
  activity("Zumba", "02310", "", "quadriceps", "calves", "glutes"),
  activity("Water Aerobics", "02120", "", "quadriceps", "shoulders", "abdominals"),
  activity("Boxing", "15110", "heavy bag", "shoulders", "abdominals", "chest", "triceps"),
  activity("Kickboxing", "15457", "", "quadriceps", "shoulders", "abdominals", "glutes"),
  activity("Martial Arts", "15425", "", "quadriceps", "shoulders", "abdominals", "glutes"),
  activity("Rock Climbing", "15537", "", "lats", "forearms", "biceps", "middle back"),
  activity("Basketball", "15055", "basketball", "quadriceps", "calves", "glutes", "shoulders"),
  activity("Soccer", "15610", "ball", "quadriceps", "calves", "glutes", "hamstrings"),
  activity("Volleyball", "15710", "volleyball", "quadriceps", "calves", "shoulders"),
  activity("Tennis", "15675", "racket", "shoulders", "forearms", "quadriceps", "calves"),
  activity("Badminton", "15030", "racket", "shoulders", "forearms", "quadriceps", "calves"),
  activity("Squash", "15652", "racket", "shoulders", "forearms", "quadriceps", "calves"),
  activity("Table Tennis", "15660", "racket", "shoulders", "forearms"),
  activity("Golf", "15255", "golf clubs", "abdominals", "shoulders", "forearms"),

  practice("Yoga", "02150", "", "hamstrings", "lower back", "shoulders", "abdominals"),
  practice("Power Yoga", "02160", "", "abdominals", "hamstrings", "shoulders", "quadriceps"),
  practice("Pilates", "02105", "", "abdominals", "glutes", "lower back"),
  practice("Tai Chi", "15670", "", "quadriceps", "abdominals"),
  practice("Stretching", "02101", "", "hamstrings", "quadriceps", "calves", "shoulders"),
  practice("Foam Rolling", "02101", "foam roller", "quadriceps", "hamstrings", "calves", "middle back"),
  pose("Downward Dog", "02150", "", "hamstrings", "calves", "shoulders"),
  pose("Cobra Stretch", "02101", "", "abdominals", "lower back"),
  pose("Pigeon Pose", "02101", "", "glutes", "abductors"),
  kind("flexibility", "reps")("Sun Salutation", "02180", "", "hamstrings", "shoulders", "abdominals", "lower back"),

  hold("Wall Sit", "02056", "", "quadriceps", "glutes", "hamstrings"),
  hold("Dead Hang", "02056", "pull-up bar", "forearms", "lats", "shoulders"),
  hold("Hollow Hold", "02056", "", "abdominals"),
  hold("L-Sit", "02056", "", "abdominals", "quadriceps", "triceps"),
  hold("Handstand", "02056", "", "shoulders", "triceps", "traps"),
  kind("bodyweight", "duration")("Bear Crawl", "02020", "", "shoulders", "abdominals", "quadriceps"),
  move("Burpee", "02020", "", "quadriceps", "chest", "shoulders", "abdominals", "glutes"),
  move("Jumping Jack", "02020", "", "calves", "shoulders", "abductors", "adductors"),
  move("High Knees", "02020", "", "quadriceps", "abdominals", "calves"),
  move("Bird Dog", "02056", "", "lower back", "abdominals", "glutes"),
  move("Bodyweight Calf Raise", "02056", "", "calves"),
  move("Bodyweight Lunge", "02056", "", "quadriceps", "glutes", "hamstrings"),
  move("Reverse Lunge", "02056", "", "quadriceps", "glutes", "hamstrings"),
  move("Lateral Lunge", "02056", "", "quadriceps", "adductors", "glutes"),
  move("Fire Hydrant", "02056", "", "abductors", "glutes"),
  move("Knee Push-Up", "02056", "", "chest", "shoulders", "triceps"),
  move("Pike Push-Up", "02022", "", "shoulders", "triceps"),
  move("Lying Leg Raise", "02056", "", "abdominals"),
  move("Pistol Squat", "02056", "", "quadriceps", "glutes", "hamstrings", "calves"),
  move("Step-Up", "02056", "box", "quadriceps", "glutes", "hamstrings"),
  move("Toes to Bar", "02022", "pull-up bar", "abdominals", "lats", "forearms"),

  lift("Bulgarian Split Squat", "02052", "dumbbell", "quadriceps", "glutes", "hamstrings"),
  lift("Dumbbell Romanian Deadlift", "02052", "dumbbell", "hamstrings", "glutes", "lower back"),
  lift("Kettlebell Swing", "02058", "kettlebell", "hamstrings", "glutes", "lower back", "shoulders"),
  lift("Pendlay Row", "02054", "barbell", "middle back", "lats", "biceps"),
  lift("Thruster", "02052", "barbell", "shoulders", "quadriceps", "glutes", "triceps"),
  lift("Wall Ball", "02052", "medicine ball", "quadriceps", "shoulders", "glutes"),
  lift("Assisted Pull-Up Machine", "02054", "machine", "lats", "biceps", "middle back"),
  lift("Assisted Dip Machine", "02054", "machine", "triceps", "chest", "shoulders"),
  lift("Cable Lateral Raise", "02054", "cable", "shoulders"),
  carry("Suitcase Carry", "02050", "dumbbell", "forearms", "abdominals", "traps")
]
