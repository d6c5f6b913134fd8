interface Row {
  readonly cells: Readonly<Record<string, string>>
}

/** How an exercise of a form is tied to its neighbours: done in turns with the one above, below, or both. */
export interface Tied {
  readonly above: boolean
  readonly below: boolean
}

const isTied = (one: Row | undefined, other: Row | undefined): boolean =>
  one?.cells.superset !== undefined && one.cells.superset !== "" && one.cells.superset === other?.cells.superset

/** How an exercise is tied to those beside it. */
export const tiedTo = (rows: ReadonlyArray<Row>, at: number): Tied => ({
  above: isTied(rows[at - 1], rows[at]),
  below: isTied(rows[at], rows[at + 1])
})

/** The exercises of a form, those in one superset together. */
export const groupsOf = <A extends Row>(rows: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> => {
  const groups: Array<Array<A>> = []
  for (const [at, row] of rows.entries()) {
    if (isTied(rows[at - 1], row)) groups.at(-1)?.push(row)
    else groups.push([row])
  }
  return groups
}

const numberOf = ({ cells }: Row): number => Number(cells.superset || 0)

const inSuperset = <A extends Row>(row: A, superset: string | undefined): A => {
  const { superset: _, ...cells } = row.cells
  return { ...row, cells: superset === undefined ? cells : { ...cells, superset } }
}

/** Ties an exercise to the next one, or unties them. An exercise that is left alone has no superset any more. */
export const tiedOrNot = <A extends Row>(rows: ReadonlyArray<A>, at: number): ReadonlyArray<A> => {
  const [one, next] = [rows[at], rows[at + 1]]
  if (one === undefined || next === undefined) return rows
  const unused = String(Math.max(0, ...rows.map(numberOf)) + 1)
  if (!isTied(one, next)) {
    const superset = one.cells.superset || next.cells.superset || unused
    return rows.map((row, index) => (index === at || index === at + 1 ? inSuperset(row, superset) : row))
  }
  const before = one.cells.superset
  const parted = rows.map((row, index) => (index > at && row.cells.superset === before ? inSuperset(row, unused) : row))
  return parted.map((row) => {
    const { superset } = row.cells
    return parted.filter(({ cells }) => cells.superset === superset).length > 1 ? row : inSuperset(row, undefined)
  })
}
