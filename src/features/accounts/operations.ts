import { Effect } from "effect"
import { AppConfig, historyAddress } from "../../config.ts"
import { charging, implement } from "../../contract/handler/handlers.ts"
import { Achievements } from "../../facts/achievements.ts"
import { weekdayOf } from "../../values/weekday.ts"
import { show } from "../body-metrics/model.ts"
import { AccountsApi } from "./definition.ts"
import { showLimits } from "./model.ts"

export const implementation = implement(
  AccountsApi,
  Effect.gen(function* () {
    const achievements = yield* Achievements
    const historyPage = historyAddress(yield* AppConfig)

    return {
      get_context: charging(
        Effect.fnUntraced(function* (_input, { user, today, limits }, charge) {
          const summary = yield* achievements.summary(charge, user.id, today)
          const { streak, badges, latest } = summary.value
          const shown = (metric: "weight" | "body_fat", reading: (typeof latest)["weight"]) =>
            reading._tag === "Some" ? show(metric, reading.value, user) : null
          return summary.with({
            activityDay: today,
            weekday: weekdayOf(today),
            timezone: user.timezone,
            units: { bodyWeight: user.bodyWeightUnit, strengthLoad: user.strengthUnit, distance: user.distanceUnit },
            paidAccess: true,
            limits: showLimits(limits, yield* charge.allowance),
            latest: { weight: shown("weight", latest.weight), bodyFat: shown("body_fat", latest.bodyFat) },
            streak,
            badges,
            ...(historyPage === undefined ? {} : { historyPage })
          })
        })
      )
    }
  })
)
