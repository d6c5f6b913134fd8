import type { Database } from "bun:sqlite"
import { Schema } from "effect"
import {
  type Branded,
  type FdcType,
  judgeBranded,
  judgeGeneric,
  NUTRIENTS,
  type Nutrient,
  nutritionOf,
  type Version
} from "./fdc.ts"
import { LeftOut, type Outcome } from "./importer.ts"
import { type Serving, type Stated, stated } from "./rules.ts"

type Amounts = Readonly<Record<`n${Nutrient}`, string | null>>

/** A food with its data from the other tables. */
interface Joined extends Readonly<Record<keyof Branded, string | null>>, Amounts {
  readonly fdcId: number
  readonly type: FdcType
  readonly description: string
  /** The sizes and texts of its portions in order, as JSON. */
  readonly portions: string
}

const BRANDED_COLUMNS = [
  "brandOwner",
  "brandName",
  "gtin",
  "servingSize",
  "servingSizeUnit",
  "household",
  "modified",
  "available"
] as const satisfies ReadonlyArray<keyof Branded>

/** Most portions read per food: more than are stored, as some have the same text. */
const MOST_PORTIONS = 20

const readPortions = Schema.decodeSync(
  Schema.parseJson(Schema.Array(Schema.Tuple(Schema.Number, Schema.NullOr(Schema.String))))
)

const column = (nutrient: Nutrient): `n${Nutrient}` => `n${nutrient}`
const columns = NUTRIENTS.map(column)

/**
 * The files of a FoodData Central CSV download as tables of a scratch database, so that they can be joined in any row
 * order with constant memory. Values keep the file's text.
 */
export class FdcTables {
  private readonly insertFood
  private readonly insertBranded
  private readonly insertPortion
  private readonly insertAmounts
  private readonly selectType
  private readonly insertCurrent
  private readonly selectCurrent
  /** Amounts of the food being read; most files keep a food's rows together. */
  private amountsOf: number | null = null
  private amounts = new Map<Nutrient, string>()

  constructor(private readonly database: Database) {
    database.run(`CREATE TABLE current (fdc_id INTEGER PRIMARY KEY)`)
    database.run(`CREATE TABLE food (fdc_id INTEGER PRIMARY KEY, type TEXT, description TEXT)`)
    database.run(`CREATE TABLE branded (fdc_id INTEGER PRIMARY KEY, ${BRANDED_COLUMNS.join(" TEXT, ")} TEXT)`)
    database.run(`CREATE TABLE portion (fdc_id INTEGER, place REAL, size REAL, label TEXT)`)
    database.run(`CREATE INDEX portion_food ON portion (fdc_id, place)`)
    database.run(`CREATE TABLE nutrient (fdc_id INTEGER PRIMARY KEY, ${columns.join(" TEXT, ")} TEXT)`)
    this.insertFood = database.query<unknown, [number, string, string]>(
      `INSERT OR IGNORE INTO food (fdc_id, type, description) VALUES (?, ?, ?)`
    )
    this.insertBranded = database.query<unknown, Array<string | number>>(
      `INSERT OR IGNORE INTO branded (fdc_id, ${BRANDED_COLUMNS.join(", ")}) VALUES (?${", ?".repeat(BRANDED_COLUMNS.length)})`
    )
    this.insertPortion = database.query<unknown, [number, number, number, string | null]>(
      `INSERT INTO portion (fdc_id, place, size, label) VALUES (?, ?, ?, ?)`
    )
    this.insertAmounts = database.query<unknown, Array<string | number | null>>(
      `INSERT INTO nutrient (fdc_id, ${columns.join(", ")}) VALUES (?${", ?".repeat(columns.length)})
       ON CONFLICT (fdc_id) DO UPDATE SET ${columns.map((name) => `${name} = coalesce(nutrient.${name}, excluded.${name})`).join(", ")}`
    )
    this.insertCurrent = database.query<unknown, [number]>(`INSERT OR IGNORE INTO current (fdc_id) VALUES (?)`)
    this.selectCurrent = database.query<{ fdc_id: number }, [number]>(`SELECT fdc_id FROM current WHERE fdc_id = ?`)
    this.selectType = database.query<{ type: FdcType }, [number]>(`SELECT type FROM food WHERE fdc_id = ?`)
  }

