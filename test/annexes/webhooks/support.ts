import { afterAll, beforeAll, describe, expect } from "bun:test"
import { Effect, Schema } from "effect"
import { Webhook as Verifier } from "standardwebhooks"
import type { EventName } from "../../../src/annexes/webhooks/model.ts"
import { sendDue } from "../../../src/annexes/webhooks/sender.ts"
import { addWebhook } from "../../../src/annexes/webhooks/webhooks.ts"
import type { Settings } from "../../../src/config.ts"
import { makeService, type Person, type Service } from "../../support/app.ts"
import { databases } from "../../support/stores.ts"

/** What a receiver got. */
export interface Got {
  readonly id: string
  readonly headers: Headers
  readonly body: string
  readonly type: string
  readonly timestamp: string
  readonly data: Readonly<Record<string, unknown>>
}

const Body = Schema.parseJson(
  Schema.Struct({
    type: Schema.String,
    timestamp: Schema.String,
    data: Schema.Record({ key: Schema.String, value: Schema.Unknown })
  })
)

type Answer = (request: Request) => Response | Promise<Response>

const OK: Answer = () => new Response(null, { status: 204 })

/** A receiver on this machine, which keeps all that arrives. `answer` says how it answers. */
export const makeReceiver = () => {
  const got: Array<Got> = []
  let answer = OK
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async (request) => {
      const body = await request.text()
      const parsed = Schema.decodeUnknownSync(Body)(body)
      got.push({ id: request.headers.get("webhook-id") ?? "", headers: request.headers, body, ...parsed })
      return answer(request)
    }
  })
  return {
    url: `http://127.0.0.1:${server.port}/hook?key=1`,
    got,
    types: () => got.map(({ type }) => type),
    answers: (next: Answer = OK) => {
      answer = next
    },
    status: (status: number, headers: Record<string, string> = {}) => {
      answer = () => new Response("no", { status, headers })
    },
    stop: () => server.stop(true)
  }
}
export type Receiver = ReturnType<typeof makeReceiver>

/** Verifies a message with the library of Standard Webhooks, by its own time. */
export const verified = ({ headers, body }: Got, secret: string): unknown => {
  const sent = Number(headers.get("webhook-timestamp")) * 1000
  const real = Date.now
  Date.now = () => sent
  try {
    return new Verifier(secret).verify(body, Object.fromEntries(headers))
  } finally {
    Date.now = real
  }
}

/** A webhook of a person's that leads to a receiver. */
export const hookOf = (
  service: Service,
  { id }: Person,
  { url }: Pick<Receiver, "url">,
  events?: ReadonlyArray<EventName>
) => service.run(Effect.map(addWebhook(id, url, events), (added) => ({ ...added, userId: id })))

/** Sends what is due, until nothing is. */
export const sendAll = async (service: Service) => {
  while ((await service.run(sendDue)) > 0);
}

/** Runs the tests over both databases, on a service with these settings. */
export const overDatabases = (
  subject: string,
  changed: Partial<Settings>,
  tests: (service: () => Service, receiver: () => Receiver, stores: string) => void
) => {
  for (const { name, reused } of databases) {
    describe(`${subject} (${name})`, () => {
      let service: Service | undefined
      const receivers: Array<Receiver> = []
      beforeAll(async () => {
        service = await makeService(reused, changed)
      }, 60_000)
      afterAll(async () => {
        await Promise.all(receivers.map(({ stop }) => stop()))
        await service?.stop()
      })
      const receiver = () => {
        const made = makeReceiver()
        receivers.push(made)
        return made
      }
      tests(
        () => {
          if (service === undefined) throw new Error("The service has not started")
          return service
        },
        receiver,
        name
      )
    })
  }
}

/** The only element. */
export const onlyOne = <A>(all: ReadonlyArray<A>): A => {
  expect(all).toHaveLength(1)
  const [one] = all
  if (one === undefined) throw new Error("There is none")
  return one
}
