import { HttpApi, OpenApi } from "@effect/platform"
import {
  InternalError,
  MisdirectedRequest,
  OriginNotAllowed,
  RateLimited,
  SubscriptionRequired,
  Unauthorized
} from "./contract/errors.ts"
import { operationsOf } from "./contract/operation.ts"
import { AccountsApi } from "./features/accounts/definition.ts"
import { BodyMetricsApi } from "./features/body-metrics/definition.ts"
import { CustomFoodsApi } from "./features/custom-foods/definition.ts"
import { DiaryApi } from "./features/diary/definition.ts"
import { ExercisesApi } from "./features/exercises/definition.ts"
import { FoodsApi } from "./features/food-search/definition.ts"
import { GoalsApi } from "./features/goals/definition.ts"
import { WorkoutsApi } from "./features/workouts/definition.ts"

/** The API definition. REST, MCP, OpenAPI, llms.txt, the typed client and the parity tests derive from it. */
export class Api extends HttpApi.make("fettle")
  .add(AccountsApi)
  .add(BodyMetricsApi)
  .add(FoodsApi)
  .add(DiaryApi)
  .add(CustomFoodsApi)
  .add(ExercisesApi)
  .add(WorkoutsApi)
  .add(GoalsApi)
  .prefix("/v1")
  .addError(Unauthorized.wire)
  .addError(OriginNotAllowed.wire)
  .addError(MisdirectedRequest.wire)
  .addError(SubscriptionRequired.wire)
  .addError(RateLimited.wire)
  .addError(InternalError.wire)
  .annotate(OpenApi.Title, "Fettle")
  .annotate(OpenApi.Version, "1.0.0")
  .annotate(
    OpenApi.Description,
    "One person's own fitness data: body readings, food diary, custom foods, workouts and goals. Call get_context first. The same operations are offered as MCP tools at /v1/mcp; a guide for agents is at /v1/llms.txt."
  )
  .annotate(OpenApi.License, { name: "MIT", url: "https://opensource.org/license/mit" }) {}

/** Every operation, in order of declaration. */
export const operations = operationsOf(Api)