  /** Records that the foundation food with this id is current. */
  addCurrent(fdcId: number): void {
    this.insertCurrent.run(fdcId)
  }

  isCurrent(fdcId: number): boolean {
    return this.selectCurrent.get(fdcId) !== null
  }

  /** Returns false, keeping the first row, if the id was already added. */
  addFood(fdcId: number, type: FdcType, description: string): boolean {
    return this.insertFood.run(fdcId, type, description).changes === 1
  }

  addBranded(fdcId: number, branded: Branded & { readonly servingSize: string }): void {
    this.insertBranded.run(fdcId, ...BRANDED_COLUMNS.map((name) => branded[name]))
  }

  typeOf(fdcId: number): FdcType | null {
    return this.selectType.get(fdcId)?.type ?? null
  }

  /** Portions are sorted by sequence number, then by their order in the file. Those without a number come last. */
  addPortion(fdcId: number, sequence: Stated, portion: Serving): void {
    const place = sequence !== null && Number.isFinite(sequence) ? sequence : Number.MAX_VALUE
    this.insertPortion.run(fdcId, place, portion.size, portion.text)
  }

  /** Keeps the first amount of each of a food's nutrients. Empty amounts are ignored. */
  addAmount(fdcId: number, nutrient: Nutrient, amount: string): void {
    if (this.amountsOf !== fdcId) {
      this.storeAmounts()
      this.amountsOf = fdcId
    }
    if (amount !== "" && !this.amounts.has(nutrient)) this.amounts.set(nutrient, amount)
  }

  private storeAmounts(): void {
    if (this.amountsOf !== null && this.amounts.size > 0) {
      this.insertAmounts.run(this.amountsOf, ...NUTRIENTS.map((nutrient) => this.amounts.get(nutrient) ?? null))
    }
    this.amounts.clear()
  }

  countFoods(): number {
    return this.database.query<{ n: number }, []>(`SELECT count(*) AS n FROM food`).get()?.n ?? 0
  }

  /** The outcome of every food, by id. For a branded food, a version to compare with others of its barcode. */
  *judgedFoods(): Generator<Outcome | Version, void, undefined> {
    this.storeAmounts()
    const all = this.database.query<Joined, []>(
      `SELECT food.fdc_id AS fdcId, food.type, food.description, 
         (SELECT json_group_array(json_array(size, label)) FROM (
           SELECT size, label FROM portion WHERE portion.fdc_id = food.fdc_id ORDER BY place, rowid LIMIT ${MOST_PORTIONS}
         )) AS portions,
         ${BRANDED_COLUMNS.map((name) => `branded.${name}`).join(", ")}, ${columns.map((name) => `nutrient.${name}`).join(", ")}
       FROM food LEFT JOIN branded USING (fdc_id) LEFT JOIN nutrient USING (fdc_id)
       ORDER BY food.fdc_id`
    )
    for (const row of all.iterate()) yield judgeJoined(row)
  }
}

const judgeJoined = (row: Joined): Outcome | Version => {
  const { fdcId, type, description } = row
  const nutrition = nutritionOf((nutrient) => stated(row[column(nutrient)]))
  if (type !== "branded") {
    const portions = readPortions(row.portions).map(([size, text]): Serving => ({ size, unit: "g", text }))
    return judgeGeneric({ type, fdcId, description, nutrition, portions })
  }
  const branded: Branded = {
    brandOwner: row.brandOwner ?? "",
    brandName: row.brandName ?? "",
    gtin: row.gtin ?? "",
    servingSize: row.servingSize,
    servingSizeUnit: row.servingSizeUnit ?? "",
    household: row.household ?? "",
    modified: row.modified ?? "",
    available: row.available ?? ""
  }
  return judgeBranded(fdcId, description, branded, nutrition) ?? LeftOut({ reason: "code_unusable" })
}
