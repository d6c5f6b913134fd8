import { Context, Effect, Layer } from "effect"
import { hasAccess, type User } from "../caller/user.ts"
import { AppConfig } from "../config.ts"
import { SubscriptionRequired } from "../contract/errors.ts"

/** Accepts only users on a paid plan or a trial that has not ended. */
export class Subscription extends Context.Tag("Subscription")<
  Subscription,
  {
    /** At `now`, in epoch milliseconds. */
    readonly check: (user: User, now: number) => Effect.Effect<void, SubscriptionRequired>
  }
>() {}

export const layer = Layer.effect(
  Subscription,
  Effect.map(AppConfig, ({ pricingUrl }) =>
    Subscription.of({
      check: (user, now) =>
        hasAccess(user, now)
          ? Effect.void
          : new SubscriptionRequired({
              message: `Access needs a paid plan or a trial that is still running. The user can subscribe at ${pricingUrl}`,
              details: { resubscribeUrl: pricingUrl }
            })
    })
  )
)
