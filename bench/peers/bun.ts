/** The limit: `Bun.serve` and Bun's own driver with nothing between, the inputs checked by hand. */
import { getContext, listBodyMetrics, setBodyMetrics } from "./body-metrics.ts"
import { database } from "./bun-database.ts"
import { listFoodEntries, logFoodEntry } from "./diary.ts"
import { envelopeOf, invalid, Refusal } from "./errors.ts"
import { searchFoods } from "./foods.ts"
import { type Allowance, authenticate, take, type User } from "./guard.ts"
import * as read from "./inputs.ts"
import { settings } from "./settings.ts"
import { listWorkouts, logWorkout } from "./workouts.ts"

const refused = (error: unknown): Response => {
  if (!(error instanceof Refusal)) console.error(error)
  const refusal =
    error instanceof Refusal ? error : new Refusal(500, "internal_error", "Something failed inside; retry later.")
  return Response.json(envelopeOf(refusal), { status: refusal.status })
}

type Work = (user: User, allowance: Allowance, request: Request) => Promise<unknown>

const route = (access: "read" | "write", work: Work) => async (request: Request) => {
  try {
    const user = await authenticate(database, request.headers.get("authorization") ?? undefined)
    const allowance = await take(database, user, access)
    return Response.json(await work(user, allowance, request))
  } catch (error) {
    return refused(error)
  }
}

const queryOf = ({ url }: Request): URLSearchParams =>
  new URLSearchParams(url.slice(url.indexOf("?") + 1 || url.length))

const bodyOf = async (request: Request): Promise<unknown> => {
  try {
    return await request.json()
  } catch {
    throw invalid("body", "must be JSON")
  }
}

const keyOf = (request: Request): string | undefined => read.key(request.headers.get("idempotency-key") ?? undefined)

Bun.serve({
  hostname: "127.0.0.1",
  port: settings.port,
  maxRequestBodySize: 1_048_576,
  routes: {
    "/v1/me": { GET: route("read", (user, allowance) => getContext(database, user, allowance)) },
    "/v1/body-metrics": {
      GET: route("read", (user, _, request) => listBodyMetrics(database, user, read.listBodyMetrics(queryOf(request)))),
      PUT: route("write", async (user, _, request) =>
        setBodyMetrics(database, user, read.setBodyMetrics(await bodyOf(request)))
      )
    },
    "/v1/foods": {
      GET: route("read", (user, _, request) => searchFoods(database, user, read.searchFoods(queryOf(request))))
    },
    "/v1/food-entries": {
      GET: route("read", (user, _, request) => listFoodEntries(database, user, read.page(queryOf(request)))),
      POST: route("write", async (user, _, request) => {
        const { idempotency_key, ...input } = read.logFoodEntry(await bodyOf(request))
        return logFoodEntry(database, user, input, keyOf(request) ?? idempotency_key)
      })
    },
    "/v1/workouts": {
      GET: route("read", (user, _, request) => listWorkouts(database, user, read.page(queryOf(request)))),
      POST: route("write", async (user, _, request) => {
        const { idempotency_key, ...input } = read.logWorkout(await bodyOf(request))
        return logWorkout(database, user, input, keyOf(request) ?? idempotency_key)
      })
    }
  },
  fetch: () => refused(new Refusal(404, "not_found", "There is nothing at this path."))
})
