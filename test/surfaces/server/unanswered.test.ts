import { expect, test } from "bun:test"
import { makeUnanswered } from "../../../src/surfaces/server/unanswered.ts"

const request = (name: string) => new Request(`http://localhost/${name}`)

test("requests in flight are known with the time of their arrival until they are answered", async () => {
  const unanswered = makeUnanswered()
  const [early, late, next] = [request("early"), request("late"), request("next")]
  const place = unanswered.add(early)
  await Bun.sleep(2)
  const since = performance.now()
  await Bun.sleep(2)
  const second = unanswered.add(late)
  expect(unanswered.since(0)).toEqual([early, late])
  expect(unanswered.since(since)).toEqual([late])
  unanswered.remove(place)
  expect(unanswered.add(next)).toBe(place)
  expect(new Set(unanswered.since(since))).toEqual(new Set([late, next]))
  unanswered.remove(place)
  unanswered.remove(second)
  expect(unanswered.since(0)).toEqual([])
})
