import { Effect, Layer } from "effect"
import { type Database, Db } from "../../../platform/database/db.ts"
import type { UserId } from "../../../values/ids.ts"
import { importIds } from "../rows/model.ts"
import { type Column, keyOf, type Line, PARTS, type Part, type PartName, parentName } from "./format.ts"
import { ArchiveStore, type Restored } from "./store.ts"

const shown = ({ name, column, type }: Column): string => {
  switch (type) {
    case "date":
      return `held.${column}::text AS "${name}"`
    case "raw json":
      return `held.${column}::text AS "${name}"`
    case "double precision":
      return `held.${column}::double precision AS "${name}"`
    case "import id":
      // Skips imp_ and the 16 characters of the user's id.
      return `substr(held.${column}, 21) AS "${name}"`
    default:
      return `held.${column} AS "${name}"`
  }
}

const given = ({ name, type }: Column): string =>
  `"${name}" ${type === "import id" ? "text" : type === "raw json" ? "text" : type}`

const partOf = (name: PartName): Part => PARTS[name]
const columnOf = (part: Part, name: string) => part.columns.find((column) => column.name === name)

const keyColumns = (part: Part) => part.key.flatMap((name) => columnOf(part, name) ?? [])
const orderColumns = (part: Part) => (part.order ?? part.key).flatMap((name) => columnOf(part, name) ?? [])

/** Values as written in a file: instants as ISO 8601. */
const plain = (row: Line): Line => JSON.parse(JSON.stringify(row))

/** A fact's id in the form that an undo uses. */
const factId = (part: Part, line: Line) => keyOf(part, line).join(" ")

type Store = ArchiveStore["Type"]

const json = (db: Database, value: unknown) => db.sql`${JSON.stringify(value)}::text::json`

const selection = (db: Database, part: Part) => db.sql.literal(part.columns.map(shown).join(", "))

const record = (db: Database, part: Part) => db.sql.literal(`given (${part.columns.map(given).join(", ")})`)

const stored = (db: Database, userId: UserId, { name, type }: Column) =>
  type === "import id"
    ? db.sql`${importIds.startOf(userId)}::text || given.${db.sql(name)}`
    : type === "raw json"
      ? db.sql`given.${db.sql(name)}::json`
      : db.sql`given.${db.sql(name)}`

/** The existing lines among these, by key. */
const there = (db: Database, userId: UserId, part: Part, lines: ReadonlyArray<Line>) =>
  Effect.map(
    db.rows(db.sql<Line>`
    SELECT ${selection(db, part)} FROM json_to_recordset(${json(db, lines)}) AS ${record(db, part)}
    JOIN ${db.sql(part.table)} AS held ON held.user_id = ${userId} AND ${db.sql.and(
      keyColumns(part).map((column) => db.sql`held.${db.sql(column.column)} = ${stored(db, userId, column)}`)
    )}`),
    (rows) => new Map(rows.map((row) => [factId(part, plain(row)), plain(row)]))
  )

/** Restricts lines to those whose parent exists, if the part's lines have one. */
const belongs = (db: Database, userId: UserId, part: Part) => {
  const column = columnOf(part, parentName(part))
  return part.parent === undefined || column === undefined
    ? db.sql``
    : db.sql`WHERE EXISTS (SELECT 1 FROM ${db.sql(part.parent.table)} AS parent
        WHERE parent.user_id = ${userId} AND parent.${db.sql(part.parent.column)} = ${stored(db, userId, column)})`
}

/** The ids of the existing parents. */
const withParent = (db: Database, userId: UserId, part: Part, lines: ReadonlyArray<Line>) =>
  part.parent === undefined
    ? Effect.succeed([])
    : db.rows(db.sql<{ readonly id: string }>`
        SELECT DISTINCT given.${db.sql(parentName(part))} AS id
        FROM json_to_recordset(${json(db, lines)}) AS ${record(db, part)} ${belongs(db, userId, part)}`)

