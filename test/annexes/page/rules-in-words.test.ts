import { describe, expect, test } from "bun:test"
import { failureInWords, faultInWords } from "../../../src/annexes/page/frame/in-words.ts"
import { type BrokenRule, messageOf } from "../../../src/contract/broken-rule.ts"
import { envelope, LimitExceeded, NotFound, ValidationFailed } from "../../../src/contract/errors.ts"
import { ActivityDay } from "../../../src/values/activity-day.ts"

type Kind = BrokenRule["is"]

const day = (text: string) => ActivityDay.make(text)

const food = { is: "too much", most: 100, of: "grams", per: "g", received: "120" } as const
const weight = { is: "out of bounds", min: 20, max: 500, unit: "kg", received: "5" } as const

/** Each kind of rule, with what the API says of it, and what the page says. */
const RULES: { readonly [Is in Kind]: ReadonlyArray<readonly [Extract<BrokenRule, { is: Is }>, string, string]> } = {
  missing: [
    [
      { is: "missing", must: { be: "text", min: 1, max: 200, isCut: true } },
      "is required and was left out; it must be 1 to 200 characters long once outer spaces are cut off",
      "is missing"
    ],
    [
      { is: "missing", must: { be: "one of", values: ["workout", "custom_food"] } },
      "is required and was left out; it must be one of workout, custom_food",
      "is missing; it must be one of workout, custom food"
    ],
    [
      { is: "missing", unless: ", unless items are given" },
      "is required and was left out, unless items are given",
      "is missing"
    ]
  ],
  wrong: [
    [
      { is: "wrong", must: { be: "number", isWhole: true, min: 1, max: 50 }, received: "1.5" },
      "must be a whole number from 1 to 50; received 1.5",
      "must be a whole number from 1 to 50"
    ],
    [
      {
        is: "wrong",
        must: { be: "day", first: "1900-01-01", last: "2100-12-31" },
        received: '"x"',
        hint: "; today is x"
      },
      'must be a real calendar day YYYY-MM-DD from 1900-01-01 to 2100-12-31; received "x"; today is x',
      "must be a day of the calendar, such as 2026-03-14"
    ],
    [
      { is: "wrong", must: { be: "timezone" }, received: '"new york"' },
      'must be an IANA timezone name, such as Europe/Berlin; received "new york"',
      "must be a timezone of the list, such as Europe/Berlin"
    ],
    [
      { is: "wrong", must: { be: "one of", values: ["body_fat"] }, received: '"fat"', hint: ": write body_fat" },
      'must be body_fat; received "fat": write body_fat',
      "must be body fat"
    ]
  ],
  unknown: [
    [
      { is: "unknown", instead: "did you mean mealType?" },
      "is not a known field here; did you mean mealType?",
      "is not known here"
    ]
  ],
  elsewhere: [
    [{ is: "elsewhere", where: 'amount: {"unit":"g"}' }, 'belongs in amount: {"unit":"g"}', "is not known here"]
  ],
  choice: [
    [
      { is: "choice", how: "exactly one", fields: ["foodId", "customFoodId"], received: "none" },
      "exactly one of foodId and customFoodId must be given; received none",
      "exactly one of food id and custom food id must be given"
    ],
    [
      { is: "choice", how: "at most one", fields: ["a", "b", "c"], received: "a and b", isOptional: true },
      "at most one of a, b, c may be given; received a and b",
      "at most one of a, b, c may be given"
    ]
  ],
  "too much": [
    [food, "must be at most 100 grams per 100 g; received 120", "must be at most 100 grams per 100 g"],
    [
      { ...food, together: ["protein", "carbs", "fat"] },
      "protein, carbs and fat together must be at most 100 grams per 100 g; received 120",
      "counts together with carbs and fat, which must be at most 100 grams per 100 g"
    ]
  ],
  "more than the whole": [
    [
      {
        is: "more than the whole",
        parts: ["saturatedFat"],
        whole: "fat",
        why: "of which it is a part",
        received: "9 of 5"
      },
      "saturatedFat must be at most fat, of which it is a part; received 9 of 5",
      "saturated fat must be at most fat, of which it is a part"
    ]
  ],
  "out of bounds": [
    [
      { ...weight, metric: "body_fat" },
      "must be 20 to 500 kg for body_fat; received 5",
      "must be 20 to 500 kg for body fat"
    ],
    [
      { ...weight, inOther: "44.1 to 1102.31 lb" },
      "must be 44.1 to 1102.31 lb (20 to 500 kg); received 5",
      "must be 44.1 to 1102.31 lb (20 to 500 kg)"
    ]
  ],
  unit: [
    [
      { is: "unit", allowed: "kg or lb", metric: "weight" },
      "is required for weight: kg or lb",
      "is required for weight: kg or lb"
    ],
    [{ is: "unit", allowed: "kg or lb", received: "cm" }, "must be kg or lb; received cm", "must be kg or lb"]
  ],
  order: [
    [
      { is: "order", first: ["startDate", day("2026-03-14")], last: ["endDate", day("2026-03-13")] },
      "startDate (2026-03-14) must not be after endDate (2026-03-13)",
      "start date (2026-03-14) must not be after end date (2026-03-13)"
    ]
  ],
  "no exercise": [
    [
      {
        is: "no exercise",
        what: "the exact name of an exercise",
        given: '"Sqat"',
        closest: [{ name: "Squat", id: "exr_squat" }]
      },
      '"Sqat" is not the exact name of an exercise of the catalogue; closest are Squat (exr_squat); search_exercises finds others',
      '"Sqat" is not the exact name of an exercise of the catalogue; closest are Squat'
    ]
  ],
  "required for": [
    [
      { is: "required for", what: "a numeric goal", values: ["fat", "saturated_fat", "sodium"] },
      "is required for a numeric goal: fat, saturated_fat or sodium",
      "is required for a numeric goal: fat, saturated fat or sodium"
    ]
  ],
  nothing: [
    [
      { is: "nothing", fields: ["amount", "mealType", "date"] },
      "Nothing to change is named; pass amount, mealType or date",
      "Nothing to change is named; pass amount, meal type or date"
    ]
  ],
  cursor: [
    [
      { is: "cursor" },
      "must be the nextCursor of the previous page, passed unchanged, with otherwise the same input; leave it out to start with the first page",
      "must be the next cursor of the previous page, passed unchanged, with otherwise the same input; leave it out to start with the first page"
    ]
  ],
  said: [
    [
      { is: "said", text: "must be more", received: 3, advice: "; call again" },
      "must be more; received 3; call again",
      "must be more"
    ],
    [{ is: "said", text: "", advice: "give exerciseId" }, "give exerciseId", "is not right"]
  ]
}

