import { Data, DateTime, Effect, Option, Schema } from "effect"
import { Timezone, UserName } from "../../../contract/handler/user.ts"
import { newUser } from "../../../features/accounts/accounts.ts"
import { AccountStore } from "../../../features/accounts/store.ts"
import { Transactions } from "../../../platform/database/transactions.ts"
import { newUserId, type UserId } from "../../../values/ids.ts"
import { NewcomerStore } from "../sign-in/newcomers.ts"
import { identityHash } from "./hash.ts"
import type { Details, IdentityHash, IdentityKind } from "./model.ts"
import type { Identified, Provider } from "./provider.ts"
import { IdentityStore } from "./store.ts"

/** Another user holds the identity, or has just taken it. */
export class IdentityTaken extends Data.TaggedError("IdentityTaken") {}

/** Gives an identity to a user. Fails if another user holds it. */
export const linkIdentity = Effect.fn("linkIdentity")(function* (
  userId: UserId,
  hash: IdentityHash,
  kind: IdentityKind
) {
  const createdAt = yield* DateTime.now
  const isHeld = yield* (yield* IdentityStore).hold({ userId, hash, kind, createdAt, lastUsedAt: null })
  if (!isHeld) return yield* new IdentityTaken()
})

/** Takes all identities from a user. Returns how many there were. */
export const unlinkIdentities = Effect.fn("unlinkIdentities")(function* (userId: UserId) {
  const store = yield* IdentityStore
  const held = yield* store.list(userId)
  yield* Effect.forEach(held, ({ hash }) => store.release(userId, hash), { discard: true })
  return held.length
})

/** The user for whom the operator has noted this e-mail address. From now on, the subject identifies them. */
const byEmail = Effect.fnUntraced(function* (issuer: URL, hash: IdentityHash, { verifiedEmail }: Details) {
  if (verifiedEmail === undefined) return Option.none<UserId>()
  const store = yield* IdentityStore
  const email = identityHash(issuer, "email", verifiedEmail)
  const found = yield* store.find(email)
  if (Option.isNone(found)) return found
  const userId = found.value
  const change = Effect.gen(function* () {
    if (!(yield* store.release(userId, email))) return yield* new IdentityTaken()
    yield* linkIdentity(userId, hash, "subject")
    return userId
  })
  return yield* Effect.option((yield* Transactions).change(userId, change))
})

const nameText = Schema.decodeUnknownOption(UserName)

/** A new user with the provider's name for them. Their first browser's timezone becomes theirs. */
const signUp = Effect.fnUntraced(function* (hash: IdentityHash, { name, account }: Details) {
  const accounts = yield* AccountStore
  const newcomers = yield* NewcomerStore
  const userId = yield* newUserId
  const utc = Timezone.make("UTC")
  const shown = Option.getOrElse(nameText(name ?? account), () => "Somebody")
  const change = Effect.gen(function* () {
    yield* accounts.addUser({ ...newUser(shown, utc), id: userId })
    yield* newcomers.isOfMachine(userId, utc)
    yield* linkIdentity(userId, hash, "subject")
    return userId
  })
  return yield* Effect.option((yield* Transactions).change(userId, change))
})

/**
 * The user who an identified person is: the holder of their subject, or of their verified e-mail address, or a new user
 * if the provider's people may sign up. None if they are nobody here. Of several first sign-ins at once, one makes the
 * user.
 */
export const personOf = Effect.fn("personOf")(function* (provider: Provider, { subject, details }: Identified) {
  const store = yield* IdentityStore
  const hash = identityHash(provider.issuer, "subject", subject)
  const known = yield* store.find(hash)
  if (Option.isSome(known)) return { hash, userId: known }
  const found = yield* details
  const linked = yield* byEmail(provider.issuer, hash, found)
  if (Option.isSome(linked)) return { hash, userId: linked }
  const made = provider.signUp ? yield* signUp(hash, found) : Option.none<UserId>()
  // Somebody who was faster has linked or made the same person.
  return { hash, userId: Option.isSome(made) ? made : yield* store.find(hash) }
})
