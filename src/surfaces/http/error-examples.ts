import { Record } from "effect"
import { said } from "../../contract/broken-rule.ts"
import {
  type Code,
  Conflict,
  type Envelope,
  envelope,
  type Failure,
  IdempotencyConflict,
  InternalError,
  LimitExceeded,
  MisdirectedRequest,
  NotFound,
  OriginNotAllowed,
  RateLimited,
  SubscriptionRequired,
  Unauthorized,
  ValidationFailed
} from "../../contract/errors.ts"
import { CustomFoodInUse } from "../../features/custom-foods/in-use.ts"
import { ActivityDay } from "../../values/activity-day.ts"

/** An example failure for each code. */
const failures: { readonly [C in Code]: Extract<Failure, { readonly _tag: C }> } = {
  validation_failed: ValidationFailed.of(said("readings[0].value", "must be at least 20", { received: 7 })),
  unauthorized: new Unauthorized({ message: "The token is malformed, expired, revoked or of the other environment." }),
  origin_not_allowed: new OriginNotAllowed({ message: "Requests from this browser origin are not allowed." }),
  subscription_required: new SubscriptionRequired({
    message: "Access needs a paid plan or a trial that is still running.",
    details: { resubscribeUrl: "https://example.com/pricing" }
  }),
  not_found: new NotFound({ message: "There is no food entry with this id." }),
  conflict: new Conflict({ message: "Another change to this workout was being made at the same moment." }),
  idempotency_conflict: new IdempotencyConflict({ message: "The key was already used with a different input." }),
  limit_exceeded: new LimitExceeded({
    message: "There are 1000 custom foods, as many as allowed; delete one first.",
    details: { limit: 1000, current: 1000 }
  }),
  misdirected_request: new MisdirectedRequest({ message: "This service answers at its base address only." }),
  rate_limited: new RateLimited({
    message:
      "The limit reads.perMinute (300) is spent. Wait 2 seconds, then call again; get_context shows every limit.",
    details: { retryAfterSeconds: 2, bucket: "reads.perMinute", limit: 300 }
  }),
  internal_error: new InternalError({
    message: "Something failed inside. Retry after a short wait; if it goes on, report it with the request id."
  })
}

const foodInUse = new CustomFoodInUse({
  message: "Overnight oats is still used by 1 diary entry. Ask the person before you delete it, or keep the food.",
  details: {
    foodEntries: 1,
    savedMeals: 0,
    entries: [{ id: "entry_7h2m9x4c1k8t5w3a", date: ActivityDay.make("2026-03-14") }]
  }
})

/** An example envelope for each error schema in openapi.json. */
export const errorExamples: Readonly<Record<string, Envelope>> = Record.map(
  { ...failures, custom_food_in_use: foodInUse },
  (failure) => envelope(failure, "req_7q2k5v8x1c4n9b3m6z0t")
)
