import type { EveryColumn } from "./every-column.ts"
import { workbook } from "./workbook-of.ts"

const pairs = (names: string, values: string): EveryColumn["columns"] => {
  const cells = values.split(";")
  return names.split(";").map((name, at) => [name, cells[at] ?? ""] as const)
}

/** The cells of a CSV row, quoted where they need it. */
const csv = (cells: ReadonlyArray<string>, delimiter = ","): string =>
  cells.map((cell) => (cell.includes(delimiter) ? `"${cell}"` : cell)).join(delimiter)

const names = (columns: EveryColumn["columns"]): ReadonlyArray<string> => columns.map(([name]) => name)

const FATSECRET = pairs(
  "Date;Cals ( kcal);Fat( g);Sat( g);Carbs( g);Fiber( g);Sugar( g);Prot( g);Sod( mg);Chol( mg);Potass( mg)",
  "   Oats;300;7;1;50;8;3;10;5;2;300"
)

const JEFIT = {
  logs: pairs(
    "USERID;TIMESTAMP;belongSys;logs;_id;record;mydate;eid;ename",
    "1;2026-01-01 00:00:00;1;60x10;1;86.67;2026-01-01;21;Barbell Bench Press"
  ),
  cardio: pairs(
    "row_id;USERID;TIMESTAMP;_id;mydate;eid;ename;duration;distance;speed;calorie;lap;incline;heartrate",
    "1;1;2026-01-01 00:00:00;1;2026-01-01;3;Running;1800;5;10;300;4;2;150"
  ),
  profile: pairs(
    "row_id;USERID;TIMESTAMP;_id;mydate;weight;fatpercent;chest;arms;waist;calves;height;hips;thighs;shoulders;neck;forearms",
    "1;1;2026-01-01 00:00:00;1;2026-01-01;81.5;18.5;100;35;84;38;180;98;57;120;38;30"
  )
}

const jefit =
  (title: string, columns: EveryColumn["columns"]) =>
  (cells: ReadonlyArray<string>): string =>
    `### SETTING ###\n\nrow_id,USERID,gender\n1,1,M\n\n##########\n### ${title} ###\n\n${csv(names(columns))}\n${csv(cells)}\n\n##########\n`

const GYMBOOK = pairs(
  "Date;Workout;Time;Exercise;Region;Muscle groups (Primary);Muscle groups (Secondary);Set / Warmup set / Cool-down set;Repetitions / Time;Weight / Distance;Notes;Skipped",
  "02.01.2024;A;18:00;Squat;Legs;Quads;Glutes;Warmup set;10;40 kg;deep;No"
)

const LIBRA = pairs(
  "date;weight;weight trend;body fat;body fat trend;comment",
  "2026-03-14;80.2;80.4;18.5;18.6;after run"
)

const GARMIN_WEIGHTS = pairs(
  "Time;Weight;Change;BMI;Body Fat;Skeletal Muscle Mass;Bone Mass;Body Water",
  "6:41 AM;108.8 kg;0.2 kg;33.1;25.3 %;40 kg;4 kg;55 %"
)

const cell = (text: string): string =>
  /^[\d.]+$/.test(text) ? `<c><v>${text}</v></c>` : `<c t="inlineStr"><is><t>${text}</t></is></c>`
const row = (cells: ReadonlyArray<string>): string => `<row>${cells.map(cell).join("")}</row>`

const macroFactor = (name: string, columns: EveryColumn["columns"]): EveryColumn => ({
  source: "macrofactor",
  name: `macrofactor.xlsx, ${name}`,
  columns,
  content: (cells) => workbook({ [name]: row(names(columns)) + row(cells) })
})

/** Tables whose rows stand below titles, days or sums, or in a workbook; each with every column that its app writes. */
export const EVERY_LAID_OUT: ReadonlyArray<EveryColumn> = [
  {
    source: "fatsecret",
    name: "FoodDiary.csv",
    columns: FATSECRET,
    content: (cells) =>
      [
        "# Report Details",
        csv(names(FATSECRET)),
        csv(['"Tuesday, May 1, 2018"'.replaceAll('"', ""), "300"]),
        " Breakfast,300",
        csv(cells),
        "    1 cup",
        ""
      ].join("\n")
  },
  ...(
    [
      ["EXERCISE LOGS", JEFIT.logs, ["record"]],
      ["CARDIO LOGS", JEFIT.cardio, ["speed"]],
      ["PROFILE", JEFIT.profile, []]
    ] as const
  ).map(
    ([title, columns, beside]): EveryColumn => ({
      source: "jefit",
      name: `jefit.csv, ${title.toLowerCase()}`,
      columns,
      beside: [...beside, "belongSys", "eid", "_id", "USERID", "TIMESTAMP", "row_id"],
      content: jefit(title, columns)
    })
  ),
  {
    source: "gymbook",
    name: "gymbook.csv",
    columns: GYMBOOK,
    beside: ["Skipped"],
    content: (cells) => `${csv(names(GYMBOOK))}\n${csv(cells)}\n`
  },
  {
    source: "libra",
    name: "libra.csv",
    columns: LIBRA,
    content: (cells) => `#Version: 6\n#Units: kg\n\n#${csv(names(LIBRA), ";")}\n${csv(cells, ";")}\n`
  },
  macroFactor(
    "Quick Export",
    pairs(
      "Date;Expenditure;Trend Weight (kg);Weight (kg);Calories (kcal);Protein (g);Fat (g);Carbs (g);Alcohol (g);Fiber (g);Steps;Target Calories (kcal);Target Protein (g)",
      "45000;2500;80.1;80;2000;150;60;200;5;30;9000;2100;160"
    )
  ),
  macroFactor(
    "Food Log",
    pairs(
      "Date;Time;Food Name;Serving Size;Serving Qty;Serving Weight (g);Calories (kcal);Protein (g);Fat (g);Carbs (g);Fiber (g);Sugars (g);Saturated Fat (g);Sodium (mg);Caffeine (mg);Vitamin C (mg)",
      "45000;0.5;Oats;cup;2;80;300;10;7;50;8;3;1;5;1;2"
    )
  ),
  macroFactor(
    "Body Metrics",
    pairs("Date;Fat Percent;Neck (cm);Waist (cm);Left Bicep (cm);Visceral Fat", "45000;18;38;84;35;8")
  ),
  {
    source: "garmin",
    name: "steps.csv",
    columns: pairs("date;Actual;Goal", "07/12/2025;5565;11790"),
    content: (cells) => `,Actual,Goal\n${csv(cells)}\n07/13/2025,12031,11790\n`
  },
  {
    source: "garmin",
    name: "weight.csv",
    columns: GARMIN_WEIGHTS,
    content: (cells) => `${csv(names(GARMIN_WEIGHTS))},\n" 2025 Dec 21",\n${csv(cells)},\n`
  }
]
