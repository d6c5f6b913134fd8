import { cronometerBiometrics, cronometerDays, cronometerExercises, cronometerServings } from "./cronometer.ts"
import { fatSecretDiary } from "./fatsecret.ts"
import { fitbitDays, fitbitTables } from "./fitbit-tables.ts"
import { fitbodSets } from "./fitbod.ts"
import { fitNotesBody, fitNotesSets } from "./fitnotes.ts"
import { fitNotesSessions } from "./fitnotes-sessions.ts"
import { garminActivities } from "./garmin.ts"
import { garminSteps } from "./garmin-steps.ts"
import { garminWeights } from "./garmin-weights.ts"
import { googleFitDays, googleFitQuarters } from "./google-fit.ts"
import { googleHealthBody, googleHealthExercises, googleHealthSteps } from "./google-health.ts"
import { gymBookSets } from "./gymbook.ts"
import { healthAutoExportWorkouts } from "./health-auto-export-workouts.ts"
import { hevyMeasurements, hevyWorkouts } from "./hevy.ts"
import { jefitExport } from "./jefit.ts"
import { libraWeights } from "./libra.ts"
import { loseItBodyFat, loseItExercises, loseItFoods, loseItSteps, loseItWeights } from "./lose-it.ts"
import { myFitnessPalExercises, myFitnessPalMeals, myFitnessPalMeasurements } from "./myfitnesspal.ts"
import { ouraDays, ouraWorkouts } from "./oura.ts"
import { plainReadings } from "./plain.ts"
import { runkeeperActivities } from "./runkeeper.ts"
import { samsungHealthTable } from "./samsung-health.ts"
import { eufyWeights, happyScaleWeights, healthAutoExportDays, renphoWeights } from "./scales.ts"
import { stravaActivities } from "./strava.ts"
import { strongWorkouts } from "./strong.ts"
import { strongLiftsExercises, strongLiftsSessions } from "./stronglifts.ts"
import type { TableKind } from "./table.ts"
import { whoopCycles, whoopWorkouts } from "./whoop.ts"
import { withingsSteps, withingsWeights } from "./withings.ts"
import { yazioFoods, yazioSums } from "./yazio-tables.ts"

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
  whoopCycles,
  renphoWeights,
  eufyWeights,
  libraWeights,
  happyScaleWeights,
  healthAutoExportDays,
  healthAutoExportWorkouts,
  ouraDays,
  ouraWorkouts,
  yazioFoods,
  yazioSums,
  myFitnessPalMeals,
  myFitnessPalExercises,
  plainReadings,
  myFitnessPalMeasurements
]
