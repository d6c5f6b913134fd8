import { expect, test } from "bun:test"
import { secondsIn, timesOf, timeText } from "../../../src/annexes/page/frame/time-text.ts"

const read = (column: string, text: string) => {
  const times = timesOf(column)
  return times === undefined ? "no time" : secondsIn(text, times)
}

test.each([
  ["90", 90, 5400],
  ["25", 25, 1500],
  ["0", 0, 0],
  ["1:30", 90, 90],
  ["1.30", 90, 90],
  ["1,30", 90, 90],
  ["0.45", 45, 45],
  ["1:02:30", 3750, 3750],
  ["1.02.30", 3750, 3750],
  ["1:01.25", 61.25, 61.25],
  ["90 s", 90, 90],
  ["90s", 90, 90],
  ["90 sec", 90, 90],
  ["62.5 s", 62.5, 62.5],
  ["25 min", 1500, 1500],
  ["2,5 Min.", 150, 150],
  ["1 h", 3600, 3600]
])("%s is %d seconds of a hold, and %d seconds of other times", (text, held, time) => {
  expect([read("holdSeconds", text), read("durationSeconds", text)]).toEqual([held, time])
})

test.each(["", "25.5", "25.75", "1.5", "1.500", "-5", "1:2:3:4", "soon", "90 kg", "s", ":30", "1e3", "999999"])(
  "%p is no time",
  (text) => {
    expect([read("holdSeconds", text), read("durationSeconds", text)]).toEqual([undefined, undefined])
  }
)

test("a form shows hours from sixty minutes on, and every part but the first with two digits", () => {
  expect([5, 90, 1500, 3599, 3600, 3750.5].map(timeText)).toEqual([
    "0:05",
    "1:30",
    "25:00",
    "59:59",
    "1:00:00",
    "1:02:30.5"
  ])
})

test("what a form shows is read as the same time", () => {
  for (const seconds of [0, 9, 45.5, 61.25, 1500, 3599.999, 3600, 86_400])
    for (const column of ["holdSeconds", "durationSeconds"]) expect(read(column, timeText(seconds))).toBe(seconds)
})

test("only times are columns with times", () => {
  for (const column of ["reps", "weight", "constructor", ""]) expect(timesOf(column)).toBeUndefined()
})
