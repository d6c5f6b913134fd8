/** @jsxImportSource hono/jsx */
import { readFileSync } from "node:fs"
import { Effect } from "effect"
import { AppConfig } from "../../../config.ts"
import { assetPath } from "../../../platform/assets/assets.ts"
import { INGEST_PATH } from "../../../surfaces/web/ingest-path.ts"
import { CLIENTS } from "../../../surfaces/web/mcp-clients.ts"
import { ownAddresses, sharedAddress } from "../../../surfaces/web/own-address.ts"
import { open, type Respond, type Route } from "../../../surfaces/web/router.ts"
import { unchanging } from "../../../surfaces/web/unchanging.ts"
import { once } from "../../../values/once.ts"
import { ON_PHONE_PATH, onPhoneView } from "../today/on-phone.tsx"
import { HOME_PATH } from "./paths.ts"
import { htmlOf, policyHeader } from "./respond.tsx"
import type { View } from "./view.ts"

const CLIENTS_PATH = "/clients"
const PICTURE_PATH = "/today.png"

/** Today of a person who has used Fettle for a while, as in the README. */
const pictureFile = once(() =>
  unchanging({ body: readFileSync(assetPath("docs/today.png")), contentType: "image/png" })
)
const picture = open(PICTURE_PATH, (request) => pictureFile()(request))

const landing = (origin: string, hasPage: boolean): View => ({
  title: "Fettle",
  isFormless: true,
  content: (
    <section class="card">
      <h1>Fettle</h1>
      <p>What you eat, how you train and what you weigh, kept for you on this server and shown as it develops.</p>
      {hasPage ? (
        <>
          <div class="buttons">
            <a class="button" href={HOME_PATH}>
              Open your page
            </a>
          </div>
          <p>
            <img
              class="picture"
              src={PICTURE_PATH}
              alt="Today: weight, goals and what was eaten"
              width="390"
              loading="lazy"
            />
          </p>
        </>
      ) : null}
      <h2>Agents and programs</h2>
      <p>
        AI agents reach the same data over MCP at <code>{origin}/v1/mcp</code>, and programs over REST at{" "}
        <code>{origin}/v1</code>, each with an API token, which{" "}
        {hasPage ? "you make on your page." : "the operator of the service makes."}
      </p>
      <div class="buttons">
        <a class="button quiet" href={CLIENTS_PATH}>
          Connect a client
        </a>
        <a class="button quiet" href="/docs">
          API reference
        </a>
      </div>
      <p class="soft">
        For machines: <a href="/v1/openapi.json">OpenAPI description</a>, <a href="/v1/llms.txt">guide for agents</a>.
      </p>
    </section>
  )
})

const PLACEHOLDER = "<API token>"

const clients = (baseUrl: string, hasPage: boolean): View => ({
  title: "Connect a client",
  isFormless: true,
  content: (
    <section class="card">
      <h1>Connect a client</h1>
      {hasPage ? (
        <p>
          claude.ai, ChatGPT and other clients that sign in by OAuth need only the address <code>{baseUrl}/v1/mcp</code>
          . They send you here to allow it. All others need an API token.
        </p>
      ) : null}
      <p>
        Put an API token in place of <code>{PLACEHOLDER}</code>.{" "}
        {hasPage ? (
          <>
            A <a href="/app/settings/tokens">token made on your page</a> comes with these texts filled in.
          </>
        ) : (
          "The operator of the service makes one."
        )}
      </p>
      {Object.values(CLIENTS).map(({ title, where, block }) => (
        <>
          <h2>{title}</h2>
          <p class="soft">{where}</p>
          <pre>{block({ baseUrl, token: PLACEHOLDER })}</pre>
        </>
      ))}
    </section>
  )
})

/** The public pages: what this service is, and how to connect each client. */
export const openPages = Effect.map(AppConfig, (config) => {
  const { baseUrl, alsoBaseUrls, page: hasPage } = config
  const own = ownAddresses(config)
  /** A page that differs only by the address at which it is opened. */
  const always = (path: string, viewAt: (origin: string) => View): Route => {
    const pages = new Map(
      [baseUrl, ...alsoBaseUrls].map((address): [URL, Respond] => {
        const view = viewAt(sharedAddress(baseUrl, address).origin)
        return [
          address,
          unchanging({
            body: htmlOf(view, { current: path, standing: undefined, nav: [], home: "/", message: undefined }),
            contentType: "text/html; charset=utf-8",
            headers: { ...policyHeader(view), "referrer-policy": "no-referrer" }
          })
        ]
      })
    )
    const main = pages.get(baseUrl)
    if (main === undefined) throw new Error("The base address has no pages")
    return {
      ...open(path, main),
      handler: (request, { peer }) =>
        Effect.map((pages.get(own.of(request, peer)) ?? main)(request), (response) => ({ response, outcome: {} }))
    }
  }
  return [
    always("/", (origin) => landing(origin, hasPage)),
    always(CLIENTS_PATH, (origin) => clients(origin, hasPage)),
    ...(hasPage ? [picture, always(ON_PHONE_PATH, (origin) => onPhoneView(`${origin}${INGEST_PATH}`))] : [])
  ]
})
