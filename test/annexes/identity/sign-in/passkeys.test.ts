import { expect, test } from "bun:test"
import { DateTime, Effect } from "effect"
import { SessionId } from "../../../../src/annexes/identity/sign-in/model.ts"
import { type AnsweredChallenge, PasskeyStore } from "../../../../src/annexes/identity/sign-in/passkey-store.ts"
import { SignInStore } from "../../../../src/annexes/identity/sign-in/store.ts"
import { SecretHash } from "../../../../src/values/secret-hash.ts"
import { NOON, overEveryStore } from "../../../support/app.ts"

const NOW = DateTime.unsafeMake(NOON)
const LATER = DateTime.add(NOW, { hours: 1 })

const hashOf = (digit: string) => SecretHash.make(digit.repeat(64))
const challenge = (digit: string): AnsweredChallenge => ({ hash: hashOf(digit), expiresAt: LATER })

overEveryStore("Passkeys", (service) => {
  test("a challenge is accepted once, and a counter that does not grow opens no session", async () => {
    const { id: userId } = await service().person()
    const passkey = { userId, id: "passkey", name: "Phone", publicKey: "key", transports: ["usb"] }
    const session = (digit: string) => ({
      id: SessionId.make(`ses_${userId.slice("usr_".length)}${digit.repeat(8)}`),
      userId,
      hash: hashOf(digit),
      device: "Firefox",
      createdAt: NOW,
      lastUsedAt: NOW,
      expiresAt: LATER
    })
    const outcome = await service().run(
      Effect.gen(function* () {
        const store = yield* PasskeyStore
        const add = store.add({ ...passkey, counter: 1, createdAt: NOW, lastUsedAt: null }, challenge("0"))
        const open = (counter: number, digit: string, id: string) =>
          store.openSession({ id: "passkey", counter }, challenge(digit), session(id))
        const added = [yield* add, yield* add]
        const opened = [
          yield* open(2, "1", "a"),
          yield* open(3, "1", "b"),
          yield* open(2, "2", "c"),
          yield* open(3, "2", "d"),
          yield* open(3, "3", "e")
        ]
        const sessions = yield* (yield* SignInStore).listSessions(userId, NOW)
        return { added, opened, sessions: sessions.map(({ id }) => id.slice(-1)).toSorted() }
      })
    )
    expect(outcome).toEqual({
      added: [true, false],
      opened: [true, false, false, false, true],
      sessions: ["a", "e"]
    })
  })
})
