import { expect, test } from "bun:test"
import { SESSIONS_OF_DEVICES, sessionRank } from "../../../src/annexes/imports/rows/ranks.ts"
import { SAMPLE_SOURCE } from "../../../src/annexes/imports/sample/source.ts"
import { SOURCES } from "../../../src/annexes/imports/sources.ts"

test("of sessions at one time, one of Fettle comes first, then files, devices, and sample data last", () => {
  const ofFiles = SOURCES.map((source) => sessionRank(source))
  for (const source of [null, "fettle"]) expect(sessionRank(source)).toBeGreaterThan(Math.max(...ofFiles))
  expect(SESSIONS_OF_DEVICES).toBeLessThan(Math.min(...ofFiles))
  expect(sessionRank(SAMPLE_SOURCE)).toBeLessThan(SESSIONS_OF_DEVICES)
})
