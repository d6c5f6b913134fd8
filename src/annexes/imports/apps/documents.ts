import { fitbitFoods } from "../formats/activities/fitbit-foods.ts"
import type { DocumentKind } from "../formats/document.ts"
import { yazioDays, yazioProducts } from "./food/yazio.ts"
import { fitbitPulses, fitbitSleeps } from "./recorders/fitbit-nights.ts"
import { fitbitExercises, fitbitSteps, fitbitWeights } from "./recorders/fitbit-takeout.ts"
import { garminBody, garminDays, garminSleep, garminSummaries } from "./recorders/garmin-archive.ts"
import { healthAutoExportDocument } from "./recorders/health-auto-export.ts"

/** Every supported kind of JSON document. */
export const DOCUMENT_KINDS: ReadonlyArray<DocumentKind> = [
  fitbitWeights,
  fitbitSteps,
  fitbitExercises,
  fitbitFoods,
  fitbitSleeps,
  fitbitPulses,
  healthAutoExportDocument,
  garminDays,
  garminBody,
  garminSummaries,
  garminSleep,
  yazioDays,
  yazioProducts
]
