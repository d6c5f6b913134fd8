import { expect, test } from "bun:test"
import { Effect } from "effect"
import { createToken, listTokens, revokeToken } from "../../../src/features/accounts/accounts.ts"
import { newPerson, output, overEveryStore } from "../../support/app.ts"

overEveryStore("revoking a token", (service) => {
  const works = async ({ rest }: Awaited<ReturnType<typeof newPerson>>) => {
    const { error } = await output<{ error?: { code: string } }>(rest("get_context"))
    return error === undefined
  }
  const tokenOf = async ({ id }: Awaited<ReturnType<typeof newPerson>>) => {
    const [token] = await service().run(listTokens(id))
    if (token === undefined) throw new Error("A new person has a token")
    return token.id
  }

  test("in the name of its owner, or of nobody, ends it, and no other's", async () => {
    const [owner, other] = [await newPerson(service()), await newPerson(service())]
    const refused = await service().run(Effect.flip(revokeToken(await tokenOf(owner), other.id)))
    expect(refused).toMatchObject({ _tag: "UnknownAccount", what: "token", id: await tokenOf(owner) })
    expect(await works(owner)).toBe(true)

    await service().run(revokeToken(await tokenOf(owner), owner.id))
    await service().run(revokeToken(await tokenOf(other)))
    for (const person of [owner, other]) {
      expect((await service().run(listTokens(person.id))).map(({ revokedAt }) => revokedAt)).not.toContain(null)
    }
  })
})

overEveryStore("a user's tokens", (service) => {
  test("are listed as they were made; those of one instant by their ids", async () => {
    const { id: userId } = await newPerson(service())
    const make = (name: string) => service().run(createToken({ userId, name, environment: "test", expiresAt: null }))
    for (let twins = 0; twins < 8; twins++) await make("twin")
    await service().setTime("2026-03-14T12:00:01Z")
    await make("last")
    const tokens = await service().run(listTokens(userId))
    const twins = tokens.filter(({ name }) => name === "twin").map((token) => token.id)
    expect(twins).toEqual([...twins].sort())
    expect(tokens.at(-1)?.name).toBe("last")
  })
})
