import type { Name } from "./types.ts"

/** What the client needs to know about an operation. A test compares it with the contract. */
export interface Endpoint {
  readonly method: "GET" | "DELETE" | "POST" | "PUT" | "PATCH"
  readonly path: string
  /** Fields that every answer has. An answer without them did not come from Fettle. */
  readonly answers: ReadonlyArray<string>
  /** Whether it may be sent again after a lost answer: as it is, only with an idempotency key, or never. */
  readonly again: "freely" | "keyed" | "never"
}

export const ENDPOINTS: { readonly [N in Name]: Endpoint } = {
  get_context: {
    method: "GET",
    path: "/v1/me",
    answers: ["activityDay", "weekday", "timezone", "units", "paidAccess", "limits", "latest", "streak", "badges"],
    again: "freely"
  },
  list_body_metrics: {
    method: "GET",
    path: "/v1/body-metrics",
    answers: ["metric", "from", "to", "timezone", "readings", "today"],
    again: "freely"
  },
  set_body_metrics: {
    method: "PUT",
    path: "/v1/body-metrics",
    answers: ["metric", "timezone", "readings"],
    again: "freely"
  },
  delete_body_metric: {
    method: "DELETE",
    path: "/v1/body-metrics",
    answers: ["metric", "date", "timezone", "deleted", "value", "unit", "display"],
    again: "freely"
  },
  search_foods: { method: "GET", path: "/v1/foods", answers: ["foods"], again: "freely" },
  list_food_entries: {
    method: "GET",
    path: "/v1/food-entries",
    answers: ["entries", "from", "to", "timezone", "total", "hasMore", "nextCursor"],
    again: "freely"
  },
  log_food_entry: { method: "POST", path: "/v1/food-entries", answers: ["entry", "date", "timezone"], again: "keyed" },
  update_food_entry: {
    method: "PATCH",
    path: "/v1/food-entries",
    answers: ["entry", "date", "timezone"],
    again: "freely"
  },
  delete_food_entry: {
    method: "DELETE",
    path: "/v1/food-entries",
    answers: ["id", "date", "timezone", "deleted", "entry"],
    again: "freely"
  },
  save_custom_food: { method: "POST", path: "/v1/custom-foods", answers: ["created", "customFood"], again: "keyed" },
  delete_custom_food: {
    method: "DELETE",
    path: "/v1/custom-foods",
    answers: ["id", "deleted", "name"],
    again: "freely"
  },
  search_exercises: { method: "GET", path: "/v1/exercises", answers: ["exercises"], again: "freely" },
  list_workouts: {
    method: "GET",
    path: "/v1/workouts",
    answers: ["workouts", "total", "hasMore", "nextCursor", "today"],
    again: "freely"
  },
  get_workout: {
    method: "GET",
    path: "/v1/workouts/detail",
    answers: ["id", "name", "date", "exercises", "sets"],
    again: "freely"
  },
  log_workout: { method: "POST", path: "/v1/workouts", answers: ["id", "date", "timezone", "workout"], again: "keyed" },
  replace_workout: {
    method: "PUT",
    path: "/v1/workouts",
    answers: ["id", "date", "timezone", "workout"],
    again: "freely"
  },
  delete_workout: {
    method: "DELETE",
    path: "/v1/workouts",
    answers: ["id", "deleted", "name", "date", "timezone"],
    again: "freely"
  },
  list_goals: { method: "GET", path: "/v1/goal-templates", answers: ["goals"], again: "freely" },
  save_goal: { method: "POST", path: "/v1/goal-templates", answers: ["goal", "created"], again: "keyed" },
  delete_goal: { method: "DELETE", path: "/v1/goal-templates", answers: ["id", "deleted", "name"], again: "freely" },
  get_daily_goals: { method: "GET", path: "/v1/daily-goals", answers: ["date", "timezone", "goals"], again: "freely" },
  set_goal_progress: {
    method: "PUT",
    path: "/v1/daily-goals",
    answers: ["goalId", "date", "timezone", "currentValue", "completed"],
    again: "freely"
  }
}
