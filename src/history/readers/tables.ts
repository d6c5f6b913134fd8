import { cronometerBiometrics, cronometerDays, cronometerServings } from "./cronometer.ts"
import { fitNotesBody, fitNotesSets } from "./fitnotes.ts"
import { fitNotesSessions } from "./fitnotes-sessions.ts"
import { googleFitDays, googleFitQuarters } from "./google-fit.ts"
import { hevyMeasurements, hevyWorkouts } from "./hevy.ts"
import { myFitnessPalExercises, myFitnessPalMeals, myFitnessPalMeasurements } from "./myfitnesspal.ts"
import { plainReadings } from "./plain.ts"
import { strongWorkouts } from "./strong.ts"
import type { TableKind } from "./table.ts"
import { withingsWeights } from "./withings.ts"

/** Every kind of table, the more telling headers first. */
export const TABLE_KINDS: ReadonlyArray<TableKind> = [
  hevyWorkouts,
  hevyMeasurements,
  strongWorkouts,
  fitNotesSets,
  fitNotesBody,
  fitNotesSessions,
  cronometerServings,
  cronometerBiometrics,
  cronometerDays,
  withingsWeights,
  googleFitDays,
  googleFitQuarters,
  myFitnessPalMeals,
  myFitnessPalExercises,
  plainReadings,
  myFitnessPalMeasurements
]
