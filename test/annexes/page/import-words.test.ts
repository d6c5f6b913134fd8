import { expect, test } from "bun:test"
import { type Advice, AGAIN, CHOOSE, CHOOSE_ONE, pass } from "../../../src/annexes/imports/rows/advice.ts"
import { type Question, UnansweredQuestions } from "../../../src/annexes/imports/rows/questions.ts"
import { UnreadableFile } from "../../../src/annexes/imports/rows/rows.ts"
import { failureInWords, optionsAsked } from "../../../src/annexes/page/settings/import-words.ts"

const WEIGHT = { written: 100, ifKilograms: 100, ifPounds: 45.4 }
const file = "export.csv"

test.each<readonly [question: Question, words: string]>([
  [
    {
      _tag: "WeightUnit",
      option: "--weight-unit",
      choices: ["kg", "lb"],
      file,
      smallest: WEIGHT,
      middle: WEIGHT,
      largest: WEIGHT
    },
    "Choose the unit of weights."
  ],
  [
    { _tag: "DistanceUnit", option: "--distance-unit", choices: ["km", "mi"], file, largest: 5 },
    "Choose the unit of distances."
  ],
  [
    { _tag: "Locale", option: "--locale", choices: ["en-US", "en-GB"], file, example: "4/8/2026" },
    "Enter the language of dates: en-US or en-GB."
  ],
  [
    { _tag: "Locale", option: "--locale", choices: [], file, example: "4 foo 2026" },
    "Enter the app's language as the language of dates, such as en."
  ],
  [{ _tag: "Person", option: "--person", choices: ["Ann", "Bob"], file, by: "Member" }, "Enter which one is you."],
  [
    { _tag: "Column", option: "--column", choices: ["Scale Weight (kg)", "none"], file },
    "Enter those to read, separated by semicolons, or none."
  ],
  [
    { _tag: "Steps", option: "--steps", choices: ["sum", "largest"], file, example: "2024-03-01" },
    "Choose whether to add them up, or to take the largest of them."
  ],
  [
    { _tag: "Timezone", option: "--timezone", choices: ["Europe/Berlin"], file },
    "Set your timezone in Settings, Account."
  ]
])("a question of an import names a field of the page: %#", (question, words) => {
  const { message } = new UnansweredQuestions({ source: "strong", questions: [question] })
  const failed = { state: "failed", message, refusal: { _tag: "UnansweredQuestions", questions: [question] } } as const
  const shown = failureInWords(failed)
  expect(shown).toStartWith(file)
  expect(shown).toEndWith(words)
  expect(shown).not.toMatch(/Pass |--/)
  expect(message).toStartWith(shown.slice(0, -words.length))
  expect([...optionsAsked(failed)]).toEqual([question.option])
})

test.each<readonly [advice: Advice, words: string, forCommand: string, options: ReadonlyArray<string>]>([
  [AGAIN, "Export it again and upload that", "Export it again and repeat the command", []],
  [CHOOSE_ONE, "Choose one of them as the app", "Pass --source with one of them", ["--source"]],
  [
    pass("the file that the app exported"),
    "Upload the file that the app exported",
    "Pass the file that the app exported",
    []
  ],
  ["Ask the app for another export", "Ask the app for another export", "Ask the app for another export", []]
])("advice on a file: %p", (advice, words, forCommand, options) => {
  const fault = { file, line: 2, problem: "is of no known kind", advice }
  const { message } = new UnreadableFile(fault)
  const failed = { state: "failed", message, refusal: { _tag: "UnreadableFile", ...fault } } as const
  expect(failureInWords(failed)).toBe(`export.csv, line 2: is of no known kind. ${words}`)
  expect(message).toBe(`export.csv, line 2: is of no known kind. ${forCommand}`)
  expect([...optionsAsked(failed)]).toEqual([...options])
})

test("a file of no known kind: its app can be chosen", () => {
  const fault = { file, line: null, problem: "is of no known kind", advice: CHOOSE }
  const failed = { state: "failed", message: "", refusal: { _tag: "UnreadableFile", ...fault } } as const
  expect(failureInWords(failed)).toStartWith(
    "export.csv: is of no known kind. Choose the app that it comes from, or upload"
  )
  expect([...optionsAsked(failed)]).toEqual(["--source"])
})
