import { expect, test } from "bun:test"
import { loadIntentOf } from "../../../src/annexes/imports/rows/loads.ts"

test.each([
  ["Pull Up (Assisted)", "assistance"],
  ["Assisted Pull Up", "assistance"],
  ["Pull Up (Band)", "assistance"],
  ["Banded Dips", "assistance"],
  ["Chin-Up with Bands", "assistance"],
  ["Pull Up (Weighted)", "added_bodyweight"],
  ["Squat (Band)", undefined],
  ["Band Pullaparts", undefined],
  ["Push Up (Band)", undefined],
  ["Weighted Russian Twist", undefined],
  ["Bench Press (Barbell)", undefined]
] as const)("the weight of %s is %s", (name, intent) => expect(loadIntentOf(name)).toBe(intent))
