import { availableParallelism } from "node:os"
import { Args, HelpDoc, Options, ValidationError } from "@effect/cli"
import { DateTime, Effect, Option, Schema } from "effect"
import { TimezoneName, UserName } from "../../contract/handler/user.ts"
import { TokenId } from "../../features/accounts/token.ts"
import { isActivityDay } from "../../values/activity-day.ts"
import { UserId } from "../../values/ids.ts"
import { GrantId } from "../identity/connected-apps/model.ts"

const invalid = (message: string) => ValidationError.invalidValue(HelpDoc.p(message))

const INSTANT = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/

/** An instant in ISO 8601 with an offset, such as 2027-01-31T00:00:00Z. A date alone means its start in UTC. */
const parseInstant = (text: string): Option.Option<DateTime.Utc> =>
  isActivityDay(INSTANT.exec(text)?.[1]) ? DateTime.make(text).pipe(Option.map(DateTime.toUtc)) : Option.none()

const instantText = (name: string) => Options.text(name).pipe(Options.withPseudoName("ISO"))

const readInstant = (name: string, text: string) =>
  Option.match(parseInstant(text), {
    onNone: () =>
      Effect.fail(invalid(`--${name} must be an ISO 8601 instant such as 2027-01-31T00:00:00Z; received ${text}`)),
    onSome: Effect.succeed
  })

export const instant = (name: string) => instantText(name).pipe(Options.mapEffect((text) => readInstant(name, text)))

/** An instant in the future. */
export const futureInstant = (name: string) =>
  instant(name).pipe(
    Options.mapEffect((given) =>
      Effect.flatMap(DateTime.isFuture(given), (isFuture) =>
        isFuture
          ? Effect.succeed(given)
          : Effect.fail(invalid(`--${name} must be in the future; received ${DateTime.formatIso(given)}`))
      )
    )
  )

/** An instant, or `never`, which removes an earlier one. */
export const instantOrNever = (name: string) =>
  instantText(name).pipe(
    Options.mapEffect((text) => (text === "never" ? Effect.succeed(null) : readInstant(name, text)))
  )

export const userName = Options.text("name").pipe(
  Options.withPseudoName("NAME"),
  Options.withDescription("The user's name."),
  Options.mapEffect((text) =>
    Effect.mapError(Schema.decode(UserName)(text), () => invalid("--name must be 1 to 200 characters"))
  )
)

/** An IANA timezone. `description` says whose it is. */
export const timezone = (description: string) =>
  Options.text("timezone").pipe(
    Options.withPseudoName("TZ"),
    Options.withDescription(`${description} An IANA name, such as Europe/Berlin.`),
    Options.mapEffect((text) =>
      Effect.mapError(Schema.decode(TimezoneName)(text), () =>
        invalid(`--timezone must be an IANA timezone name such as Europe/Berlin; received ${text}`)
      )
    )
  )

/** A user's own limit: a whole number (0 allows none), or `default` to use the service's limit again. */
export const limit = (name: string, description: string) =>
  Options.text(name).pipe(
    Options.withPseudoName("N|default"),
    Options.withDescription(description),
    Options.mapEffect((text) =>
      text === "default"
        ? Effect.succeed(null)
        : /^\d{1,9}$/.test(text)
          ? Effect.succeed(Number(text))
          : Effect.fail(invalid(`--${name} must be a whole number from 0 to 999999999, or default`))
    ),
    Options.optional
  )

/** Most processes that can be started. */
const MOST_WORKERS = 256

/** The number of server processes; `auto` means one per core. */
export const workers = Options.text("workers").pipe(
  Options.withPseudoName("N"),
  Options.withDescription("Number of server processes on one port, or auto for one per core. Needs DATABASE_URL."),
  Options.mapEffect((text) => {
    if (text === "auto") return Effect.succeed(availableParallelism())
    return /^[1-9]\d{0,2}$/.test(text) && Number(text) <= MOST_WORKERS
      ? Effect.succeed(Number(text))
      : Effect.fail(invalid(`--workers is "${text}", and must be a whole number from 1 to ${MOST_WORKERS}, or auto`))
  }),
  Options.withDefault(1)
)

/** Whether a server shares its port, and ends the one already there. */
export const takesOver = Options.boolean("take-over").pipe(
  Options.withDescription(
    "Start next to the server on this port, and end that one once this one serves; no request is lost. Needs DATABASE_URL, and the option on both servers."
  )
)

const isUserId = Schema.is(UserId)
const isTokenId = Schema.is(TokenId)
const isGrantId = Schema.is(GrantId)

/** The text as an id if it is valid. None is handled like an unknown id. */
export const asUserId = (text: string): Option.Option<UserId> => Option.liftPredicate(isUserId)(text)
export const asGrantId = (text: string): Option.Option<GrantId> => Option.liftPredicate(isGrantId)(text)
export const asTokenId = (text: string): Option.Option<TokenId> => Option.liftPredicate(isTokenId)(text)

const WHICH_USER = "The user's id, which user list shows."

export const userArgument = Args.text({ name: "USER_ID" }).pipe(Args.withDescription(WHICH_USER))

export const userOption = Options.text("user").pipe(
  Options.withPseudoName("USER_ID"),
  Options.withDescription(WHICH_USER)
)
