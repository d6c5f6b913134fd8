import { Effect } from "effect"
import { show } from "../body-metrics/model.ts"
import { implement } from "../caller/handlers.ts"
import { AppConfig, historyAddress } from "../config.ts"
import { Achievements } from "../facts/facts.ts"
import { AccountsApi } from "./definition.ts"
import { showLimits } from "./model.ts"

export const implementation = implement(
  AccountsApi,
  Effect.gen(function* () {
    const achievements = yield* Achievements
    const historyPage = historyAddress(yield* AppConfig)

    return {
      get_context: Effect.fnUntraced(function* (_input, { user, today, limits, allowance }) {
        const { streak, badges, latest } = yield* achievements.summary(user.id, today)
        const shown = (metric: "weight" | "body_fat", reading: (typeof latest)["weight"]) =>
          reading._tag === "Some" ? show(metric, reading.value, user.bodyWeightUnit) : null
        return {
          activityDay: today,
          timezone: user.timezone,
          units: { bodyWeight: user.bodyWeightUnit, strengthLoad: user.strengthUnit, distance: user.distanceUnit },
          paidAccess: true,
          limits: showLimits(limits, yield* allowance),
          latest: { weight: shown("weight", latest.weight), bodyFat: shown("body_fat", latest.bodyFat) },
          streak,
          badges,
          ...(historyPage === undefined ? {} : { historyPage })
        }
      })
    }
  })
)
