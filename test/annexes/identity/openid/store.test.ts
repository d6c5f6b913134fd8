import { expect, test } from "bun:test"
import { DateTime, Effect, Option } from "effect"
import { identityHash } from "../../../../src/annexes/identity/openid/hash.ts"
import { linkIdentity, unlinkIdentities } from "../../../../src/annexes/identity/openid/people.ts"
import { IdentityStore } from "../../../../src/annexes/identity/openid/store.ts"
import { newSession } from "../../../../src/annexes/identity/sign-in/sign-in.ts"
import { SignInStore } from "../../../../src/annexes/identity/sign-in/store.ts"
import { deleteUser } from "../../../../src/features/accounts/accounts.ts"
import { hashOf } from "../../../../src/features/accounts/secret.ts"
import type { UserId } from "../../../../src/values/ids.ts"
import { newPerson, overEveryStore } from "../../../support/app.ts"

const ISSUER = new URL("https://auth.example.com")
let made = 0
const newHash = () => identityHash(ISSUER, "subject", `subject ${made++}`)

test("a subject is compared exactly, an e-mail address without its case; issuers and kinds are apart", () => {
  const other = new URL("https://auth.example.com/other")
  expect(identityHash(ISSUER, "email", " Ada@Example.com ")).toBe(identityHash(ISSUER, "email", "ada@example.com"))
  const hashes = [
    identityHash(ISSUER, "subject", "ada@example.com"),
    identityHash(ISSUER, "subject", "Ada@example.com"),
    identityHash(ISSUER, "subject", "ada@example.com "),
    identityHash(other, "subject", "ada@example.com"),
    identityHash(ISSUER, "email", "ada@example.com")
  ]
  expect(new Set(hashes).size).toBe(hashes.length)
})

overEveryStore("people of the OpenID provider", (service) => {
  const inStore = <A>(ask: (store: IdentityStore["Type"]) => Effect.Effect<A>) =>
    service().run(Effect.flatMap(IdentityStore, ask))
  const link = (userId: UserId, hash: ReturnType<typeof newHash>) =>
    service().run(
      linkIdentity(userId, hash, "subject").pipe(
        Effect.as(true),
        Effect.catchTag("IdentityTaken", () => Effect.succeed(false))
      )
    )
  const holder = async (hash: ReturnType<typeof newHash>) => Option.getOrUndefined(await inStore((s) => s.find(hash)))

  test("an identity has one holder, who may take it twice; another user cannot", async () => {
    const [one, other] = [await newPerson(service()), await newPerson(service())]
    const hash = newHash()
    expect(await holder(hash)).toBeUndefined()
    expect([await link(one.id, hash), await link(one.id, hash), await link(other.id, hash)]).toEqual([
      true,
      true,
      false
    ])
    expect(await holder(hash)).toBe(one.id)
    expect(await inStore((store) => store.release(other.id, hash))).toBe(false)
    expect(await inStore((store) => store.release(one.id, hash))).toBe(true)
    expect(await link(other.id, hash)).toBe(true)
  })

  test("of users who take it at the same instant, one gets it", async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => newPerson(service())))
    const hash = newHash()
    const taken = await Promise.all(people.map(({ id }) => link(id, hash)))
    expect(taken.filter(Boolean).length).toBe(1)
    const winner = people[taken.indexOf(true)]
    expect(await holder(hash)).toBe(winner?.id)
  })

  test("a deleted user holds nothing, and others may take what they held", async () => {
    const [one, other] = [await newPerson(service()), await newPerson(service())]
    const hash = newHash()
    await link(one.id, hash)
    await service().run(deleteUser(one.id))
    expect(await holder(hash)).toBeUndefined()
    expect(await link(other.id, hash)).toBe(true)
    expect(await holder(hash)).toBe(other.id)
  })

  test("a user's identities are listed, oldest first, and unlinked together", async () => {
    const [one, other] = [await newPerson(service()), await newPerson(service())]
    const hashes = [newHash(), newHash()]
    for (const hash of hashes) await link(one.id, hash)
    await link(other.id, newHash())
    const listed = await inStore((store) => store.list(one.id))
    expect(listed.map(({ hash }) => hash).sort()).toEqual([...hashes].sort())
    expect(listed.map(({ lastUsedAt, kind }) => [lastUsedAt, kind])).toEqual([
      [null, "subject"],
      [null, "subject"]
    ])
    expect(await service().run(unlinkIdentities(one.id))).toBe(2)
    expect([(await inStore((s) => s.list(one.id))).length, (await inStore((s) => s.list(other.id))).length]).toEqual([
      0, 1
    ])
  })

  test("one answer of the provider opens one session, and only for the holder", async () => {
    const [one, other] = [await newPerson(service()), await newPerson(service())]
    const hash = newHash()
    await link(one.id, hash)
    const open = (userId: UserId, state: string) =>
      service().run(
        Effect.gen(function* () {
          const at = yield* DateTime.now
          const { session } = yield* newSession(userId, at, undefined)
          const answer = { hash: hashOf(state), expiresAt: DateTime.add(at, { minutes: 10 }) }
          return yield* (yield* IdentityStore).openSession(hash, answer, session)
        })
      )
    expect(await open(other.id, "first")).toBe(false)
    const opened = await Promise.all(Array.from({ length: 4 }, () => open(one.id, "first")))
    expect(opened.filter(Boolean).length).toBe(1)
    expect(await open(one.id, "second")).toBe(true)
    const now = await service().run(DateTime.now)
    const sessions = await service().run(Effect.flatMap(SignInStore, (store) => store.listSessions(one.id, now)))
    expect(sessions.length).toBe(2)
    expect((await inStore((store) => store.list(one.id)))[0]?.lastUsedAt).not.toBeNull()
    await inStore((store) => store.release(one.id, hash))
    expect(await open(one.id, "third")).toBe(false)
  })
})
