import { notKeptInWords } from "../../../src/annexes/imports/rows/in-words.ts"
import type { Question } from "../../../src/annexes/imports/rows/questions.ts"
import type { ExerciseRow, HistoryRow, Moment, SetRow } from "../../../src/annexes/imports/rows/rows.ts"
import { detailsOf } from "../../../src/features/foods/nutrition.ts"
import { round } from "../../../src/values/round.ts"
import type { Outcome } from "./reading.ts"

const exact = (value: number): string => String(round(value, 6))

const moment = ({ day, time, instant, zone }: Moment): string =>
  [day, time, instant === null ? null : `= ${new Date(instant).toISOString()}`, zone]
    .filter((part) => part !== null)
    .join(" ")

const set = ({ kind, weightKg, reps, distanceMeters, durationSeconds, rpe }: SetRow): string =>
  [
    kind === "normal" ? null : kind,
    weightKg === undefined ? null : `${exact(weightKg)} kg`,
    reps === undefined ? null : `${reps} reps`,
    distanceMeters === undefined ? null : `${exact(distanceMeters)} m`,
    durationSeconds === undefined ? null : `${durationSeconds} s`,
    rpe === undefined ? null : `rpe ${rpe}`
  ]
    .filter((part) => part !== null)
    .join(" ") || "nothing"

const exercise = ({ name, notes, superset, sets }: ExerciseRow): string =>
  `    ${name}${superset === null ? "" : ` (superset ${superset})`}${notes === null ? "" : ` ${JSON.stringify(notes)}`}: ${sets.map(set).join(", ")}`

const quoted = (text: string | null): string => (text === null ? "" : ` ${JSON.stringify(text)}`)

const row = (one: HistoryRow): string => {
  const place = one.place === null ? "" : `${one.place.file.split("/").at(-1)}:${one.place.line} `
  switch (one._tag) {
    case "Reading":
      return `${place}[${one.rows}] ${one.metric} ${exact(one.value)}, ${moment(one.at)}${one.origin === null ? "" : `, by ${one.origin}`}`
    case "Eaten": {
      const { calories, protein, carbs, fat, alcohol } = one.nutrition
      const known = [calories, protein, carbs, fat, alcohol].map((value) => (value === null ? "?" : exact(value)))
      const details = Object.entries(detailsOf(one.nutrition)).map(([name, value]) => ` ${name} ${exact(value)}`)
      return `${place}[${one.rows}] ate ${JSON.stringify(one.name)}${one.amount === null ? "" : ` ${one.amount}`}, ${moment(one.at)}, meal${quoted(one.meal) || " none"}, ${known.join("/")}${details.join("")}${quoted(one.notes)}`
    }
    case "Workout": {
      const end = one.end === null ? "" : ` to ${moment(one.end)}`
      const length = one.durationSeconds === null ? "" : `, ${one.durationSeconds} s`
      const energy = one.calories === null ? "" : `, ${exact(one.calories)} kcal`
      const head = `${place}[${one.rows}] ${JSON.stringify(one.title)}, ${moment(one.start)}${end}${length}${energy}${quoted(one.notes)}`
      return [head, ...one.exercises.map(exercise)].join("\n")
    }
    case "LeftOut":
      return `${place}[${one.rows}] left out: ${one.reason}`
    case "Warning":
      return `${place}warning: ${one.text}`
  }
}

const question = (one: Question): string => {
  switch (one._tag) {
    case "WeightUnit": {
      const [small, middle, large] = [one.smallest, one.middle, one.largest].map(
        ({ written, ifKilograms, ifPounds }) => `${written} (${exact(ifKilograms)} or ${exact(ifPounds)} kg)`
      )
      return `asks ${one.option}: ${small}, ${middle}, ${large}`
    }
    case "DistanceUnit":
      return `asks ${one.option}: up to ${one.largest}`
    case "Locale":
      return `asks ${one.option} of ${one.choices.join(", ")}: ${one.example}`
    case "Person":
      return `asks ${one.option} of ${one.choices.join(", ")}: ${one.by}`
    case "Steps":
      return `asks ${one.option} of ${one.choices.join(", ")}: ${one.example}`
    case "Column":
      return `asks ${one.option} of ${one.choices.join(", ")}`
    case "Timezone":
      return `asks ${one.option}`
  }
}

/** The outcome of reading, one line a row. */
export const shown = ({ source, rows, fault, questions }: Outcome): string =>
  [
    `source ${source}`,
    ...questions.map(question),
    ...rows.map(row),
    ...(fault === null ? [] : [`fault: ${fault.message}`]),
    ""
  ].join("\n")

/** The same, followed by what names the kinds of data that are not kept. */
export const shownWhole = (outcome: Outcome): string =>
  `${shown(outcome)}${outcome.notKept.map((kind) => `not kept: ${notKeptInWords({ ...kind, file: null })}\n`).join("")}`
