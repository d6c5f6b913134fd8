/*
 * Scripts for the browser. Each island attaches itself to the elements that name it in a data attribute, and posts the
 * same forms that work without scripts.
 */
import { attachDevice } from "./device.ts"
import { attachFocus } from "./focus.ts"
import { attachFolding } from "./folding.ts"
import { attachAmounts, attachFoodSearch } from "./foods.ts"
import { attachInPlace } from "./in-place.ts"
import { attachMeals } from "./meals.ts"
import { attachNewDay } from "./new-day.ts"
import { attachQuantities } from "./quantities.ts"
import { attachReload } from "./reload.ts"
import { attachRunning } from "./running.ts"
import { attachScan } from "./scan.ts"
import { attachUnits } from "./units.ts"
import { attachUploads } from "./upload.ts"
import { attachWaitingHere } from "./waiting-here.ts"
import { attachWorkouts } from "./workout.ts"
import { attachZone } from "./zone.ts"

attachDevice()
attachMeals()
attachNewDay()
attachAmounts()
attachFoodSearch()
attachFolding()
attachFocus()
attachInPlace()
attachQuantities()
attachReload()
attachUnits()
attachUploads()
attachWaitingHere()
attachWorkouts()
attachRunning()
attachScan()
attachZone()
