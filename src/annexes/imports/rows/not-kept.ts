const NOT_KEPT = "not kept: "

const counted = (rows: number): string => `${rows.toLocaleString("en-US")} ${rows === 1 ? "row" : "rows"}`

/** What a report says of a kind of data that is not kept. */
export const notKept = (kind: string, rows: number): string => `${NOT_KEPT}${kind}: ${counted(rows)}`

const LINE = /^(?:(.+), line \d+: )?not kept: (.+)$/s

/** The warnings of a report, those of what is not kept apart: `BMI: 2 rows (renpho.csv)`. */
export const withoutNotKept = (
  warnings: ReadonlyArray<string>
): { readonly others: ReadonlyArray<string>; readonly kinds: ReadonlyArray<string> } => {
  const others = warnings.filter((warning) => !LINE.test(warning))
  const kinds = warnings.flatMap((warning) => {
    const [, file, kind] = LINE.exec(warning) ?? []
    return kind === undefined ? [] : [file === undefined ? kind : `${kind} (${file})`]
  })
  return { others, kinds }
}
