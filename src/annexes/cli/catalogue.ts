import { Effect } from "effect"
import { ImportFailed } from "../catalogue/food-import/failure.ts"
import { IMPORT_KINDS, type ImportKind, REASONS, type Tally } from "../catalogue/food-import/importer.ts"
import { setupStores } from "./database.ts"
import { continues } from "./interrupted.ts"
import { json, print } from "./output.ts"
import { progressBar } from "./progress.ts"
import { command, group } from "./usage/command.ts"
import { argument, meaning, oneOf } from "./usage/parameters.ts"

const count = (number: number) => number.toLocaleString("en-US")

const reasonText = (reason: string): string => (isReason(reason) ? REASONS[reason] : reason)

/** The failure of an import that found no usable food. */
const noFood = (kind: ImportKind, file: string, { rowsIn, leftOut }: Tally) => {
  const [mostly] = Object.entries(leftOut).sort(([, a], [, b]) => b - a)
  const cause =
    mostly === undefined
      ? "it holds no rows"
      : `none of its ${count(rowsIn)} rows could be used (mostly: ${reasonText(mostly[0])})`
  const advice = `Check that it is a whole ${kind} dump`
  return new ImportFailed({ path: file, problem: `${file}: ${cause}`, advice, isCut: false, stored: 0 })
}

const importCommand = command(
  {
    name: "import",
    meaning:
      "Add the foods of a USDA FoodData Central or Open Food Facts dump to the catalogue. An interrupted import continues when it is run again. Newer dumps update the foods."
  },
  {
    kind: argument("KIND").pipe(
      oneOf(IMPORT_KINDS),
      meaning("The dump's format; fdc-csv is the unpacked folder. Files may be gzipped.")
    ),
    file: argument("FILE").pipe(meaning("The dump: a file, or for fdc-csv a folder.")),
    json
  },
  ({ kind, file, json }) =>
    Effect.gen(function* () {
      const bar = progressBar(process.stderr)
      // The readers are loaded only here, so that other commands start without them.
      const { importIntoCatalogue } = yield* Effect.promise(() => import("../catalogue/food-import/into-catalogue.ts"))
      const { tally, stored, resumedAt } = yield* importIntoCatalogue(kind, file, ({ position, totalBytes, tally }) =>
        bar.show(position / Math.max(totalBytes, 1), tally.rowsIn)
      ).pipe(Effect.ensuring(bar.end), continues)
      const leftOut = Object.entries(tally.leftOut).sort(([, a], [, b]) => b - a)
      yield* print(
        json,
        { kind, file, rowsIn: tally.rowsIn, kept: tally.kept, ...stored, leftOut: tally.leftOut, resumedAt },
        [
          ...(resumedAt > 0 ? [`Continued at row ${count(resumedAt)}, where an earlier import stopped`] : []),
          `${count(tally.rowsIn)} rows read, ${count(tally.kept)} foods: ${count(stored.inserted)} new, ${count(stored.updated)} changed, ${count(stored.unchanged)} unchanged`,
          ...(leftOut.length > 0 ? [`${count(tally.rowsIn - tally.kept)} rows left out:`] : []),
          ...leftOut.map(([reason, rows]) => `${count(rows).padStart(12)}  ${reasonText(reason)}`)
        ]
      )
      if (tally.kept === 0) return yield* noFood(kind, file, tally)
    }).pipe(Effect.provide(setupStores))
)

const isReason = (reason: string): reason is keyof typeof REASONS => Object.hasOwn(REASONS, reason)

export const catalogue = group({ name: "catalogue", meaning: "Add foods to the catalogue." }, [importCommand])
