import { cronometerBiometrics, cronometerDays, cronometerServings } from "./cronometer.ts"
import { fatSecretDiary } from "./fatsecret.ts"
import { fitbitDays, fitbitTables } from "./fitbit-tables.ts"
import { fitbodSets } from "./fitbod.ts"
import { fitNotesBody, fitNotesSets } from "./fitnotes.ts"
import { fitNotesSessions } from "./fitnotes-sessions.ts"
import { garminActivities, garminWeights } from "./garmin.ts"
import { googleFitDays, googleFitQuarters } from "./google-fit.ts"
import { gymBookSets } from "./gymbook.ts"
import { hevyMeasurements, hevyWorkouts } from "./hevy.ts"
import { jefitExport } from "./jefit.ts"
import { libraWeights } from "./libra.ts"
import { loseItExercises, loseItFoods, loseItWeights } from "./lose-it.ts"
import { myFitnessPalExercises, myFitnessPalMeals, myFitnessPalMeasurements } from "./myfitnesspal.ts"
import { plainReadings } from "./plain.ts"
import { samsungHealthTable } from "./samsung-health.ts"
import { eufyWeights, happyScaleWeights, healthAutoExportDays, ouraDays, renphoWeights } from "./scales.ts"
import { stravaActivities } from "./strava.ts"
import { strongWorkouts } from "./strong.ts"
import { strongLiftsSessions } from "./stronglifts.ts"
import type { TableKind } from "./table.ts"
import { whoopCycles, whoopWorkouts } from "./whoop.ts"
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
  garminActivities,
  garminWeights,
  stravaActivities,
  samsungHealthTable,
  fitbitTables,
  fitbitDays,
  fitbodSets,
  jefitExport,
  strongLiftsSessions,
  gymBookSets,
  loseItFoods,
  loseItExercises,
  loseItWeights,
  fatSecretDiary,
  whoopWorkouts,
  whoopCycles,
  renphoWeights,
  eufyWeights,
  libraWeights,
  happyScaleWeights,
  healthAutoExportDays,
  ouraDays,
  myFitnessPalMeals,
  myFitnessPalExercises,
  plainReadings,
  myFitnessPalMeasurements
]
