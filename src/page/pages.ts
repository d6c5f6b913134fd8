import { Effect } from "effect"
import { AppConfig } from "../config.ts"
import type { Route } from "../web/router.ts"
import type { Page } from "./page.ts"
import { signInRoutes } from "./sign-in.tsx"
import { signOutPage } from "./sign-out.tsx"
import { routesOf } from "./surface.ts"
import { todayPage } from "./today.tsx"

/** Every page of somebody who is signed in, in the order of the navigation. */
const pages = Effect.gen(function* () {
  const all: ReadonlyArray<Page> = [todayPage, yield* signOutPage]
  return all
})

/** The routes of the person's own page; none if PAGE is off. */
export const personalPages = Effect.gen(function* () {
  const { page: isServed } = yield* AppConfig
  const none: ReadonlyArray<Route> = []
  return isServed ? [...(yield* routesOf(yield* pages)), ...(yield* signInRoutes)] : none
})
