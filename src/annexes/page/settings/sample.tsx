/** @jsxImportSource hono/jsx */
import { Effect, Schema } from "effect"
import { Conflict } from "../../../contract/errors.ts"
import type { Achievements } from "../../../facts/achievements.ts"
import type { AccountStore } from "../../../features/accounts/store.ts"
import type { OwnExercises } from "../../../features/exercises/store.ts"
import type { FoodCatalogue } from "../../../features/foods/store.ts"
import type { WorkoutStore } from "../../../features/workouts/store.ts"
import type { Transactions } from "../../../platform/database/transactions.ts"
import { inOwnTime } from "../../../platform/database/work.ts"
import type { NewcomerStore } from "../../identity/sign-in/newcomers.ts"
import type { ArchiveStore } from "../../imports/archive/store.ts"
import type { DeviceStore } from "../../imports/devices/store.ts"
import type { ImportStore } from "../../imports/ledger/store.ts"
import { addSample, removeSample } from "../../imports/sample/sample.ts"
import type { RoutineStore } from "../features/routines/store.ts"
import { ButtonForm } from "../frame/form.tsx"
import { change, type Page, type Visit, withoutAccess } from "../frame/page.ts"
import { HOME_PATH, SAMPLE_PATH } from "../frame/paths.ts"
import { redirect } from "../frame/view.ts"

type Services =
  | AccountStore
  | Achievements
  | ArchiveStore
  | DeviceStore
  | FoodCatalogue
  | ImportStore
  | NewcomerStore
  | OwnExercises
  | RoutineStore
  | Transactions
  | WorkoutStore

const refused = ({ message }: { readonly message: string }) => new Conflict({ message })

/** Puts sample data into an account, and takes it out. It has no content of its own. */
export const samplePage = Effect.map(
  Effect.context<Services>(),
  (services): Page => ({
    path: SAMPLE_PATH,
    show: () => Effect.succeed(redirect(HOME_PATH)),
    actions: {
      fill: change(Schema.Struct({}), ({ user }) =>
        addSample(user.id).pipe(
          Effect.mapError(refused),
          Effect.as(redirect(HOME_PATH)),
          inOwnTime(user.id),
          Effect.provide(services)
        )
      ),
      remove: withoutAccess(
        change(Schema.Struct({}), ({ user }) =>
          removeSample(user.id).pipe(
            Effect.mapError(refused),
            Effect.as(redirect(HOME_PATH)),
            inOwnTime(user.id),
            Effect.provide(services)
          )
        )
      )
    }
  })
)

/** Offers sample data to somebody whose account is empty. */
export const LookAround = ({ visit }: { readonly visit: Visit }) => (
  <ButtonForm state={{ ...visit.form("away"), action: "fill" }} to={SAMPLE_PATH}>
    Look around with sample data
  </ButtonForm>
)
