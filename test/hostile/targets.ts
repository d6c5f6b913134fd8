import { scenarios } from "../every-operation/scenarios.ts"
import type { Call } from "../support/app.ts"
import type { Known } from "./values.ts"

/** The belongings of several users combined. */
export const together = (all: ReadonlyArray<Known>): Known => ({
  ids: all.flatMap(({ ids }) => ids),
  cursors: all.flatMap(({ cursors }) => cursors)
})

/** Makes some of everything for a user, as targets for hostile requests. */
export const makeTargets = async (call: Call): Promise<Known> => {
  const made: Array<Known> = []
  for (const { targets } of scenarios) if (targets !== undefined) made.push(await targets(call))
  return together(made)
}