const CASES: ReadonlyArray<ReadonlyArray<readonly [BrokenRule, string, string]>> = Object.values(RULES)

describe("a broken rule, for programs and for people", () => {
  for (const [rule, message, words] of CASES.flat()) {
    test(`${rule.is}: ${message}`, () => {
      expect([messageOf(rule), faultInWords({ field: "readings[0].value", rule })]).toEqual([message, words])
    })
  }
})

test("a form about an exercise that is gone does not name its id", () => {
  const rule = { is: "no exercise", what: "an exercise id", given: '"own_1"' } as const
  expect(faultInWords({ field: "exercises[0].exerciseId", rule })).toBe("no longer exists: choose again")
})

test("no rule, and no text for people, is published", () => {
  const refused = ValidationFailed.of({ field: "value", rule: { ...weight, metric: "weight" } })
  expect(envelope(refused, "req_1").error).toEqual({
    code: "validation_failed",
    message: "Invalid input. value: must be 20 to 500 kg for weight; received 5",
    requestId: "req_1",
    details: { fields: [{ field: "value", message: "must be 20 to 500 kg for weight; received 5" }] }
  })
  const missing = new NotFound({ message: "There is no goal goal_1. list_goals shows all.", people: null })
  expect(envelope(missing, "req_1").error).toEqual({
    code: "not_found",
    message: "There is no goal goal_1. list_goals shows all.",
    requestId: "req_1"
  })
})

test("a message to programs is not shown to people, and one without a full stop gets it", () => {
  const message = "There is no goal goal_1. list_goals shows all."
  expect(failureInWords(new NotFound({ message, people: null }))).toStartWith("It no longer exists.")
  expect(failureInWords(new NotFound({ message, people: "There is no such goal" }))).toBe("There is no such goal.")
  expect(failureInWords(new NotFound({ message: "It was cancelled: " }))).toBe("It was cancelled.")
  const details = { limit: 1000, current: 1000 }
  expect(failureInWords(new LimitExceeded({ message, details, people: null }))).toContain("You have 1,000 of these")
})
