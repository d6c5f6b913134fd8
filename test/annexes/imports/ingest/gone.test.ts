import { expect, test } from "bun:test"
import { Effect } from "effect"
import { createDevice } from "../../../../src/annexes/imports/devices/devices.ts"
import { deleteUser } from "../../../../src/features/accounts/accounts.ts"
import { newPerson, overEveryDatabase } from "../../../support/app.ts"
import { BODY } from "./body.ts"

const text = JSON.stringify(BODY)

overEveryDatabase("an arrival whose account is deleted", (service) => {
  const headersOf = (token: string) => ({ authorization: `Bearer ${token}`, "content-type": "application/json" })
  const post = (token: string, body: NonNullable<RequestInit["body"]>) =>
    service().fetch("/ingest", { method: "POST", headers: headersOf(token), body })
  const remove = (id: Parameters<typeof deleteUser>[0]) => service().run(Effect.orDie(deleteUser(id)))

  test("is refused as unauthorized just afterwards, although its account was cached", async () => {
    const person = await newPerson(service())
    expect((await post(person.token, text)).status).toBe(200)
    await remove(person.id)
    expect((await post(person.token, text)).status).toBe(401)
  })

  test("is refused as unauthorized while it is under way", async () => {
    for (const kind of ["device", "account"] as const) {
      const person = await newPerson(service())
      const options = { app: "other", name: "Phone", environment: "test", secret: null } as const
      const { token } =
        kind === "account" ? person : await service().run(Effect.orDie(createDevice(person.id, options)))
      let begun = () => {}
      let end = () => {}
      const isBegun = new Promise<void>((resolve) => {
        begun = resolve
      })
      const stream = new ReadableStream<Uint8Array>(
        {
          pull: (controller) => {
            end = () => {
              controller.enqueue(new TextEncoder().encode(text))
              controller.close()
            }
            begun()
            return new Promise(() => undefined)
          }
        },
        { highWaterMark: 0 }
      )
      const answer = post(token, stream)
      await isBegun
      await remove(person.id)
      end()
      expect([kind, (await answer).status]).toEqual([kind, 401])
    }
  })
})

overEveryDatabase("the time for a body", (service) => {
  const extensions = async (path: string, headers: Record<string, string>) => {
    let extended = 0
    const body = text
    const init = { method: "POST", headers, body, extend: () => extended++ }
    const { status } = await service().fetch(path, init)
    return { status, extended }
  }

  test("is longer only for who has shown a token, at the endpoint itself", async () => {
    const { token } = await newPerson(service())
    const bearer = (text: string) => ({ authorization: `Bearer ${text}`, "content-type": "application/json" })
    expect(await extensions("/ingest", bearer(token))).toEqual({ status: 200, extended: 1 })
    expect(await extensions("/ingest", {})).toEqual({ status: 401, extended: 0 })
    expect(await extensions("/ingest", bearer(`${token}x`))).toEqual({ status: 401, extended: 0 })
    expect((await extensions("/v1/me?/ingest", bearer(token))).extended).toBe(0)
    expect((await extensions("/any?/ingest", bearer(token))).extended).toBe(0)
    expect((await extensions("/oauth/token?/ingest", {})).extended).toBe(0)
  })
})
