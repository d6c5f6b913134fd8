/** The titles of the workouts of each day of a plan that was followed, or not quite. */
type Plan = ReadonlyArray<ReadonlyArray<string>>

/** A rule that says which workout is next after those of the last weeks, oldest first. */
export type Rule = (done: ReadonlyArray<string>) => string | undefined

const WEEKS = 16
const DAYS = WEEKS * 7

/** The day on which the first forecast is made, when three weeks are recorded. */
const SINCE = 21

/** How far a rule may look back, in days. */
const BACK = 60

/** The week that is missed, and the day on which another block begins. */
const [MISSED_FROM, MISSED_TO, BLOCK_FROM] = [49, 56, 56]

const diceOf = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
  return seed / 2 ** 31
}

const days = (of: (day: number) => ReadonlyArray<string>): Plan => Array.from({ length: DAYS }, (_, day) => of(day))

/** One workout after another, on these days of the week. */
const rotation = (titles: ReadonlyArray<string>, on: ReadonlyArray<number>): Plan => {
  let turn = 0
  return days((day) => (on.includes(day % 7) ? [titles[turn++ % titles.length] ?? ""] : []))
}

/** The same workouts each week. */
const weekly = (week: Readonly<Record<number, ReadonlyArray<string>>>): Plan => days((day) => week[day % 7] ?? [])

/** Some days are left out, with what was planned for them. */
const without = (plan: Plan, share: number, dice: () => number): Plan =>
  plan.map((titles) => titles.filter(() => dice() >= share))

/** Some days are left out, and what was planned is done on the next day of training. */
const later = (plan: Plan, isOut: (day: number) => boolean): Plan => {
  const left = plan.flat()
  return plan.map((titles, day) => titles.flatMap(() => (isOut(day) ? [] : (left.shift() ?? []))))
}

const isMissed = (day: number) => day >= MISSED_FROM && day < MISSED_TO
const missed = (plan: Plan): Plan => plan.map((titles, day) => (isMissed(day) ? [] : titles))
const block = (before: Plan, after: Plan): Plan => [...before.slice(0, BLOCK_FROM), ...after.slice(BLOCK_FROM)]

const [THREE, FOUR, FIVE, SIX] = [
  [0, 2, 4],
  [0, 1, 3, 4],
  [0, 1, 2, 3, 4],
  [0, 1, 2, 3, 4, 5]
]
const PUSH_PULL_LEGS = ["Push", "Pull", "Legs"]
const UPPER_LOWER = ["Upper", "Lower"]
const PARTS = ["Chest", "Back", "Shoulders", "Legs", "Arms"]
const ALTERNATING = ["A", "B", "A", "C"]
const FOUR_LIFTS = ["Squat", "Bench", "Deadlift", "Press"]
const UPPER_LOWER_WEEK = { 0: ["Upper"], 1: ["Lower"], 3: ["Upper"], 4: ["Lower"] }
const LIFT_AND_RUN = { 1: ["Run"], 3: ["Strength"], 6: ["Long run"] }

