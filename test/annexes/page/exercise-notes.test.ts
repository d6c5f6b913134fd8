import { expect, test } from "bun:test"
import { notesIn } from "../../../src/annexes/page/exercises/exercise-notes.ts"

const SQUAT = { name: "Barbell Squat" }
const PLANK = { name: "Plank" }

test("notes on exercises are the last lines of a workout's notes", () => {
  const notes = "Slow.\n\nBarbell Squat: knees out\nPlank: shaky"
  expect(notesIn(notes, [SQUAT, PLANK])).toEqual({ whole: "Slow.\n", each: ["knees out", "shaky"] })
  expect(notesIn("Plank: shaky", [SQUAT, PLANK, PLANK])).toEqual({ whole: "", each: ["", "", "shaky"] })
  // A line that is not among the last ones, and lines in another order, stay with the workout.
  expect(notesIn("Plank: shaky\nSlow.", [PLANK])).toEqual({ whole: "Plank: shaky\nSlow.", each: [""] })
  expect(notesIn("Plank: a\nBarbell Squat: b", [SQUAT, PLANK])).toEqual({ whole: "Plank: a", each: ["b", ""] })
})
