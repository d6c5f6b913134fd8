import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import type { UserId } from "../../values/ids.ts"
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
      // Behind imp_ and the 16 characters of the user's id.
      return `substr(held.${column}, 21) AS "${name}"`
    default:
      return `held.${column} AS "${name}"`
  }
}

const given = ({ name, type }: Column): string =>
  `"${name}" ${type === "import id" ? "text" : type === "raw json" ? "text" : type}`

const partOf = (name: PartName): Part => PARTS[name]
const columnOf = (part: Part, name: string) => part.columns.find((column) => column.name === name)

/** Values as they stand in a file: instants as ISO 8601. */
const plain = (row: Line): Line => JSON.parse(JSON.stringify(row))

/** The id of a fact as an undo has it. */
const factId = (part: Part, line: Line) => keyOf(part, line).join(" ")

export const layer = Layer.effect(
  ArchiveStore,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const json = (value: unknown) => sql`${JSON.stringify(value)}::text::json`
    const selection = (part: Part) => sql.literal(part.columns.map(shown).join(", "))
    const record = (part: Part) => sql.literal(`given (${part.columns.map(given).join(", ")})`)

    const stored = (userId: UserId, { name, type }: Column) =>
      type === "import id"
        ? sql`${`imp_${userId.slice(4)}`}::text || given.${sql(name)}`
        : type === "raw json"
          ? sql`given.${sql(name)}::json`
          : sql`given.${sql(name)}`

    const keyColumns = (part: Part) => part.key.flatMap((name) => columnOf(part, name) ?? [])
    const orderColumns = (part: Part) => (part.order ?? part.key).flatMap((name) => columnOf(part, name) ?? [])

    /** Those of the lines that are there, by key. */
    const there = (userId: UserId, part: Part, lines: ReadonlyArray<Line>) =>
      sql<Line>`
        SELECT ${selection(part)} FROM json_to_recordset(${json(lines)}) AS ${record(part)}
        JOIN ${sql(part.table)} AS held ON held.user_id = ${userId} AND ${sql.and(
          keyColumns(part).map((column) => sql`held.${sql(column.column)} = ${stored(userId, column)}`)
        )}`.pipe(Effect.map((rows) => new Map(rows.map((row) => [factId(part, plain(row)), plain(row)]))))

    /** Only lines whose parent is there, of a part whose lines have one. */
    const belongs = (userId: UserId, part: Part) => {
      const column = columnOf(part, parentName(part))
      return part.parent === undefined || column === undefined
        ? sql``
        : sql`WHERE EXISTS (SELECT 1 FROM ${sql(part.parent.table)} AS parent
            WHERE parent.user_id = ${userId} AND parent.${sql(part.parent.column)} = ${stored(userId, column)})`
    }

    /** The ids of the parents that are there. */
    const withParent = (userId: UserId, part: Part, lines: ReadonlyArray<Line>) =>
      part.parent === undefined
        ? Effect.succeed([])
        : sql<{ readonly id: string }>`
            SELECT DISTINCT given.${sql(parentName(part))} AS id
            FROM json_to_recordset(${json(lines)}) AS ${record(part)} ${belongs(userId, part)}`

    return ArchiveStore.of({
      page: (userId, name, after, most) => {
        const part = partOf(name)
        const order = sql.literal(
          orderColumns(part)
            .map(({ column }) => `held.${column}`)
            .join(", ")
        )
        const behind =
          after === undefined
            ? sql``
            : sql`AND (${order}) > (${sql.csv(
                orderColumns(part).map((column) =>
                  column.type === "import id"
                    ? sql`${`imp_${userId.slice(4)}${String(after[column.name])}`}::text`
                    : sql`${after[column.name]}::${sql.literal(column.type)}`
                )
              )})`
        const where = part.where === undefined ? sql`` : sql`AND ${sql.literal(part.where)}`
        return sql<Line>`
          SELECT ${selection(part)} FROM ${sql(part.table)} AS held
          WHERE held.user_id = ${userId} ${where} ${behind} ORDER BY ${order} LIMIT ${most}`.pipe(
          Effect.map((rows) => rows.map(plain)),
          Effect.orDie
        )
      },

      compare: (userId, name, lines) => {
        const part = partOf(name)
        return Effect.gen(function* () {
          const held = yield* there(userId, part, lines)
          const parents = new Set((yield* withParent(userId, part, lines)).map(({ id }) => id))
          return lines.map((line): Restored => {
            const row = held.get(factId(part, line))
            if (row !== undefined) return JSON.stringify(row) === JSON.stringify(line) ? "same" : "different"
            return part.parent === undefined || parents.has(String(line[parentName(part)])) ? "new" : "orphan"
          })
        }).pipe(Effect.orDie)
      },

      restore: (userId, importId, name, lines) => {
        const part = partOf(name)
        const targets = sql.csv(part.columns.map(({ column }) => sql`${sql(column)}`))
        const values = sql.csv(part.columns.map((column) => stored(userId, column)))
        const insert = sql<Line>`
          INSERT INTO ${sql(part.table)} AS held (user_id, ${targets})
          SELECT ${userId}, ${values} FROM json_to_recordset(${json(lines)}) AS ${record(part)} ${belongs(userId, part)}
          ON CONFLICT DO NOTHING RETURNING ${selection(part)}`
        return sql
          .withTransaction(
            Effect.gen(function* () {
              const [user] = yield* sql`SELECT 1 FROM users WHERE user_id = ${userId} FOR NO KEY UPDATE`
              if (user === undefined) return yield* Effect.dieMessage("The user has been deleted")
              const added = new Set((yield* insert).map((row) => factId(part, plain(row))))
              if (part.item !== null && added.size > 0) {
                const facts = [...added].map((id) =>
                  part.item === "import" ? `imp_${userId.slice(4)}${id.slice(id.indexOf(" ") + 1)}` : id
                )
                yield* sql`SELECT add_restored_items(${userId}, ${importId}, ${part.item}, ${facts}::text[])`
              }
              if (name === "workouts" && added.size > 0) yield* sql`SELECT count_workouts(${userId}, ${added.size})`
              const rest = lines.filter((line) => !added.has(factId(part, line)))
              const held = rest.length === 0 ? new Map<string, Line>() : yield* there(userId, part, rest)
              return lines.map((line): Restored => {
                const id = factId(part, line)
                if (added.has(id)) return "new"
                const row = held.get(id)
                if (row === undefined) return "orphan"
                return JSON.stringify(row) === JSON.stringify(line) ? "same" : "different"
              })
            })
          )
          .pipe(Effect.orDie)
      },

      restoreBadges: (userId, badges) =>
        sql`
          INSERT INTO badges AS held (user_id, badge, earned_on)
          SELECT ${userId}, given.id, given."earnedOn"
          FROM json_to_recordset(${json(badges)}) AS given (id text, "earnedOn" date)
          ON CONFLICT (user_id, badge) DO UPDATE SET earned_on = COALESCE(held.earned_on, excluded.earned_on)`.pipe(
          Effect.asVoid,
          Effect.orDie
        )
    })
  })
)