/** Forty plans of 16 weeks, by what makes them hard to foresee. */
export const plansOf = (seed: number): Readonly<Record<string, ReadonlyArray<Plan>>> => {
  const dice = diceOf(seed)
  const some = (share: number) => () => dice() < share
  return {
    "a rotation": [
      rotation(PUSH_PULL_LEGS, THREE),
      rotation(PUSH_PULL_LEGS, SIX),
      rotation(["A", "B"], THREE),
      rotation(UPPER_LOWER, FOUR),
      rotation(PARTS, FIVE),
      rotation(ALTERNATING, THREE),
      rotation(FOUR_LIFTS, FOUR),
      rotation([...UPPER_LOWER, ...PUSH_PULL_LEGS], [0, 1, 3, 4, 5])
    ],
    weekdays: [
      weekly({ 0: ["Push"], 2: ["Pull"], 4: ["Legs"] }),
      weekly({ ...UPPER_LOWER_WEEK, 6: ["Run"] }),
      weekly({ 1: ["Run"], 3: ["Strength"], 5: ["Run"], 6: ["Strength"] }),
      weekly({ 0: ["Full body"], 2: ["Full body"], 4: ["Full body"], 6: ["Swim"] }),
      without(weekly({ 0: ["Push"], 2: ["Pull"], 4: ["Legs"] }), 0.15, dice),
      without(weekly(Object.fromEntries(PARTS.map((part, day) => [day, [part]]))), 0.15, dice),
      without(weekly(LIFT_AND_RUN), 0.2, dice),
      without(weekly(UPPER_LOWER_WEEK), 0.1, dice)
    ],
    "two a day": [
      weekly({ 0: ["Run", "Push"], 2: ["Run", "Pull"], 4: ["Run", "Legs"] }),
      weekly({ 0: ["Swim", "Upper"], 1: ["Lower"], 3: ["Swim", "Upper"], 4: ["Lower"] }),
      weekly({ 0: ["Mobility", "A"], 2: ["Mobility", "B"], 4: ["Mobility", "A"] }),
      weekly({ 1: ["Row", "Squat"], 3: ["Row", "Bench"], 5: ["Deadlift"] }),
      weekly({ 0: ["Bike", "A"], 3: ["Bike", "B"] }),
      without(weekly({ 0: ["Run", "Push"], 2: ["Pull"], 4: ["Run", "Legs"] }), 0.1, dice),
      without(weekly({ 0: ["Push", "Core"], 2: ["Pull", "Core"], 4: ["Legs", "Core"] }), 0.1, dice),
      without(
        rotation(PUSH_PULL_LEGS, FOUR).map((titles, day) =>
          day % 2 === 1 && titles.length > 0 ? [...titles, "Core"] : titles
        ),
        0.05,
        dice
      )
    ],
    "a missed week": [
      missed(rotation(PUSH_PULL_LEGS, THREE)),
      later(rotation(PUSH_PULL_LEGS, THREE), isMissed),
      missed(weekly(UPPER_LOWER_WEEK)),
      later(rotation(PARTS, FIVE), isMissed),
      later(rotation(ALTERNATING, THREE), isMissed),
      later(rotation(PUSH_PULL_LEGS, SIX), some(0.25)),
      later(rotation(FOUR_LIFTS, FOUR), some(0.25)),
      without(missed(weekly(LIFT_AND_RUN)), 0.1, dice)
    ],
    "a new block": [
      block(rotation(PUSH_PULL_LEGS, THREE), rotation(UPPER_LOWER, FOUR)),
      block(rotation(["A", "B"], THREE), rotation(PUSH_PULL_LEGS, SIX)),
      block(rotation(PARTS, FIVE), rotation(UPPER_LOWER, FOUR)),
      block(rotation(PUSH_PULL_LEGS, THREE), rotation(["Legs", "Push", "Pull", "Arms"], FOUR)),
      block(weekly(UPPER_LOWER_WEEK), weekly({ 0: ["Squat"], 2: ["Bench"], 4: ["Deadlift"] })),
      block(rotation(FOUR_LIFTS, FOUR), rotation(ALTERNATING, THREE)),
      block(later(rotation(PUSH_PULL_LEGS, THREE), some(0.1)), later(rotation(PARTS, FIVE), some(0.1))),
      block(rotation(UPPER_LOWER, FOUR), rotation(["Upper", "Lower", "Full body"], THREE))
    ]
  }
}

/** How often a rule named what was done next, from the fourth week on, as a share. */
export const scoreOf = (rule: Rule, plans: ReadonlyArray<Plan>): number => {
  let [right, all] = [0, 0]
  for (const plan of plans) {
    const done = plan.flatMap((titles, day) => titles.map((title) => ({ title, day })))
    for (const [index, { title, day }] of done.entries()) {
      if (day < SINCE) continue
      const before = done.slice(0, index).filter((earlier) => day - earlier.day <= BACK)
      all++
      if (rule(before.map((each) => each.title)) === title) right++
    }
  }
  return right / all
}

/** Names what was left longest. */
export const oldest: Rule = (done) =>
  [...new Map(done.map((title, index) => [title, index]))].sort(([, one], [, other]) => one - other)[0]?.[0]

/** Names the last workout but two, as a plan of three would have it. */
export const lastButTwo: Rule = (done) => done.at(-3)
