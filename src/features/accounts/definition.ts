import { HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { present } from "../../contract/fields.ts"
import { operation } from "../../contract/operation.ts"
import { Badge, Streak } from "../../facts/model.ts"
import { ActivityDay } from "../../values/activity-day.ts"
import { DistanceUnit, WeightUnit } from "../../values/units.ts"
import { Weekday } from "../../values/weekday.ts"
import { LatestReadings } from "../body-metrics/model.ts"
import { ShownLimits } from "./model.ts"

const ContextOutput = Schema.Struct({
  activityDay: ActivityDay.annotations({ description: "Today where the user lives." }),
  weekday: Weekday.annotations({ description: "Day of the week of activityDay." }),
  timezone: Schema.String.annotations({ description: "IANA name." }),
  units: Schema.Struct({
    bodyWeight: WeightUnit.annotations({ description: "For body weight." }),
    strengthLoad: WeightUnit.annotations({ description: "For loads." }),
    distance: DistanceUnit.annotations({ description: "For distances." })
  }).annotations({ description: "Preferred units." }),
  paidAccess: Schema.Boolean.annotations({ description: "Subscription or trial is active." }),
  limits: ShownLimits,
  latest: LatestReadings,
  streak: Streak,
  badges: Schema.Array(Badge).annotations({ description: "Badges earned." }),
  historyPage: present(Schema.String.annotations({ description: "Where the user imports and exports." }))
})

export const getContext = operation({
  name: "get_context",
  method: "GET",
  path: "/me",
  title: "Get context",
  description:
    "Call this first: it returns today's Activity Day, units, limits, the latest weight and body fat, streak and badges.",
  access: "read",
  output: ContextOutput,
  example: {
    input: {},
    output: {
      activityDay: "2026-03-14",
      weekday: "sat",
      timezone: "Europe/Berlin",
      units: { bodyWeight: "kg", strengthLoad: "kg", distance: "km" },
      paidAccess: true,
      limits: {
        reads: { perMinute: 300, burst: 100, remaining: 99 },
        writes: { perMinute: 120, burst: 60, perDay: 5000, remaining: 60, remainingToday: 5000 },
        bodyMetricBatch: 100,
        goalTemplates: 50,
        customFoods: 1000
      },
      latest: {
        weight: { date: "2026-03-14", value: 72.4, unit: "kg", display: { value: 72.4, unit: "kg" } },
        bodyFat: null
      },
      streak: { current: 3, longest: 12 },
      badges: [{ id: "first_weigh_in", name: "First weigh-in", earnedOn: "2026-01-02" }]
    }
  }
})

export class AccountsApi extends HttpApiGroup.make("accounts", { topLevel: true })
  .add(getContext)
  .annotate(OpenApi.Title, "Context")
  .annotate(OpenApi.Description, "Who the user is to the service: day, units, limits, standing.") {}
