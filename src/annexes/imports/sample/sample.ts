import { Data, Effect, Option } from "effect"
import { today } from "../../../contract/handler/user.ts"
import { AccountStore } from "../../../features/accounts/store.ts"
import { FoodCatalogue } from "../../../features/foods/store.ts"
import { randomText, type UserId } from "../../../values/ids.ts"
import { NewcomerStore } from "../../identity/sign-in/newcomers.ts"
import { restoreArchive } from "../archive/restore.ts"
import { ImportStore } from "../ledger/store.ts"
import { undoImport } from "../ledger/undo-import.ts"
import { spoolFolder, writeSpool } from "../uploads/spool.ts"
import { SAMPLE_FOODS, samplePerson } from "./person.ts"
import { SAMPLE_SOURCE } from "./source.ts"

/** The account holds sample data already, or none that could be removed. */
export class SampleRefused extends Data.TaggedError("SampleRefused")<{ readonly message: string }> {}

/** Adds half a year of one plausible person to an account, as one import. What the account holds stays. */
export const addSample = Effect.fn("addSample")(function* (userId: UserId) {
  const newcomers = yield* NewcomerStore
  const user = yield* (yield* AccountStore).findUser(userId)
  if ((yield* newcomers.find(userId)).hasSample)
    return yield* new SampleRefused({ message: "This account holds sample data already." })
  const foods = yield* FoodCatalogue
  const found = yield* Effect.forEach(SAMPLE_FOODS, (id) => foods.find(id))
  const run = yield* randomText(6)
  const lines = samplePerson({
    today: yield* today(user),
    foods: new Map(found.flatMap(Option.toArray).map((food) => [food.id, food])),
    run,
    weightUnit: user.bodyWeightUnit
  })
  const folder = yield* spoolFolder
  const spool = yield* writeSpool(folder, "sample data")
  lines.forEach(([part, line], index) => {
    spool.addLine(part, { line: index + 1, text: JSON.stringify(line) })
  })
  yield* spool.checkRoom
  spool.finish()
  // Noted first: whatever an interrupted start has added is then offered for removal.
  yield* newcomers.noteSample(userId, true)
  return yield* restoreArchive(userId, folder, {
    file: "Sample data",
    hash: run,
    dryRun: false,
    source: SAMPLE_SOURCE
  })
}, Effect.scoped)

/** Takes all sample data out of an account. What the person has changed of it since stays, as theirs. */
export const removeSample = Effect.fn("removeSample")(function* (userId: UserId) {
  const newcomers = yield* NewcomerStore
  if (!(yield* newcomers.find(userId)).hasSample)
    return yield* new SampleRefused({ message: "This account holds no sample data." })
  const imports = yield* (yield* ImportStore).list(userId)
  const ours = imports.filter(({ source, undoneAt }) => source === SAMPLE_SOURCE && undoneAt === null)
  const undone = yield* Effect.forEach(ours, ({ id }) => Effect.orDie(undoImport(id)))
  yield* newcomers.noteSample(userId, false)
  return {
    removed: undone.reduce((sum, { removed }) => sum + removed, 0),
    kept: undone.flatMap(({ kept }) => kept).length
  }
})
