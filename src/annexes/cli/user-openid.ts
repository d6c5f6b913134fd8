import { Data, Effect, Option } from "effect"
import { AppConfig } from "../../config.ts"
import { AccountStore } from "../../features/accounts/store.ts"
import { CannotStart } from "../../values/cannot-start.ts"
import { identityHash } from "../identity/openid/hash.ts"
import { LONGEST_EMAIL, LONGEST_SUBJECT } from "../identity/openid/model.ts"
import { linkIdentity, unlinkIdentities } from "../identity/openid/people.ts"
import { stores } from "./database.ts"
import { knownUser } from "./known-user.ts"
import { invalid, userArgument } from "./options.ts"
import { json, print } from "./output.ts"
import { command } from "./usage/command.ts"
import { meaning, option, optional, placeholder, read } from "./usage/parameters.ts"

/** The account cannot be linked; the message says why. */
class CannotLink extends Data.TaggedError("CannotLink")<{ readonly message: string }> {}

const noProvider = new CannotStart({
  message:
    "OIDC_ISSUER is not set, so there is no provider to link an account of. Give the command the server's settings OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET"
})

const provider = Effect.flatMap(AppConfig, ({ openId }) =>
  Option.match(openId, { onNone: () => Effect.fail(noProvider), onSome: (settings) => Effect.succeed(settings) })
)

const subject = option("subject").pipe(
  placeholder("S"),
  meaning("The person's subject (sub) at the provider."),
  read((text) =>
    text !== "" && text.length <= LONGEST_SUBJECT
      ? Effect.succeed(text)
      : Effect.fail(invalid(`--subject must be 1 to ${LONGEST_SUBJECT} characters`))
  ),
  optional
)

const email = option("email").pipe(
  placeholder("E"),
  meaning("Their e-mail address there; the first sign-in with it, verified, links the subject."),
  read((text) =>
    /^[^\s@]+@[^\s@]+$/.test(text) && text.length <= LONGEST_EMAIL
      ? Effect.succeed(text)
      : Effect.fail(invalid("--email must be an e-mail address"))
  ),
  optional
)

/** Links a person of the OpenID provider to a user. */
export const linkOpenId = command(
  { name: "link-oidc", meaning: "Link a person of the OpenID provider to a user, who then signs in there." },
  { id: userArgument, subject, email, json },
  ({ id, subject, email, json }) =>
    Effect.gen(function* () {
      const { issuer } = yield* provider
      const { id: userId } = yield* (yield* AccountStore).findUser(yield* knownUser(id))
      const named = Option.isSome(subject)
        ? { kind: "subject" as const, text: subject.value }
        : { kind: "email" as const, text: Option.getOrElse(email, () => "") }
      if (Option.isSome(subject) === Option.isSome(email))
        return yield* new CannotLink({ message: "Give either --subject or --email" })
      yield* linkIdentity(userId, identityHash(issuer, named.kind, named.text), named.kind).pipe(
        Effect.catchTag("IdentityTaken", () =>
          Effect.fail(
            new CannotLink({
              message: `The ${named.kind} belongs to another user already. Take it from them first: user unlink-oidc`
            })
          )
        )
      )
      yield* print(json, { userId, issuer: issuer.href, kind: named.kind }, [
        named.kind === "subject"
          ? `Linked the subject at ${issuer.href} to ${userId}`
          : `Whoever signs in at ${issuer.href} first with this e-mail address, verified there, is ${userId}`
      ])
    }).pipe(Effect.provide(stores))
)

/** Takes all people of the OpenID provider from a user. */
export const unlinkOpenId = command(
  { name: "unlink-oidc", meaning: "Unlink every person of the OpenID provider from a user. Open sessions continue." },
  { id: userArgument, json },
  ({ id, json }) =>
    Effect.gen(function* () {
      const { id: userId } = yield* (yield* AccountStore).findUser(yield* knownUser(id))
      const unlinked = yield* unlinkIdentities(userId)
      yield* print(json, { userId, unlinked }, [
        `Unlinked ${unlinked} accounts of the OpenID provider from ${userId}; their sessions continue`
      ])
    }).pipe(Effect.provide(stores))
)
