import type { Job } from "../../imports/jobs/job-notes.ts"
import { type Advice, PLAIN_TABLES } from "../../imports/rows/advice.ts"
import { openIn, type Question } from "../../imports/rows/questions.ts"
import { faultInFile } from "../../imports/rows/rows.ts"

export type Failed = Extract<Job, { readonly state: "failed" }>

/** How to answer a question by the page's fields. */
const answeredBy = (question: Question): string => {
  switch (question._tag) {
    case "WeightUnit":
      return "Choose the unit of weights."
    case "DistanceUnit":
      return "Choose the unit of distances."
    case "Locale":
      return question.choices.length === 0
        ? "Enter the app's language as the language of dates, such as en."
        : `Enter the language of dates: ${question.choices.join(" or ")}.`
    case "Person":
      return "Enter which one is you."
    case "Column":
      return "Enter those to read, separated by semicolons, or none."
    case "Steps":
      return "Choose whether to add them up, or to take the largest of them."
    case "Timezone":
      return "Set your timezone in Settings, Account."
  }
}

/** What to do about a file, on the page. */
const adviceInWords = (advice: Advice): string => {
  if (typeof advice === "string") return advice
  switch (advice.todo) {
    case "export-again":
      return "Export it again and upload that"
    case "choose-source":
      return `Choose the app that it comes from, or upload a file that this app exported, or ${PLAIN_TABLES}`
    case "choose-one-source":
      return "Choose one of them as the app"
    case "pass":
      return `Upload ${advice.what}`
  }
}

/** Why a file was not imported, in words for the page, which has fields where the command has options. */
export const failureInWords = ({ message, refusal }: Failed): string => {
  switch (refusal?._tag) {
    case undefined:
      return message
    case "UnansweredQuestions":
      return refusal.questions.map((question) => `${openIn(question)} ${answeredBy(question)}`).join(" ")
    case "UnreadableFile":
      return `${faultInFile(refusal)} ${adviceInWords(refusal.advice)}`
  }
}

/** The command's options that would help a failed import. */
export const optionsAsked = ({ refusal }: Failed): ReadonlySet<string> => {
  if (refusal?._tag === "UnansweredQuestions") return new Set(refusal.questions.map(({ option }) => option))
  const advice = refusal?.advice
  const isOfSource =
    typeof advice === "object" && (advice.todo === "choose-source" || advice.todo === "choose-one-source")
  return new Set(isOfSource ? ["--source"] : [])
}
