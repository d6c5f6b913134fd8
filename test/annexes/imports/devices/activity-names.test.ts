import { expect, test } from "bun:test"
import { exerciseOfActivity } from "../../../../src/annexes/imports/bodies/activity-names.ts"
import { matchName } from "../../../../src/annexes/imports/ledger/mapping.ts"
import { sportsOf } from "../../../../src/annexes/imports/names/sports.ts"
import { exerciseByName } from "../../../../src/features/exercises/exercises.ts"

/** HKWorkoutActivityType in English, and the activities that Apple's watch divides into indoor and outdoor ones. */
const HEALTHKIT =
  "American Football;Archery;Australian Football;Badminton;Barre;Baseball;Basketball;Bowling;Boxing;Cardio Dance;Climbing;Cooldown;Core Training;Cricket;Cross Country Skiing;Cross Training;Curling;Cycling;Disc Sports;Downhill Skiing;Elliptical;Equestrian Sports;Fencing;Fishing;Fitness Gaming;Flexibility;Functional Strength Training;Golf;Gymnastics;Hand Cycling;Handball;High Intensity Interval Training;Hiking;Hockey;Hunting;Jump Rope;Kickboxing;Lacrosse;Martial Arts;Mind and Body;Mixed Cardio;Other;Paddle Sports;Pickleball;Pilates;Play;Preparation and Recovery;Racquetball;Rowing;Rugby;Running;Sailing;Skating Sports;Snow Sports;Snowboarding;Soccer;Social Dance;Softball;Squash;Stair Climbing;Stairs;Step Training;Surfing Sports;Swim Bike Run;Swimming;Table Tennis;Tai Chi;Tennis;Track and Field;Traditional Strength Training;Transition;Underwater Diving;Volleyball;Walking;Water Fitness;Water Polo;Water Sports;Wheelchair Run Pace;Wheelchair Walk Pace;Wrestling;Yoga;Indoor Cycle;Indoor Run;Indoor Walk;Outdoor Cycle;Outdoor Run;Outdoor Walk;Open Water Swim;Pool Swim;Indoor Rowing".split(
    ";"
  )

const isKnown = (name: string) => matchName("health-auto-export", exerciseOfActivity(name)) !== undefined

test("most activities of phones are exercises of the catalogue; the others become own exercises", () => {
  const unknown = (names: Iterable<string>) => [...names].filter((name) => !isKnown(name)).toSorted()
  expect(unknown(sportsOf("health-connect").values())).toMatchInlineSnapshot(`
    [
      "Australian Football",
      "Calisthenics",
      "Guided Breathing",
      "Paragliding",
      "Wheelchair",
      "Workout",
    ]
  `)
  expect(unknown(HEALTHKIT)).toMatchInlineSnapshot(`
    [
      "Archery",
      "Australian Football",
      "Cooldown",
      "Core Training",
      "Fishing",
      "Fitness Gaming",
      "Hunting",
      "Other",
      "Play",
      "Preparation and Recovery",
      "Swim Bike Run",
      "Transition",
      "Water Sports",
      "Wheelchair Run Pace",
      "Wheelchair Walk Pace",
    ]
  `)
})

test("an activity that the catalogue knows by another name means an existing exercise", () => {
  for (const name of [...sportsOf("health-connect").values(), ...HEALTHKIT]) {
    const meant = exerciseOfActivity(name)
    if (meant !== name) expect([name, exerciseByName(meant)?.name]).toEqual([name, meant])
  }
  expect(exerciseOfActivity("indoor run")).toBe("Treadmill")
})