/** Reading parts of an archive. */
const reading = (db: Database): Pick<Store, "page" | "compare"> => ({
  page: (userId, name, after, most) => {
    const part = partOf(name)
    const order = db.sql.literal(
      orderColumns(part)
        .map(({ column }) => `held.${column}`)
        .join(", ")
    )
    const behind =
      after === undefined
        ? db.sql``
        : db.sql`AND (${order}) > (${db.sql.csv(
            orderColumns(part).map((column) =>
              column.type === "import id"
                ? db.sql`${importIds.startOf(userId) + String(after[column.name])}::text`
                : db.sql`${after[column.name]}::${db.sql.literal(column.type)}`
            )
          )})`
    const where = part.where === undefined ? db.sql`` : db.sql`AND ${db.sql.literal(part.where)}`
    return Effect.map(
      db.rows(db.sql<Line>`
      SELECT ${selection(db, part)} FROM ${db.sql(part.table)} AS held
      WHERE held.user_id = ${userId} ${where} ${behind} ORDER BY ${order} LIMIT ${most}`),
      (rows) => rows.map(plain)
    )
  },

  compare: (userId, name, lines) => {
    const part = partOf(name)
    return Effect.gen(function* () {
      const held = yield* there(db, userId, part, lines)
      const parents = new Set((yield* withParent(db, userId, part, lines)).map(({ id }) => id))
      return lines.map((line): Restored => {
        const row = held.get(factId(part, line))
        if (row !== undefined) return JSON.stringify(row) === JSON.stringify(line) ? "same" : "different"
        return part.parent === undefined || parents.has(String(line[parentName(part)])) ? "new" : "orphan"
      })
    })
  }
})

/** Restoring parts of an archive. */
const restoring = (db: Database): Pick<Store, "restore" | "restoreBadges"> => ({
  restore: (userId, importId, name, lines) => {
    const part = partOf(name)
    const targets = db.sql.csv(part.columns.map(({ column }) => db.sql`${db.sql(column)}`))
    const values = db.sql.csv(part.columns.map((column) => stored(db, userId, column)))
    const insert = db.sql<Line>`
      INSERT INTO ${db.sql(part.table)} AS held (user_id, ${targets})
      SELECT ${userId}, ${values} FROM json_to_recordset(${json(db, lines)}) AS ${record(db, part)} ${belongs(db, userId, part)}
      ON CONFLICT DO NOTHING RETURNING ${selection(db, part)}`
    return db.transaction(
      Effect.gen(function* () {
        const user = yield* db.first(db.sql`SELECT 1 FROM users WHERE user_id = ${userId} FOR NO KEY UPDATE`)
        if (user === undefined) return yield* Effect.dieMessage("The user has been deleted")
        const added = new Set((yield* db.rows(insert)).map((row) => factId(part, plain(row))))
        if (part.item !== null && added.size > 0) {
          const facts = [...added].map((id) =>
            part.item === "import" ? importIds.startOf(userId) + id.slice(id.indexOf(" ") + 1) : id
          )
          yield* db.run(db.sql`SELECT add_restored_items(${userId}, ${importId}, ${part.item}, ${facts}::text[])`)
        }
        if (name === "workouts" && added.size > 0)
          yield* db.run(db.sql`SELECT count_workouts(${userId}, ${added.size})`)
        const rest = lines.filter((line) => !added.has(factId(part, line)))
        const held = rest.length === 0 ? new Map<string, Line>() : yield* there(db, userId, part, rest)
        return lines.map((line): Restored => {
          const id = factId(part, line)
          if (added.has(id)) return "new"
          const row = held.get(id)
          if (row === undefined) return "orphan"
          return JSON.stringify(row) === JSON.stringify(line) ? "same" : "different"
        })
      })
    )
  },

  restoreBadges: (userId, badges) =>
    db.run(db.sql`
      INSERT INTO badges AS held (user_id, badge, earned_on)
      SELECT ${userId}, given.id, given."earnedOn"
      FROM json_to_recordset(${json(db, badges)}) AS given (id text, "earnedOn" date)
      ON CONFLICT (user_id, badge) DO UPDATE SET earned_on = COALESCE(held.earned_on, excluded.earned_on)`)
})

export const layer = Layer.effect(
  ArchiveStore,
  Effect.map(Db, (db) => ArchiveStore.of({ ...reading(db), ...restoring(db) }))
)
