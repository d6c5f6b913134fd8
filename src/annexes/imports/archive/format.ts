import type { ItemKind } from "../rows/model.ts"

/** The archive format and its version. Later versions only add files and fields. */
export const FORMAT = "fettle-history"
export const VERSION = 1

/** How a value is stored: `import id` omits the user's part of an id, `raw json` is JSON kept as text. */
export type Type =
  | "text"
  | "text[]"
  | "date"
  | "timestamptz"
  | "double precision"
  | "integer"
  | "boolean"
  | "json"
  | "raw json"
  | "import id"

export interface Column {
  /** The name in the archive. */
  readonly name: string
  readonly column: string
  readonly type: Type
}

export interface Part {
  readonly table: string
  /** The kind of item that an undo takes these lines back as; null for lines that belong to others. */
  readonly item: ItemKind | null
  /** The names of the fields that identify a line. */
  readonly key: ReadonlyArray<string>
  /** The names of the fields that lines are sorted by, if not by the key. */
  readonly order?: ReadonlyArray<string>
  readonly columns: ReadonlyArray<Column>
  /** A line is restored only if this row exists. */
  readonly parent?: { readonly table: string; readonly column: string }
  /** An SQL condition on the user's rows that belong in an archive. */
  readonly where?: string
}

const columns = (text: string): ReadonlyArray<Column> =>
  text
    .trim()
    .split("\n")
    .map((line) => {
      const [name = "", column = "", ...type] = line.trim().split(" ")
      return { name, column, type: type.join(" ") as Type }
    })

const NUTRIENTS = ["calories", "protein", "carbs", "fat", "alcohol"]
  .map((name) => `${name} ${name} double precision`)
  .join("\n")

/** Added later, so that they come last. */
const DETAILS = `fiber fiber double precision
  sugars sugars double precision
  saturatedFat saturated_fat double precision
  sodium sodium double precision`

/**
 * Restored archives are not listed in archives, so that restoring one and exporting again gives the same archive. Nor is
 * sample data.
 */
const NOT_OF_ARCHIVES = "source NOT IN ('fettle', 'sample')"

/**
 * The files of an archive, in the order in which they are written and restored: files that others refer to come first.
 */
