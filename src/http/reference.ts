import { Effect } from "effect"
import { packagePath } from "../assets/assets.ts"
import { ICON_PATH } from "../web/icon.ts"
import { open } from "../web/router.ts"
import { hashOf, unchanging } from "../web/unchanging.ts"
import { page } from "./page.ts"

const DESCRIPTION_PATH = "/v1/openapi.json"

/** Shows the served description. It uses no validator on another host, and does not store tokens. */
const SCRIPT = `
window.ui = SwaggerUIBundle({
  url: "${DESCRIPTION_PATH}",
  dom_id: "#reference",
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: "list",
  defaultModelsExpandDepth: -1,
  tryItOutEnabled: true,
  validatorUrl: null
})
`

const STYLE = `
body { margin: 0; }
.swagger-ui .opblock .opblock-summary-path { max-width: 100%; overflow-wrap: anywhere; }
`

const JAVASCRIPT = "text/javascript; charset=utf-8"
const CSS = "text/css; charset=utf-8"

/** A file from the installed Swagger UI. */
const installed = (name: string) => Effect.promise(() => Bun.file(packagePath(`swagger-ui-dist/${name}`)).bytes())

/** A file that the page loads. Its path contains a hash of its content. */
const asset = (name: string, contentType: string, body: string | Uint8Array) => ({
  path: `/docs/${hashOf(body)}/${name}`,
  respond: unchanging({ body, contentType, keeping: "always" })
})

/** The interactive reference for the service at `baseUrl`: Swagger UI with the served description. */
export const reference = Effect.fn("reference")(function* (baseUrl: string) {
  const styles = [asset("swagger-ui.css", CSS, yield* installed("swagger-ui.css")), asset("reference.css", CSS, STYLE)]
  const scripts = [
    asset("swagger-ui-bundle.js", JAVASCRIPT, yield* installed("swagger-ui-bundle.js")),
    asset("reference.js", JAVASCRIPT, SCRIPT)
  ]
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Fettle API reference</title>
<link rel="icon" type="image/svg+xml" href="${ICON_PATH}">
${styles.map(({ path }) => `<link rel="stylesheet" href="${path}">`).join("\n")}
</head>
<body>
<div id="reference"></div>
<noscript><p>This reference needs JavaScript. <a href="${DESCRIPTION_PATH}">The OpenAPI description</a> does not.</p></noscript>
${scripts.map(({ path }) => `<script src="${path}"></script>`).join("\n")}
</body>
</html>
`
  // The page may be opened under another name of the machine, but it calls the service at its base URL.
  const permissions = { scripts: "'self'", styles: "'self'", connections: `'self' ${baseUrl}` }
  return [
    open("/docs", page(html, permissions)),
    ...[...styles, ...scripts].map(({ path, respond }) => open(path, respond))
  ]
})
