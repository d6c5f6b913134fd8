import { expect, test } from "bun:test"
import { metresBetween } from "../../../../src/annexes/imports/formats/activities/gpx.ts"
import { exerciseOfSport } from "../../../../src/annexes/imports/formats/activities/sports.ts"
import { matchName } from "../../../../src/annexes/imports/ledger/mapping.ts"

/** Sports as files name them, and the catalogue's exercise for each; null if an own exercise is made instead. */
const SPORTS: ReadonlyArray<readonly [sport: string, subSport: string, exercise: string | null]> = [
  ["running", "generic", "Running"],
  ["running", "trail", "Trail Running"],
  ["running", "treadmill", "Treadmill"],
  ["running", "track", "Running"],
  ["cycling", "road", "Cycling"],
  ["cycling", "gravel_cycling", "Cycling"],
  ["cycling", "mountain", "Mountain Biking"],
  ["cycling", "indoor_cycling", "Indoor Cycling"],
  ["cycling", "virtual_activity", "Indoor Cycling"],
  ["swimming", "lap_swimming", "Swimming"],
  ["swimming", "open_water", "Swimming"],
  ["walking", "generic", "Walking"],
  ["walking", "indoor_walking", "Treadmill Walking"],
  ["hiking", "generic", "Hiking"],
  ["rowing", "generic", "Rowing"],
  ["rowing", "indoor_rowing", "Rowing Machine"],
  ["fitness_equipment", "elliptical", "Elliptical Trainer"],
  ["fitness_equipment", "stair_climbing", "Stair Machine"],
  ["training", "yoga", "Yoga"],
  ["training", "pilates", "Pilates"],
  ["training", "flexibility_training", "Stretching"],
  ["training", "hiit", "HIIT"],
  ["alpine_skiing", "resort", "Skiing"],
  ["cross_country_skiing", "skate_skiing", "Cross-Country Skiing"],
  ["snowboarding", "generic", "Snowboarding"],
  ["snowshoeing", "generic", "Snowshoeing"],
  ["kayaking", "generic", "Kayaking"],
  ["stand_up_paddleboarding", "generic", "Paddle Boarding"],
  ["rock_climbing", "bouldering", "Climbing"],
  ["inline_skating", "generic", "Skating"],
  ["ice_skating", "generic", "Ice Skating"],
  ["tennis", "generic", "Tennis"],
  ["soccer", "generic", "Soccer"],
  ["american_football", "generic", "American Football"],
  ["golf", "generic", "Golf"],
  ["boxing", "generic", "Boxing"],
  ["horseback_riding", "generic", "Horse Riding"],
  ["Running", "", "Running"],
  ["Biking", "", "Cycling"],
  ["Other", "", null],
  ["9", "", "Running"],
  ["1", "", "Cycling"],
  ["16", "", "Swimming"],
  ["17", "", "Indoor Cycling"],
  ["99", "", null],
  ["trail_running", "", "Trail Running"],
  ["Ride", "", "Cycling"],
  ["", "", null],
  ["training", "strength_training", "Strength Training"],
  ["transition", "generic", null],
  ["e_biking", "generic", null],
  ["sky_diving", "generic", null]
]

test.each(SPORTS)("%s (%s) is %p", (sport, subSport, exercise) => {
  const name = exerciseOfSport(sport, subSport)
  const { by } = matchName("activity-files", name) ?? { by: "own" }
  expect([by, exercise ?? name]).toEqual([exercise === null ? "own" : "name", name])
})

test("a distance is measured on the globe", () => {
  const at = (latitude: number, longitude: number) => ({ latitude, longitude })
  // A quarter of the way round, from pole to pole, across the antimeridian, and between two airports by their published distance.
  expect(metresBetween(at(0, 0), at(0, 90))).toBeCloseTo(10_007_557, 0)
  expect(metresBetween(at(90, 0), at(-90, 0))).toBeCloseTo(20_015_114, 0)
  expect(metresBetween(at(0, 179.5), at(0, -179.5))).toBeCloseTo(111_195, 0)
  expect(metresBetween(at(50.0333, 8.5706), at(40.6413, -73.7781)) / 1000).toBeCloseTo(6190, -2)
  expect(metresBetween(at(52.5, 13.4), at(52.5, 13.4))).toBe(0)
})
