import { exerciseById } from "../../../features/exercises/exercises.ts"
import type { Match, Recorded } from "../ledger/mapping.ts"

/**
 * What a name means, unless its sets have weights and the exercise is a stretch: the catalogue calls some by what else is trained, such as
 * Overhead Triceps and Shoulder Raise. Then the stretch is only suggested. Names that an app has are what the app means by them.
 */
export const plausible = (match: Match, recorded: Recorded): Match => {
  if (match.by === "own" || match.by === "alias" || !recorded.weight) return match
  const exercise = exerciseById(match.exerciseId)
  if (exercise?.category !== "flexibility") return match
  return { by: "own", suggestions: [{ exerciseId: exercise.id, name: exercise.name }] }
}
