import fc from "fast-check"
import type { Source } from "../../../src/annexes/imports/sources.ts"

/** A file of an app: its header, and rows of cells. */
export interface AppFile {
  readonly source: Source
  readonly name: string
  readonly header: string
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
}

export const contentOf = ({ header, rows }: AppFile): string =>
  [header, ...rows.map((cells) => cells.join(header.includes(";") ? ";" : ",")), ""].join("\n")

/** A fact of the same kind in several apps. There are few days and times, so that the apps' facts overlap. */
interface Fact {
  readonly day: number
  /** An hour of the afternoon in Berlin. */
  readonly hour: number
  readonly n: number
}

type Row = (fact: Fact) => ReadonlyArray<string>

const date = ({ day }: Fact): string => `2025-03-0${day}`
const two = (n: number): string => String(n).padStart(2, "0")
const FOODS = ["Oats", "Soup", "Stew"]
const food = ({ n }: Fact): string => FOODS[n % FOODS.length] ?? ""

/** For each kind of fact, the apps that write it, each in its own form. */
const APPS: ReadonlyArray<readonly [source: Source, name: string, header: string, row: Row]> = [
  ["csv", "days.csv", "Date,Weight (kg),Body Fat %,Steps,Notes", (f) => [date(f), `${70 + f.n}.5`, "20.5", "9000", ""]],
  [
    "renpho",
    "renpho.csv",
    "Time of Measurement,Weight(kg),BMI,Body Fat(%)",
    (f) => [`${date(f)} ${two(f.hour)}:00:00`, `${71 + f.n}`, "24", "21"]
  ],
  [
    "withings",
    "weight.csv",
    "Date,Weight (kg),Fat mass (kg),Bone mass (kg),Muscle mass (kg),Hydration (kg),Comments",
    (f) => [`${date(f)} ${two(f.hour)}:15:00`, `${72 + f.n}`, "15", "", "", "", ""]
  ],
  ["garmin", "Steps.csv", ",Actual,Goal", (f) => [date(f), `${8000 + f.n}`, "9000"]],
  [
    "google-fit",
    "Daily activity metrics.csv",
    "Date,Move Minutes count,Step count",
    (f) => [date(f), "40", `${7000 + f.n}`]
  ],
  [
    "oura",
    "dailyactivity.csv",
    "id;day;score;steps;equivalent_walking_distance",
    (f) => ["a", date(f), "80", `${6000 + f.n}`, "5000"]
  ],
  [
    "strava",
    "activities.csv",
    "Activity ID,Activity Date,Activity Name,Activity Type,Elapsed Time,Distance,Elapsed Time,Distance,Calories",
    (f) => [
      `${f.day}${f.hour}`,
      `${date(f)} ${two(f.hour - 1)}:10:00`,
      "Run",
      "Run",
      "3600",
      "5",
      "3600",
      "5000",
      `${300 + f.n}`
    ]
  ],
  [
    "whoop",
    "workouts.csv",
    "Cycle start time,Cycle timezone,Workout start time,Workout end time,Duration (min),Activity name,Energy burned (cal)",
    (f) => [
      `${date(f)} 00:00:00`,
      "UTC+01:00",
      `${date(f)} ${two(f.hour)}:10:20`,
      `${date(f)} ${two(f.hour)}:50:00`,
      "40",
      "Running",
      `${310 + f.n}`
    ]
  ],
  [
    "health-auto-export",
    "Workouts.csv",
    "Workout Type,Start,End,Duration,Active Energy (kcal),Distance (km)",
    (f) => [
      "Running",
      `${date(f)} ${two(f.hour)}:30`,
      `${date(f)} ${two(f.hour + 1)}:20`,
      "00:50:00",
      `${320 + f.n}`,
      "6"
    ]
  ],
  [
    "hevy",
    "workouts.csv",
    "title,start_time,end_time,description,exercise_title,superset_id,exercise_notes,set_index,set_type,weight_kg,reps,distance_km,duration_seconds,rpe",
    (f) => [
      "Legs",
      `${f.day} Mar 2025 ${two(f.hour)}:00`,
      `${f.day} Mar 2025 ${two(f.hour + 1)}:00`,
      "",
      "Squat (Barbell)",
      "",
      "",
      "0",
      "normal",
      `${20 * f.n}`,
      "5",
      "",
      "",
      ""
    ]
  ],
  [
    "cronometer",
    "servings.csv",
    "Day,Group,Food Name,Amount,Energy (kcal),Carbs (g),Fat (g),Protein (g),Category",
    (f) => [date(f), "Breakfast", food(f), "80.00 g", `${300 + f.n}`, "50", "5", "10", "Cereals"]
  ],
  [
    "yazio",
    "nutrition_log.csv",
    "date,meal,product_name,amount_g,calories,protein_g,fat_g,carbs_g",
    (f) => [date(f), "breakfast", food(f), "80", `${310 + f.n}`, "11", "5", "50"]
  ],
  [
    "lose-it",
    "food-logs.csv",
    "Date,Name,Icon,Meal,Quantity,Units,Calories,Deleted,Fat (g),Protein (g),Carbohydrates (g)",
    (f) => [date(f), food(f), "Oatmeal", "Breakfast", "80", "Grams", `${320 + f.n}`, "0", "5", "11", "50"]
  ]
]

const fact = fc.record({
  day: fc.integer({ min: 1, max: 4 }),
  hour: fc.constantFrom(15, 16, 19),
  n: fc.integer({ min: 1, max: 3 })
})

const facts = fc.uniqueArray(fact, { minLength: 1, maxLength: 6, selector: ({ day, hour }) => `${day} ${hour}` })

/** The apps whose files can be made. */
export const APPS_WITH_FILES: ReadonlyArray<Source> = APPS.map(([source]) => source)

/** A file as one of these apps writes it, by default any. */
export const appFile = (of: ReadonlyArray<Source> = APPS_WITH_FILES): fc.Arbitrary<AppFile> =>
  fc
    .tuple(fc.constantFrom(...APPS.filter(([source]) => of.includes(source))), facts)
    .map(([[source, name, header, row], facts]) => ({ source, name, header, rows: facts.map(row) }))

/** What cells may contain by mistake, or because nothing was measured. */
const WRONG = ["", "null", "--", "abc", "-5", "0", "1e9", "2044-01-01", "2025-02-31", "9".repeat(40)]

/** A file with some cells that contain anything. */
export const brokenFile = (of?: ReadonlyArray<Source>): fc.Arbitrary<AppFile> =>
  appFile(of).chain((file) =>
    fc
      .array(
        fc.record({
          row: fc.nat(file.rows.length - 1),
          cell: fc.nat((file.rows[0]?.length ?? 1) - 1),
          text: fc.constantFrom(...WRONG)
        }),
        { maxLength: 8 }
      )
      .map((faults) => ({
        ...file,
        rows: file.rows.map((cells, at) =>
          cells.map((cell, place) => faults.find((fault) => fault.row === at && fault.cell === place)?.text ?? cell)
        )
      }))
  )
