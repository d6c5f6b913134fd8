import {
  HttpApi,
  HttpApiBuilder,
  HttpApiSwagger,
  HttpRouter,
  HttpServer,
  HttpServerRequest,
  HttpServerResponse
} from "@effect/platform"
import { Context, Effect, Layer } from "effect"
import { Api } from "../api.ts"
import { AppConfig } from "../config.ts"
import { open } from "../web/router.ts"
import { llms } from "./llms.ts"
import { openApi } from "./openapi.ts"

/** The hashes by which a page's own inline scripts are known, for its Content-Security-Policy. */
const scriptHashes = (html: string): ReadonlyArray<string> =>
  Array.from(html.matchAll(/<script>([\s\S]*?)<\/script>/g), ([, script = ""]) => {
    const hash = new Bun.CryptoHasher("sha256").update(script).digest("base64")
    return `'sha256-${hash}'`
  })

/** A page that loads nothing from another host, stands in no frame, and runs no script but those that it brings along. */
const pageOf = (html: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(html, {
    contentType: "text/html; charset=utf-8",
    headers: {
      "content-security-policy": [
        "default-src 'none'",
        ["script-src", ...scriptHashes(html)].join(" "),
        "style-src 'unsafe-inline'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'"
      ].join("; "),
      "referrer-policy": "no-referrer"
    }
  })

/** Effect's Swagger UI page, which carries its scripts and the description inside itself, rendered once. */
const docs = Effect.gen(function* () {
  const router = yield* HttpApiBuilder.Router
  const swagger = yield* HttpRouter.toHttpApp(yield* router.router)
  const page = yield* Effect.provideService(
    swagger,
    HttpServerRequest.HttpServerRequest,
    HttpServerRequest.fromWeb(new Request("http://localhost/docs"))
  )
  return pageOf(yield* Effect.promise(() => HttpServerResponse.toWeb(page).text()))
}).pipe(
  Effect.provide(
    Layer.mergeAll(HttpApiSwagger.layer({ path: "/docs" }), HttpApiBuilder.Router.Live, HttpServer.layerContext).pipe(
      Layer.provide(Layer.succeed(HttpApi.Api, { api: Api as never, context: Context.empty() }))
    )
  ),
  Effect.orDie
)

const landing = (baseUrl: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Fettle</title>
<style>
  :root { color-scheme: light dark; font: 17px/1.6 system-ui, sans-serif; }
  body { max-width: 38rem; margin: 12vh auto; padding: 0 1.5rem; }
  h1 { font-size: 2rem; margin-bottom: 0; }
  code { font-size: .9em; }
  dt { font-weight: 600; margin-top: 1rem; }
  dd { margin: 0; }
</style>
</head>
<body>
<h1>Fettle</h1>
<p>One person's own fitness data, for programs and AI agents. This is a running service; it needs an API token.</p>
<dl>
<dt>REST</dt><dd><code>${baseUrl}/v1</code></dd>
<dt>MCP</dt><dd><code>${baseUrl}/v1/mcp</code></dd>
<dt>Documentation</dt><dd><a href="/docs">API reference</a>, <a href="/v1/openapi.json">OpenAPI</a>, <a href="/v1/llms.txt">guide for agents</a></dd>
</dl>
</body>
</html>
`

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** What needs no token: the descriptions, the reference, the landing page. */
export const pageRoutes = Effect.gen(function* () {
  const { baseUrl } = yield* AppConfig
  const description = HttpServerResponse.unsafeJson(openApi(baseUrl.origin))
  const guide = HttpServerResponse.text(llms(baseUrl.origin), { contentType: "text/plain; charset=utf-8" })
  const page = pageOf(landing(escapeHtml(baseUrl.origin)))
  const reference = yield* docs
  return [
    open("/v1/openapi.json", Effect.succeed(description), "rest"),
    open("/v1/llms.txt", Effect.succeed(guide), "rest"),
    open("/docs", Effect.succeed(reference)),
    open("/", Effect.succeed(page))
  ]
})
