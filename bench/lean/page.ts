import { isDay } from "./days.ts"
import { invalid } from "./errors.ts"

const cursorOf = (...position: ReadonlyArray<string>): string =>
  Buffer.from(JSON.stringify(position)).toString("base64url")

export const positionOf = (cursor: string): ReadonlyArray<string> => {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString())
  } catch {
    throw invalid("cursor", "must be the nextCursor of the previous page")
  }
}

export const checkDays = (from: string, to: string): void => {
  if (!isDay(from) || !isDay(to) || from > to) throw invalid("from", "must be a day up to to")
}

export interface Page {
  readonly from?: string
  readonly to?: string
  readonly limit?: number
  readonly cursor?: string
}

/** The rows of a page, and the start of the next one. One row more than the limit was read. */
export const pageOf = <Row extends { readonly date: string; readonly created_at: string }>(
  rows: ReadonlyArray<Row>,
  limit: number,
  idOf: (row: Row) => string
) => {
  const last = rows[limit] === undefined ? undefined : rows[limit - 1]
  return {
    shown: rows.slice(0, limit),
    end: {
      hasMore: last !== undefined,
      nextCursor: last === undefined ? null : cursorOf(last.date, last.created_at, idOf(last))
    }
  }
}
