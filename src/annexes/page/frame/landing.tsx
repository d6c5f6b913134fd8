/** @jsxImportSource hono/jsx */
import { Effect } from "effect"
import { AppConfig } from "../../../config.ts"
import { INGEST_PATH } from "../../../surfaces/web/ingest-path.ts"
import { CLIENTS } from "../../../surfaces/web/mcp-clients.ts"
import { open } from "../../../surfaces/web/router.ts"
import { unchanging } from "../../../surfaces/web/unchanging.ts"
import { ON_PHONE_PATH, onPhoneView } from "../today/on-phone.tsx"
import { htmlOf, policyHeader } from "./respond.tsx"
import type { View } from "./view.ts"

const CLIENTS_PATH = "/clients"

const landing = (origin: string, hasPage: boolean): View => ({
  title: "Fettle",
  isFormless: true,
  content: (
    <section class="card">
      <h1>Fettle</h1>
      <p>
        This service keeps one person's own fitness data: body readings, food diary, workouts and goals. AI agents reach
        it over MCP at <code>{origin}/v1/mcp</code>, and programs over REST at <code>{origin}/v1</code>, each with an
        API token.
        {hasPage
          ? " The person it belongs to signs in to see everything and to make those tokens."
          : " The operator of the service makes those tokens."}
      </p>
      <div class="buttons">
        {hasPage ? (
          <a class="button" href="/app">
            Open your page
          </a>
        ) : null}
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
export const openPages = Effect.map(AppConfig, ({ baseUrl: { origin }, page: hasPage }) => {
  const always = (path: string, view: View) =>
    open(
      path,
      unchanging({
        body: htmlOf(view, { current: path, standing: undefined, nav: [], home: "/", message: undefined }),
        contentType: "text/html; charset=utf-8",
        headers: { ...policyHeader(view), "referrer-policy": "no-referrer" }
      })
    )
  return [
    always("/", landing(origin, hasPage)),
    always(CLIENTS_PATH, clients(origin, hasPage)),
    ...(hasPage ? [always(ON_PHONE_PATH, onPhoneView(`${origin}${INGEST_PATH}`))] : [])
  ]
})
