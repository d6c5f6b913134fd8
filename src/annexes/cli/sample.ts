import { Effect } from "effect"
import { ensureShippedFoods } from "../../features/foods/shipped.ts"
import { addSample, removeSample } from "../imports/sample/sample.ts"
import { announcingStores } from "./database.ts"
import { knownUser } from "./known-user.ts"
import { json, print } from "./output.ts"
import { command } from "./usage/command.ts"
import { argument, flag, meaning } from "./usage/parameters.ts"

export const sample = command(
  {
    name: "sample",
    meaning:
      "Add 180 days of sample data to a user, as one import that every page names and that is in no export, or remove it."
  },
  {
    id: argument("USER_ID").pipe(meaning("The user's id, which user list shows.")),
    remove: flag("remove").pipe(meaning("Take the sample data out again.")),
    json
  },
  ({ id, remove, json }) =>
    Effect.gen(function* () {
      const userId = yield* knownUser(id)
      if (remove) {
        const { removed, kept } = yield* removeSample(userId)
        yield* print(json, { userId, removed, kept }, [
          `Removed ${removed} items of sample data${kept === 0 ? "" : `; ${kept} that were changed since stay`}`
        ])
      } else {
        yield* ensureShippedFoods(() => Effect.void)
        const report = yield* addSample(userId)
        yield* print(json, { userId, added: report.rows.new }, [
          `Added ${report.rows.new} items of sample data to ${userId}`
        ])
      }
    }).pipe(Effect.provide(announcingStores))
)
