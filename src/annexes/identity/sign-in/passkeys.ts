import { Data, DateTime, Effect, Option, Schema } from "effect"
import { onBehalfOf } from "../../../platform/database/work.ts"
import { randomText, UserId } from "../../../values/ids.ts"
import { Cursors } from "../../../values/paging/cursor.ts"
import { SecretHash } from "../../../values/secret-hash.ts"
import type { Session } from "./model.ts"
import { type AnsweredChallenge, type Passkey, PasskeyStore } from "./passkey-store.ts"
import { newSession } from "./sign-in.ts"

/** An answer that is malformed, late, already used, or not from a passkey of the user. */
class PasskeyRefused extends Data.TaggedError("PasskeyRefused") {}

/** How long a challenge can be answered, in minutes. */
const CHALLENGE_MINUTES = 15

/** Longest field of an answer, in characters. */
const LONGEST = 20_000

const Base64Url = Schema.String.pipe(Schema.pattern(/^[\w-]+$/), Schema.maxLength(LONGEST))

const common = {
  id: Base64Url,
  rawId: Base64Url,
  type: Schema.Literal("public-key"),
  clientExtensionResults: Schema.Struct({})
}

/** A browser's answer when a passkey is created, as JSON. */
const Attestation = Schema.parseJson(
  Schema.Struct({
    ...common,
    response: Schema.Struct({
      clientDataJSON: Base64Url,
      attestationObject: Base64Url,
      transports: Schema.optionalWith(Schema.mutable(Schema.Array(Schema.String.pipe(Schema.maxLength(32)))), {
        default: () => []
      })
    })
  })
)

/** A browser's answer when a passkey signs in, as JSON. */
const Assertion = Schema.parseJson(
  Schema.Struct({
    ...common,
    response: Schema.Struct({
      clientDataJSON: Base64Url,
      authenticatorData: Base64Url,
      signature: Base64Url,
      userHandle: Base64Url
    })
  })
)

const ClientData = Schema.parseJson(Schema.Struct({ challenge: Base64Url }))

const decodeBase64Url = (text: string): string => Buffer.from(text, "base64url").toString()

/** Decodes what a browser sent, and refuses anything invalid. */
const decode = <A, I>(schema: Schema.Schema<A, I>, text: unknown) =>
  Effect.mapError(Schema.decodeUnknown(schema)(text), () => new PasskeyRefused())

/** The library is loaded on first use, because that takes a tenth of a second. */
const library = Effect.promise(async () => {
  // Its dependencies need this first. In the single-file executable, their own import of it comes too late.
  await import("reflect-metadata")
  return import("@simplewebauthn/server")
})

const trying = <A>(verify: () => Promise<A>) => Effect.tryPromise({ try: verify, catch: () => new PasskeyRefused() })

