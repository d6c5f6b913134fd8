import { Effect } from "effect"
import { AppConfig } from "../../../config.ts"
import { compressed } from "../../../surfaces/web/encoding.ts"
import { NOWHERE_PATH, open, type Route } from "../../../surfaces/web/router.ts"
import { unchanging } from "../../../surfaces/web/unchanging.ts"
import { diaryPage } from "../diary/diary.tsx"
import { exerciseHistoryPage } from "../exercises/exercise.tsx"
import { goalPage } from "../goals/goal-page.tsx"
import { goalsPage } from "../goals/goals-page.tsx"
import { readingsPage } from "../readings/readings-page.tsx"
import { routinePage } from "../routines/routine.tsx"
import { routinesPage } from "../routines/routines.tsx"
import { wasmRoute } from "../scanning/scanning.ts"
import { accountPage } from "../settings/account.tsx"
import { appsPage } from "../settings/apps.tsx"
import { deletePage } from "../settings/delete.tsx"
import { exercisePage } from "../settings/exercise.tsx"
import { exercisesPage } from "../settings/exercises.tsx"
import { foodPage } from "../settings/food.tsx"
import { foodsPage } from "../settings/foods.tsx"
import { historyPage } from "../settings/history.tsx"
import { mealPage } from "../settings/meal.tsx"
import { mealsPage } from "../settings/meals.tsx"
import { openIdPages } from "../settings/openid.tsx"
import { passkeysPage } from "../settings/passkeys.tsx"
import { phonePage } from "../settings/phone.tsx"
import { devicePage } from "../settings/phone-device.tsx"
import { recipePage } from "../settings/recipe.tsx"
import { recipesPage } from "../settings/recipes.tsx"
import { samplePage } from "../settings/sample.tsx"
import { sessionsPage } from "../settings/sessions.tsx"
import { settingsPage } from "../settings/settings.tsx"
import { tokensPage } from "../settings/tokens.tsx"
import { webhookPage } from "../settings/webhook.tsx"
import { webhooksPage } from "../settings/webhooks.tsx"
import { signInRoutes } from "../sign-in/sign-in.tsx"
import { signOutPage } from "../sign-in/sign-out.tsx"
import { STYLESHEET, STYLESHEET_PATH } from "../styles/stylesheet.ts"
import { todayPage } from "../today/today.tsx"
import { trendsPage } from "../trends/trends.tsx"
import { workoutPage } from "../workouts/workout.tsx"
import { logWorkoutPage } from "../workouts/workout-log.tsx"
import { workoutsPage } from "../workouts/workouts.tsx"
import { nowhereView } from "./errors.tsx"
import { installedRoutes } from "./installed.tsx"
import { openPages } from "./landing.tsx"
import type { Page } from "./page.ts"
import { respondWith } from "./respond.tsx"
import { islandsScript, readerScript } from "./scripts.ts"
import { routesOf } from "./surface.ts"
import { undoPage } from "./undo-page.tsx"

/** Every settings page, in the order of the list. */
const settings = Effect.gen(function* () {
  const all: ReadonlyArray<Page> = [
    yield* accountPage,
    yield* tokensPage,
    yield* appsPage,
    yield* phonePage,
    yield* devicePage,
    yield* webhooksPage,
    yield* webhookPage,
    yield* passkeysPage,
    ...(yield* openIdPages),
    yield* sessionsPage,
    yield* foodsPage,
    yield* foodPage,
    yield* mealsPage,
    yield* mealPage,
    yield* recipesPage,
    yield* recipePage,
    yield* exercisesPage,
    yield* exercisePage,
    yield* historyPage,
    yield* deletePage
  ]
  return all
})

/** The pages for measurements, food and training, in the order of the navigation. */
const life = Effect.gen(function* () {
  const all: ReadonlyArray<Page> = [
    yield* todayPage,
    yield* diaryPage,
    workoutsPage,
    logWorkoutPage,
    workoutPage,
    routinesPage,
    routinePage,
    exerciseHistoryPage,
    trendsPage,
    yield* readingsPage,
    goalsPage,
    goalPage
  ]
  return all
})

/** Every page for signed-in people, in the order of the navigation. */
const pages = Effect.gen(function* () {
  const listed = yield* settings
  const all: ReadonlyArray<Page> = [
    ...(yield* life),
    settingsPage(listed),
    ...listed,
    undoPage,
    yield* samplePage,
    yield* signOutPage
  ]
  return all
})

/** The answer for unknown pages, signed in or not. */
const nowhere: Route = open(NOWHERE_PATH, () =>
  Effect.succeed(respondWith(nowhereView, { current: NOWHERE_PATH, standing: undefined, nav: [] }))
)

/** A file whose path changes with its content. */
const file = (path: string, body: string, type: string): Route =>
  open(
    path,
    unchanging({
      body,
      contentType: `${type}; charset=utf-8`,
      headers: { "cache-control": "public, max-age=31536000, immutable" }
    })
  )

/** The landing page, the guide to clients, and the person's own pages, unless PAGE is off. */
export const htmlRoutes = Effect.gen(function* () {
  const { page: isServed } = yield* AppConfig
  const everybody: ReadonlyArray<Route> = [file(STYLESHEET_PATH, STYLESHEET, "text/css"), ...(yield* openPages)]
  if (!isServed) return everybody
  const { path, source } = yield* Effect.promise(islandsScript)
  const reader = yield* Effect.promise(readerScript)
  const own = [...(yield* routesOf(yield* pages)), ...(yield* signInRoutes)]
  return [
    ...everybody,
    file(path, source, "text/javascript"),
    file(reader.path, reader.source, "text/javascript"),
    wasmRoute(),
    nowhere,
    ...(yield* installedRoutes),
    ...own.map((route) => ({ ...route, handler: compressed(route.handler) }))
  ]
})
