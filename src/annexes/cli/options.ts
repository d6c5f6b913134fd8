import { availableParallelism } from "node:os"
import { DateTime, Effect, Option, Schema } from "effect"
import { TimezoneName, UserName } from "../../contract/handler/user.ts"
import { TokenId } from "../../features/accounts/token.ts"
import { isActivityDay } from "../../values/activity-day.ts"
import { UserId } from "../../values/ids.ts"
import { GrantId } from "../identity/connected-apps/model.ts"
import {
  argument,
  flag,
  meaning,
  option,
  optional,
  otherwise,
  placeholder,
  read,
  WrongUsage
} from "./usage/parameters.ts"

/** What is wrong with the value of an option or an argument. */
export const invalid = (message: string) => new WrongUsage({ message })

const INSTANT = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/

/** An instant in ISO 8601 with an offset, such as 2027-01-31T00:00:00Z. A date alone means its start in UTC. */
const parseInstant = (text: string): Option.Option<DateTime.Utc> =>
  isActivityDay(INSTANT.exec(text)?.[1]) ? DateTime.make(text).pipe(Option.map(DateTime.toUtc)) : Option.none()

const instantText = (name: string) => option(name).pipe(placeholder("ISO"))

const readInstant = (name: string, text: string) =>
  Option.match(parseInstant(text), {
    onNone: () =>
      Effect.fail(invalid(`--${name} must be an ISO 8601 instant such as 2027-01-31T00:00:00Z; received ${text}`)),
    onSome: Effect.succeed
  })

export const instant = (name: string) => instantText(name).pipe(read((text) => readInstant(name, text)))

/** An instant in the future. */
export const futureInstant = (name: string) =>
  instant(name).pipe(
    read((given) =>
      Effect.flatMap(DateTime.isFuture(given), (isFuture) =>
        isFuture
          ? Effect.succeed(given)
          : Effect.fail(invalid(`--${name} must be in the future; received ${DateTime.formatIso(given)}`))
      )
    )
  )

/** An instant, or `never`, which removes an earlier one. */
export const instantOrNever = (name: string) =>
  instantText(name).pipe(read((text) => (text === "never" ? Effect.succeed(null) : readInstant(name, text))))

export const userName = option("name").pipe(
  placeholder("NAME"),
  meaning("The user's name."),
  read((text) => Effect.mapError(Schema.decode(UserName)(text), () => invalid("--name must be 1 to 200 characters")))
)

/** An IANA timezone. `description` says whose it is. */
export const timezone = (description: string) =>
  option("timezone").pipe(
    placeholder("TZ"),
    meaning(`${description} An IANA name, such as Europe/Berlin.`),
    read((text) =>
      Effect.mapError(Schema.decode(TimezoneName)(text), () =>
        invalid(`--timezone must be an IANA timezone name such as Europe/Berlin; received ${text}`)
      )
    )
  )

/** A user's own limit: a whole number (0 allows none), or `default` to use the service's limit again. */
export const limit = (name: string, description: string) =>
  option(name).pipe(
    placeholder("N|default"),
    meaning(description),
    read((text) =>
      text === "default"
        ? Effect.succeed(null)
        : /^\d{1,9}$/.test(text)
          ? Effect.succeed(Number(text))
          : Effect.fail(invalid(`--${name} must be a whole number from 0 to 999999999, or default`))
    ),
    optional
  )

/** Most processes that can be started. */
const MOST_WORKERS = 256

/** The number of server processes; `auto` means one per core. */
export const workers = option("workers").pipe(
  placeholder("N"),
  meaning("Number of server processes on one port, or auto for one per core. Needs DATABASE_URL."),
  read((text) => {
    if (text === "auto") return Effect.succeed(availableParallelism())
    return /^[1-9]\d{0,2}$/.test(text) && Number(text) <= MOST_WORKERS
      ? Effect.succeed(Number(text))
      : Effect.fail(invalid(`--workers is "${text}", and must be a whole number from 1 to ${MOST_WORKERS}, or auto`))
  }),
  otherwise(1)
)

/** Whether a server shares its port, and ends the one already there. */
export const takesOver = flag("take-over").pipe(
  meaning(
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

export const userArgument = argument("USER_ID").pipe(meaning(WHICH_USER))

export const userOption = option("user").pipe(placeholder("USER_ID"), meaning(WHICH_USER))
