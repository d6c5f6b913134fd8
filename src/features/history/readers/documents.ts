import type { DocumentKind } from "./document.ts"
import { fitbitExercises, fitbitSteps, fitbitWeights } from "./fitbit-takeout.ts"
import { healthAutoExportDocument } from "./health-auto-export.ts"

/** Every kind of JSON document. */
export const DOCUMENT_KINDS: ReadonlyArray<DocumentKind> = [
  fitbitWeights,
  fitbitSteps,
  fitbitExercises,
  healthAutoExportDocument
]
