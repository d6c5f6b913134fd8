import type { Statement } from "@effect/sql"
import { Schema } from "effect"
import type { Builder } from "../../platform/database/builder.ts"
import type { UserId } from "../../values/ids.ts"
import { keptByUser } from "../../values/kept.ts"
import { once } from "../../values/once.ts"
import type { Named } from "../foods/label.ts"
import type { FoodKind } from "../foods/model.ts"
import { type OwnFoods, ownFoodsOf } from "./own-matches.ts"
import { listed } from "./rank.ts"

/** The name of a user's food: all that a search needs until it shows the food. */
export interface OwnName extends Named {
  readonly kind: "own"
}

/** The names of a user's own foods, and of one kind of them. */
export interface OwnLists {
  readonly size: number
  readonly of: (kind: FoodKind | undefined) => OwnFoods<OwnName>
  /** The names of a kind, sorted as lists are. */
  readonly listed: (kind: FoodKind | undefined) => ReadonlyArray<OwnName>
}

const Names = Schema.parseJson(
  Schema.Array(
    Schema.Tuple(
      Schema.Literal("custom_food", "saved_meal"),
      Schema.String,
      Schema.String,
      Schema.NullOr(Schema.String)
    )
  )
)
const decode = Schema.decodeSync(Names)

const listsOf = (rows: typeof Names.Type): OwnLists => {
  const made = (kind: FoodKind | undefined) => {
    const own = rows
      .filter(([each]) => kind === undefined || each === kind)
      .map(([, id, name, brandName]): OwnName => ({ kind: "own", id, name, brandName }))
    return {
      foods: once(() => ownFoodsOf(own)),
      listed: once(() => listed(own, own.length).foods)
    }
  }
  const kinds = { custom_food: once(() => made("custom_food")), saved_meal: once(() => made("saved_meal")) }
  const all = once(() => made(undefined))
  const ofKind = (kind: FoodKind | undefined) => (kind === undefined || kind === "food" ? all : kinds[kind])()
  return {
    size: rows.length,
    of: (kind) => ofKind(kind).foods(),
    listed: (kind) => ofKind(kind).listed()
  }
}

const NONE = listsOf([])

/** Where a version ends and the list begins. */
const END = "\n"

/** Names of foods that a search takes: how to ask for them, and how to read the answer. */
export interface Reading {
  /** One row with a column `own`: the version of the names and, if it is not the known one, the names. */
  readonly asked: Statement.Fragment
  readonly read: (own: string | null) => OwnLists
}

/**
 * Reads the names of users' own foods. People search more often than they change their own foods, so the lists are kept
 * (about 1 kB for a food), and the database returns those that have changed. It compares them by a hash of 64 bits,
 * which takes 1 ms for 5,000; only a user's own names could share one.
 */
export const ownNames = (sql: Builder) => {
  const kept = keptByUser<OwnLists>({ users: 1000, items: 20_000 })
  return (userId: UserId): Reading => {
    const known = kept.get(userId)
    const names = sql`(
      SELECT 'custom_food' AS kind, food_id AS id, name, brand_name AS brand FROM custom_foods WHERE user_id = ${userId}
      UNION ALL
      SELECT 'saved_meal', meal_id, name, NULL FROM saved_meals WHERE user_id = ${userId}) AS each`
    return {
      asked: sql`
        SELECT version || ${END} || COALESCE(CASE WHEN version <> ${known?.version ?? ""} THEN (
          SELECT json_agg(json_build_array(kind, id, name, brand))::text FROM ${names}) END, '') AS own
        FROM (
          SELECT count(*) || ' ' || bit_xor(hashtextextended(concat_ws(chr(31), id, name, brand), 0)) AS version
          FROM ${names}) AS now`,
      read: (own) => {
        if (own === null) return NONE
        const end = own.indexOf(END)
        const [version, list] = [own.slice(0, end), own.slice(end + END.length)]
        if (version === known?.version) return known.value
        if (list === "") return NONE
        const rows = decode(list)
        const lists = listsOf(rows)
        kept.put(userId, version, lists, rows.length)
        return lists
      }
    }
  }
}
