import { expect, test } from "bun:test"
import { overEveryStore } from "../support/app.ts"
import { sendSeed, sendSeeds } from "./send.ts"
import { makeTargets, together } from "./targets.ts"

/** HOSTILE_SEED and HOSTILE_REQUESTS repeat a failure, or send more than the usual requests. */
const FIRST_SEED = Number(process.env.HOSTILE_SEED ?? 1)
const REQUESTS = Number(process.env.HOSTILE_REQUESTS ?? 600)

overEveryStore("hostile requests", (service) => {
  test("quickly get an output that matches its schema, or the envelope", async () => {
    const people = [await service().person(), await service().person({ timezone: "Pacific/Kiritimati" })]
    const lapsed = await service().person({ plan: "free" })
    const known = together(await Promise.all(people.map(({ rest }) => makeTargets(rest))))
    // Most requests come from the first two users.
    const tokens = [...people, ...people, ...people, ...people, lapsed].map(({ token }) => token)
    const { faults } = await sendSeeds({ first: FIRST_SEED, count: REQUESTS, atOnce: 4 }, (seed) =>
      sendSeed(seed, { ...known, tokens, host: "localhost:3000" }, async ({ method, path, headers, body }) => {
        const response = await service().fetch(path.startsWith("//") ? `/${path}` : path, {
          method,
          headers,
          ...(body === undefined ? {} : { body })
        })
        return { status: response.status, headers: response.headers, text: await response.text() }
      })
    )
    expect(faults).toEqual([])
  })
})