export const PARTS = {
  exercises: {
    table: "own_exercises",
    item: "exercise",
    key: ["id"],
    columns: columns(`
      id exercise_id text
      name name text
      nameKey name_key text
      category category text
      trackingType tracking_type text
      createdAt created_at timestamptz`)
  },
  "custom-foods": {
    table: "custom_foods",
    item: "custom_food",
    key: ["id"],
    columns: columns(`
      id food_id text
      name name text
      brandName brand_name text
      servingSize serving_size double precision
      servingUnit serving_unit text
      servingText serving_text text
      ${NUTRIENTS}
      createdAt created_at timestamptz
      recipe recipe json
      ${DETAILS}
      barcode barcode text`)
  },
  "imported-foods": {
    table: "imported_foods",
    item: null,
    key: ["id"],
    columns: columns(`
      id food_id text
      name name text
      brandName brand_name text
      createdAt created_at timestamptz`)
  },
  "saved-meals": {
    table: "saved_meals",
    item: "saved_meal",
    key: ["id"],
    columns: columns(`
      id meal_id text
      name name text
      description description text
      servings servings double precision
      createdAt created_at timestamptz`)
  },
  "saved-meal-items": {
    table: "saved_meal_items",
    item: null,
    key: ["mealId", "position"],
    parent: { table: "saved_meals", column: "meal_id" },
    columns: columns(`
      mealId meal_id text
      position position integer
      foodKind food_kind text
      foodId food_id text
      servings servings double precision`)
  },
  readings: {
    table: "body_metrics",
    item: "reading",
    key: ["metric", "date"],
    columns: columns(`
      metric metric text
      date date date
      value value double precision`)
  },
  entries: {
    table: "diary_entries",
    item: "entry",
    key: ["id"],
    order: ["date", "createdAt", "id"],
    columns: columns(`
      id entry_id text
      date date date
      mealType meal_type text
      servings servings double precision
      foodKind food_kind text
      foodId food_id text
      foodName food_name text
      brandName brand_name text
      ${NUTRIENTS}
      servingSize serving_size double precision
      servingUnit serving_unit text
      servingText serving_text text
      createdAt created_at timestamptz
      ${DETAILS}
      said said text`)
  },
  workouts: {
    table: "workouts",
    item: "workout",
    key: ["id"],
    order: ["date", "createdAt", "id"],
    columns: columns(`
      id workout_id text
      revision revision integer
      date date date
      name name text
      startTime start_time text
      endTime end_time text
      durationSeconds duration_seconds integer
      notes notes text
      estimatedCalories estimated_calories double precision
      exerciseCount exercise_count integer
      exercises exercises json
      createdAt created_at timestamptz
      appCalories app_calories double precision`)
  },
  routines: {
    table: "routines",
    item: "routine",
    key: ["id"],
    columns: columns(`
      id routine_id text
      place place integer
      name name text
      exercises exercises json
      createdAt created_at timestamptz`)
  },
  goals: {
    table: "goals",
    item: "goal",
    key: ["id"],
    columns: columns(`
      id goal_id text
      place place integer
      name name text
      type type text
      metric metric text
      unit unit text`)
  },
  "goal-revisions": {
    table: "goal_versions",
    item: null,
    key: ["goalId", "fromDay"],
    parent: { table: "goals", column: "goal_id" },
    columns: columns(`
      goalId goal_id text
      fromDay from_day date
      targetValue target_value double precision
      comparison comparison text
      days days text[]
      startDate start_date date
      endDate end_date date
      active active boolean`)
  },
  progress: {
    table: "goal_progress",
    item: null,
    key: ["goalId", "date"],
    parent: { table: "goals", column: "goal_id" },
    columns: columns(`
      goalId goal_id text
      date date date
      value value double precision`)
  },
  "exercise-choices": {
    table: "exercise_choices",
    item: null,
    key: ["source", "nameKey"],
    columns: columns(`
      source source text
      nameKey name_key text
      exerciseId exercise_id text`)
  },
  imports: {
    table: "imports",
    item: "import",
    key: ["place", "id"],
    where: NOT_OF_ARCHIVES,
    columns: columns(`
      place place integer
      id import_id import id
      source source text
      file file_name text
      fileHash file_hash text
      startedAt started_at timestamptz
      finishedAt finished_at timestamptz
      undoneAt undone_at timestamptz
      counts counts json
      eras eras json
      choices choices json`)
  },
  "import-items": {
    table: "import_items",
    item: null,
    key: ["kind", "key", "place"],
    where: `EXISTS (SELECT 1 FROM imports WHERE user_id = held.user_id AND import_id = held.import_id AND ${NOT_OF_ARCHIVES})`,
    parent: { table: "imports", column: "import_id" },
    columns: columns(`
      kind kind text
      key key text
      place place integer
      importId import_id import id
      factId fact_id text
      fingerprint fingerprint text
      made made text
      before before raw json
      undone undone boolean`)
  }
} as const satisfies Record<string, Part>

export type PartName = keyof typeof PARTS
export const partNames = Object.keys(PARTS).filter((name): name is PartName => name in PARTS)

/** The name of a part's file in an archive. */
export const fileOfPart = (part: string): string => `${part}.ndjson`

const RESTORED = "fettle:"

/** The key under which the item of a restored fact is recorded. */
export const restoredKey = (fact: string): string => `${RESTORED}${fact}`

export const isRestoredKey = (key: string): boolean => key.startsWith(RESTORED)

/** A line of a file: its values by name, in the order of the columns. */
export type Line = Readonly<Record<string, unknown>>

/** The values that identify a line within its file. */
export const keyOf = (part: Part, line: Line): ReadonlyArray<unknown> => part.key.map((name) => line[name])

/** The field of a line that refers to its parent; empty if it has none. */
export const parentName = ({ columns, parent }: Part): string =>
  columns.find(({ column }) => column === parent?.column)?.name ?? ""
