import { Effect } from "effect"
import { AppConfig } from "../../config.ts"
import { ICON_PATH, icon } from "../web/icon.ts"
import { open, type Respond, type Route } from "../web/router.ts"
import { unchanging } from "../web/unchanging.ts"
import { atFirstCall } from "./at-first-call.ts"
import { llms } from "./llms.ts"
import { openApi } from "./openapi.ts"
import { reference } from "./reference/reference.tsx"

/** The routes that need no token: descriptions and reference. */
export const pageRoutes = Effect.gen(function* () {
  const { baseUrl, page } = yield* AppConfig
  const { origin } = baseUrl
  const description = atFirstCall(() =>
    unchanging({ body: JSON.stringify(openApi(origin)), contentType: "application/json" })
  )
  const guide = atFirstCall(() => unchanging({ body: llms(origin), contentType: "text/plain; charset=utf-8" }))
  const described = (path: string, respond: Respond): ReadonlyArray<Route> =>
    ["GET", "HEAD"].map((method) => ({ ...open(path, respond, "rest"), method }))
  return [
    ...described("/v1/openapi.json", description),
    ...described("/v1/llms.txt", guide),
    open(ICON_PATH, icon),
    // Browsers look here if a response, such as the OpenAPI description, links to no icon.
    open("/favicon.ico", icon),
    reference(origin, page)
  ]
})
