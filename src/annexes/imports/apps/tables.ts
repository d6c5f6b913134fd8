import type { TableKind } from "../formats/table.ts"
import { libraWeights } from "./body/libra.ts"
import { plainReadings } from "./body/plain.ts"
import { eufyWeights, happyScaleWeights, healthAutoExportDays, renphoWeights } from "./body/scales.ts"
import { withingsSleeps, withingsSteps, withingsWeights } from "./body/withings.ts"
import { cronometerBiometrics, cronometerDays, cronometerExercises, cronometerServings } from "./food/cronometer.ts"
import { fatSecretDiary } from "./food/fatsecret.ts"
import { loseItBodyFat, loseItExercises, loseItFoods, loseItSteps, loseItWeights } from "./food/lose-it.ts"
import { myFitnessPalExercises, myFitnessPalMeals, myFitnessPalMeasurements } from "./food/myfitnesspal.ts"
import { yazioFoods, yazioSums } from "./food/yazio-tables.ts"
import { plainFoods, plainSessions } from "./plain-tables.ts"
import { fitbitDays, fitbitTables } from "./recorders/fitbit-tables.ts"
import { garminActivities } from "./recorders/garmin.ts"
import { garminSteps } from "./recorders/garmin-steps.ts"
import { garminWeights } from "./recorders/garmin-weights.ts"
import { googleFitDays, googleFitQuarters } from "./recorders/google-fit.ts"
import {
  googleHealthBody,
  googleHealthExercises,
  googleHealthPulses,
  googleHealthSleeps,
  googleHealthSteps
} from "./recorders/google-health.ts"
import { healthAutoExportWorkouts } from "./recorders/health-auto-export-workouts.ts"
import { ouraDays, ouraSleeps, ouraWorkouts } from "./recorders/oura.ts"
import { runkeeperActivities } from "./recorders/runkeeper.ts"
import { samsungHealthTable } from "./recorders/samsung-health.ts"
import { stravaActivities } from "./recorders/strava.ts"
import { whoopCycles, whoopRecovery, whoopSleeps, whoopWorkouts } from "./recorders/whoop.ts"
import { fitbodSets } from "./strength/fitbod.ts"
import { fitNotesBody, fitNotesSets } from "./strength/fitnotes.ts"
import { fitNotesSessions } from "./strength/fitnotes-sessions.ts"
import { gymBookSets } from "./strength/gymbook.ts"
import { hevyMeasurements, hevyWorkouts } from "./strength/hevy.ts"
import { jefitExport } from "./strength/jefit.ts"
import { strongWorkouts } from "./strength/strong.ts"
import { strongLiftsExercises, strongLiftsSessions } from "./strength/stronglifts.ts"

/** Every supported kind of table, those with the most distinctive headers first. */
export const TABLE_KINDS: ReadonlyArray<TableKind> = [
  hevyWorkouts,
  hevyMeasurements,
  strongWorkouts,
  fitNotesSets,
  fitNotesBody,
  fitNotesSessions,
  cronometerServings,
  cronometerBiometrics,
  cronometerExercises,
  cronometerDays,
  withingsWeights,
  withingsSteps,
  withingsSleeps,
  googleFitDays,
  googleFitQuarters,
  garminActivities,
  garminWeights,
  garminSteps,
  stravaActivities,
  runkeeperActivities,
  samsungHealthTable,
  fitbitTables,
  fitbitDays,
  googleHealthBody,
  googleHealthSteps,
  googleHealthExercises,
  googleHealthPulses,
  googleHealthSleeps,
  fitbodSets,
  jefitExport,
  strongLiftsExercises,
  strongLiftsSessions,
  gymBookSets,
  loseItFoods,
  loseItExercises,
  loseItWeights,
  loseItSteps,
  loseItBodyFat,
  fatSecretDiary,
  whoopWorkouts,
  whoopSleeps,
  whoopRecovery,
  whoopCycles,
  renphoWeights,
  eufyWeights,
  libraWeights,
  happyScaleWeights,
  healthAutoExportDays,
  healthAutoExportWorkouts,
  ouraDays,
  ouraWorkouts,
  ouraSleeps,
  yazioFoods,
  yazioSums,
  myFitnessPalMeals,
  myFitnessPalExercises,
  plainReadings,
  plainFoods,
  plainSessions,
  myFitnessPalMeasurements
]
