import type { DocumentKind } from "./document.ts"
import { fitbitFoods } from "./fitbit-foods.ts"
import { fitbitExercises, fitbitSteps, fitbitWeights } from "./fitbit-takeout.ts"
import { garminBody, garminDays, garminSummaries } from "./garmin-archive.ts"
import { healthAutoExportDocument } from "./health-auto-export.ts"
import { yazioDays, yazioProducts } from "./yazio.ts"

/** Every supported kind of JSON document. */
export const DOCUMENT_KINDS: ReadonlyArray<DocumentKind> = [
  fitbitWeights,
  fitbitSteps,
  fitbitExercises,
  fitbitFoods,
  healthAutoExportDocument,
  garminDays,
  garminBody,
  garminSummaries,
  yazioDays,
  yazioProducts
]
