import { Effect } from "effect"
import { AppConfig } from "../config.ts"
import type { Route } from "../web/router.ts"
import { diaryPage } from "./diary.tsx"
import { openPages } from "./landing.tsx"
import type { Page } from "./page.ts"
import { accountPage } from "./settings/account.tsx"
import { appsPage } from "./settings/apps.tsx"
import { deletePage } from "./settings/delete.tsx"
import { exercisePage } from "./settings/exercise.tsx"
import { exercisesPage } from "./settings/exercises.tsx"
import { historyPage } from "./settings/history.tsx"
import { mealPage } from "./settings/meal.tsx"
import { mealsPage } from "./settings/meals.tsx"
import { passkeysPage } from "./settings/passkeys.tsx"
import { sessionsPage } from "./settings/sessions.tsx"
import { settingsPage } from "./settings/settings.tsx"
import { tokensPage } from "./settings/tokens.tsx"
import { signInRoutes } from "./sign-in.tsx"
import { signOutPage } from "./sign-out.tsx"
import { routesOf } from "./surface.ts"
import { todayPage } from "./today.tsx"
import { trendsPage } from "./trends.tsx"
import { workoutPage } from "./workout.tsx"
import { logWorkoutPage, workoutsPage } from "./workouts.tsx"

/** Every page that is a setting, in the order of the list of settings. */
const settings = Effect.gen(function* () {
  const all: ReadonlyArray<Page> = [
    yield* accountPage,
    yield* tokensPage,
    yield* appsPage,
    yield* passkeysPage,
    yield* sessionsPage,
    yield* mealsPage,
    yield* mealPage,
    yield* exercisesPage,
    yield* exercisePage,
    yield* historyPage,
    yield* deletePage
  ]
  return all
})

/** The pages of what is measured, eaten and trained, in the order of the navigation. */
const life = Effect.gen(function* () {
  const all: ReadonlyArray<Page> = [
    todayPage,
    trendsPage,
    diaryPage,
    workoutsPage,
    yield* logWorkoutPage,
    yield* workoutPage
  ]
  return all
})

/** Every page of somebody who is signed in, in the order of the navigation. */
const pages = Effect.gen(function* () {
  const listed = yield* settings
  const all: ReadonlyArray<Page> = [...(yield* life), settingsPage(listed), ...listed, yield* signOutPage]
  return all
})

/** The landing page, the guide to clients, and the person's own pages, unless PAGE is off. */
export const htmlRoutes = Effect.gen(function* () {
  const { page: isServed } = yield* AppConfig
  const open: ReadonlyArray<Route> = yield* openPages
  return isServed ? [...open, ...(yield* routesOf(yield* pages)), ...(yield* signInRoutes)] : open
})