/** Why passkeys cannot be used at this address; undefined if they can. */
export const whyNoPasskeys = ({ protocol, hostname }: URL): string | undefined => {
  const isAddress = /^[\d.]+$|^\[/.test(hostname)
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost")
  if (isAddress) return "Browsers allow passkeys only on a host name, and this service is reached by an IP address."
  return protocol === "https:" || isLocal ? undefined : "Browsers allow passkeys only over https or on localhost."
}

/** What is needed to create and check passkeys, for one address of the service. */
interface Site {
  readonly store: PasskeyStore["Type"]
  readonly cursors: Cursors["Type"]
  readonly rpID: string
  readonly origin: string
}

/** A challenge for one purpose. It is signed, so it is not stored before it is answered. */
const challengeFor = ({ cursors }: Site, purpose: ReadonlyArray<string>, now: DateTime.Utc) =>
  Effect.map(randomText(32), (random) =>
    cursors.seal(
      ["passkey", ...purpose],
      [random, DateTime.formatIso(DateTime.add(now, { minutes: CHALLENGE_MINUTES }))]
    )
  )

/** The challenge that an answer belongs to. Fails if it was not made for this purpose, or has expired. */
const challengeOf = Effect.fnUntraced(function* (
  { cursors }: Site,
  purpose: ReadonlyArray<string>,
  clientDataJSON: string,
  now: DateTime.Utc
) {
  const { challenge } = yield* decode(ClientData, decodeBase64Url(clientDataJSON))
  const [, end = ""] = yield* Effect.mapError(
    cursors.open(["passkey", ...purpose], decodeBase64Url(challenge)),
    () => new PasskeyRefused()
  )
  const expiresAt = DateTime.unsafeMake(end)
  if (DateTime.lessThanOrEqualTo(expiresAt, now)) return yield* new PasskeyRefused()
  const hash = SecretHash.make(new Bun.CryptoHasher("sha256").update(challenge).digest("hex"))
  return { text: challenge, answered: { hash, expiresAt } satisfies AnsweredChallenge }
})

/** The options that a browser needs to create a passkey, as JSON. */
const creationOptions = (site: Site) =>
  Effect.fnUntraced(function* (user: { readonly id: UserId; readonly name: string }, now: DateTime.Utc) {
    const { generateRegistrationOptions } = yield* library
    const known = yield* site.store.list(user.id)
    const challenge = yield* challengeFor(site, ["add", user.id], now)
    const options = yield* Effect.promise(() =>
      generateRegistrationOptions({
        rpName: "Fettle",
        rpID: site.rpID,
        userName: user.name,
        userDisplayName: user.name,
        userID: new TextEncoder().encode(user.id),
        challenge,
        excludeCredentials: known.map(({ id, transports }) => ({ id, transports: [...transports] })),
        authenticatorSelection: { residentKey: "required", userVerification: "required" }
      })
    )
    return { options: JSON.stringify(options), known }
  })

/** Verifies a browser's answer, and adds the passkey under a name. */
const add = (site: Site) =>
  Effect.fnUntraced(function* (userId: UserId, name: string, answer: unknown, now: DateTime.Utc) {
    const { verifyRegistrationResponse } = yield* library
    const response = yield* decode(Attestation, answer)
    const challenge = yield* challengeOf(site, ["add", userId], response.response.clientDataJSON, now)
    const { registrationInfo } = yield* trying(() =>
      verifyRegistrationResponse({
        response,
        expectedChallenge: challenge.text,
        expectedOrigin: site.origin,
        expectedRPID: site.rpID,
        requireUserVerification: true
      })
    )
    if (registrationInfo === undefined) return yield* new PasskeyRefused()
    const { id, publicKey, counter } = registrationInfo.credential
    const passkey: Passkey = {
      userId,
      id,
      name,
      publicKey: Buffer.from(publicKey).toString("base64url"),
      counter,
      transports: response.response.transports,
      createdAt: now,
      lastUsedAt: null
    }
    if (!(yield* site.store.add(passkey, challenge.answered))) return yield* new PasskeyRefused()
  })

/** The options that a browser needs to sign in with any passkey of this service, as JSON. */
const requestOptions = (site: Site) =>
  Effect.fnUntraced(function* (now: DateTime.Utc) {
    const { generateAuthenticationOptions } = yield* library
    const challenge = yield* challengeFor(site, ["sign in"], now)
    const options = yield* Effect.promise(() =>
      generateAuthenticationOptions({ rpID: site.rpID, challenge, userVerification: "required" })
    )
    return JSON.stringify(options)
  })

/** Verifies a browser's answer, and opens a session for the passkey's user. */
const signIn = (site: Site) =>
  Effect.fnUntraced(function* (answer: unknown, now: DateTime.Utc, userAgent: string | undefined) {
    const { verifyAuthenticationResponse } = yield* library
    const response = yield* decode(Assertion, answer)
    const challenge = yield* challengeOf(site, ["sign in"], response.response.clientDataJSON, now)
    const userId = yield* decode(UserId, decodeBase64Url(response.response.userHandle))
    // Answers queue separately from the user's calls, so that forged ones do not delay these.
    const inTurn = onBehalfOf(`passkey of ${userId}`)
    const known = yield* Effect.flatMap(
      inTurn(site.store.find(userId, response.id)),
      Option.match({ onNone: () => new PasskeyRefused(), onSome: Effect.succeed })
    )
    const { verified, authenticationInfo } = yield* trying(() =>
      verifyAuthenticationResponse({
        response,
        expectedChallenge: challenge.text,
        expectedOrigin: site.origin,
        expectedRPID: site.rpID,
        requireUserVerification: true,
        credential: {
          id: known.id,
          publicKey: new Uint8Array(Buffer.from(known.publicKey, "base64url")),
          counter: known.counter
        }
      })
    )
    if (!verified) return yield* new PasskeyRefused()
    const opened: { readonly text: string; readonly session: Session } = yield* newSession(userId, now, userAgent)
    const counted = { id: known.id, counter: authenticationInfo.newCounter }
    const isOpen = yield* inTurn(site.store.openSession(counted, challenge.answered, opened.session))
    if (!isOpen) return yield* new PasskeyRefused()
    return opened
  })

/** Adding passkeys and signing in with them, at one address of the service. A passkey works at the host it was made for. */
export const makePasskeys = Effect.gen(function* () {
  const store = yield* PasskeyStore
  const cursors = yield* Cursors
  return (address: URL) => {
    const site: Site = { store, cursors, rpID: address.hostname, origin: address.origin }
    return {
      creationOptions: creationOptions(site),
      add: add(site),
      requestOptions: requestOptions(site),
      signIn: signIn(site)
    }
  }
})
