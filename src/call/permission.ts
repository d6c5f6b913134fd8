import { Context, Effect, Layer } from "effect"
import { hasAccess, type User } from "../caller/user.ts"
import { AppConfig } from "../config.ts"
import { type Failure, SubscriptionRequired, Unauthorized } from "../contract/errors.ts"
import type { Identity, Scope } from "./identity.ts"

/** The failure to report if the identity lacks the scope `needed`; undefined if it has it. */
export const missingScope = ({ scopes }: Identity, needed: Scope): Failure | undefined =>
  scopes.has(needed)
    ? undefined
    : new Unauthorized({
        message: `This needs the scope fettle:${needed}, which was not granted. Ask the user to connect again and allow it, or use an API token.`,
        credentials: "invalid"
      })

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
