import { Args, HelpDoc, Options, ValidationError } from "@effect/cli"
import { DateTime, Effect, Option, Schema } from "effect"
import { Timezone } from "../accounts/model.ts"
import { TokenId } from "../accounts/token.ts"
import { UserId } from "../values/ids.ts"

const invalid = (message: string) => ValidationError.invalidValue(HelpDoc.p(message))

/** An instant in ISO 8601, such as 2027-01-31T00:00:00Z; a day alone is its beginning in UTC. */
export const instant = (name: string) =>
  Options.text(name).pipe(
    Options.withPseudoName("ISO"),
    Options.mapEffect((text) =>
      Option.match(/^\d{4}-\d{2}-\d{2}/.test(text) ? DateTime.make(text) : Option.none(), {
        onNone: () => Effect.fail(invalid(`--${name} must be an ISO 8601 instant such as 2027-01-31T00:00:00Z`)),
        onSome: (instant) => Effect.succeed(DateTime.toUtc(instant))
      })
    )
  )

export const timezone = Options.text("timezone").pipe(
  Options.withPseudoName("TZ"),
  Options.withDescription("IANA timezone, such as Europe/Berlin."),
  Options.mapEffect((text) =>
    Effect.mapError(Schema.decode(Timezone)(text), () =>
      invalid(`--timezone must be an IANA timezone name such as Europe/Berlin; ${text} is none`)
    )
  )
)

/** A limit: a whole number, where 0 allows none. */
export const limit = (name: string, description: string) =>
  Options.text(name).pipe(
    Options.withPseudoName("N"),
    Options.withDescription(description),
    Options.mapEffect((text) =>
      /^\d{1,9}$/.test(text)
        ? Effect.succeed(Number(text))
        : Effect.fail(invalid(`--${name} must be a whole number from 0 to 999999999`))
    ),
    Options.optional
  )

const isUserId = Schema.is(UserId)
const isTokenId = Schema.is(TokenId)

/** Text that is no id at all names nobody: it fails like an id that nobody has. */
export const asUserId = (text: string): Option.Option<UserId> => Option.liftPredicate(isUserId)(text)
export const asTokenId = (text: string): Option.Option<TokenId> => Option.liftPredicate(isTokenId)(text)

export const userArgument = Args.text({ name: "ID" }).pipe(Args.withDescription("The user's id."))

export const userOption = Options.text("user").pipe(
  Options.withPseudoName("ID"),
  Options.withDescription("The user's id.")
)
