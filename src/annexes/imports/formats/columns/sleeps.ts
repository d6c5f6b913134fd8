import type { Moment } from "../../rows/rows.ts"
import type { Source } from "../../sources.ts"
import { spanOf } from "../measures/nights.ts"
import type { TableKind } from "../table.ts"
import { type Column, text } from "./columns.ts"
import { tableOf } from "./tables.ts"

/** Why a sleep is left out whose length cannot be told. */
export const NO_SLEEP = "it states no start, end and length of a sleep"

interface Sleeps extends Pick<TableKind, "matches"> {
  readonly source: Source
  readonly columns: {
    readonly start: Column<Moment | null>
    readonly end: Column<Moment | null>
    /** The minutes asleep. */
    readonly minutes: Column<number | null>
  }
  /** What recorded them; see {@link Sleep}. */
  readonly recorder?: string
}

/** One sleep a row, with its stages told apart; `true` in a column `nap` calls it a nap. */
export const sleeps = ({ columns, recorder = "", ...kind }: Sleeps): TableKind =>
  tableOf(
    {
      ...kind,
      columns: { ...columns, nap: text("nap") },
      check: ({ start, end, minutes }) => (spanOf(start, end) === undefined || minutes === null ? NO_SLEEP : null)
    },
    ({ emit }) => ({
      row: ({ start, end, minutes, nap }, place) => {
        const span = spanOf(start, end)
        if (span === undefined || end === null || minutes === null) return
        const isNap = nap.toLowerCase() === "true"
        emit.nights.add({ source: recorder, ...span, minutes, at: end, isStaged: true, isNap }, place)
      }
    })
  )
