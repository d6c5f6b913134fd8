import { expect, test } from "bun:test"
import { findTwins, isSame, type Span } from "../../../src/annexes/imports/ledger/twins.ts"
import { at, session } from "./support.ts"

const BEGINNING = Date.parse("2025-03-01T18:00:00Z")
const during = (from: number, to: number): Span => ({
  start: BEGINNING + from * 60_000,
  end: BEGINNING + to * 60_000
})

test.each([
  ["lies within it", 20, 30, true],
  ["shares more than half of itself with it", 49, 69, true],
  ["shares half of itself with it", 50, 70, false],
  ["begins as it ends", 60, 80, false]
])("a session is the same as one of an hour: it %s", (_how, from, to, same) => {
  const [hour, other] = [during(0, 60), during(from, to)]
  expect([isSame(hour, other), isSame(other, hour)]).toEqual([same, same])
})

/** A recording that begins so many seconds after the first, and of which no end is known. */
const recordedBy = (origin: string, seconds: number) => {
  const start = { ...at("2025-03-01", "18:00:00"), instant: BEGINNING + seconds * 1000 }
  const row = session("2025-03-01", "18:00:00", undefined, { origin, start, durationSeconds: null })
  return { key: origin, bodies: [JSON.stringify(row)] }
}

test("recordings without an end are of one session if they begin up to a minute apart", () => {
  const twinsOf = (seconds: number) =>
    [...findTwins([[recordedBy("Watch", 0), recordedBy("Phone", seconds)]])].map(([key, twins]) => [
      key,
      twins.map(({ origin }) => origin)
    ])
  expect(twinsOf(60).toSorted()).toEqual([
    ["Phone", ["Watch"]],
    ["Watch", ["Phone"]]
  ])
  expect(twinsOf(61)).toEqual([])
})
