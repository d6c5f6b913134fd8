import { ICON_PATH } from "../web/icon.ts"
import { page } from "./page.ts"

const STYLE = `
  :root { color-scheme: light dark; font: 17px/1.6 system-ui, sans-serif; }
  body { max-width: 38rem; margin: 12vh auto; padding: 0 1.5rem; }
  h1 { font-size: 2rem; margin-bottom: 0; }
  code { font-size: .9em; }
  dt { font-weight: 600; margin-top: 1rem; }
  dd { margin: 0; }
`

const html = (baseUrl: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Fettle</title>
<link rel="icon" type="image/svg+xml" href="${ICON_PATH}">
<style>${STYLE}</style>
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

/** The page shown to a person who opens `baseUrl` in a browser. */
export const landing = (baseUrl: string) =>
  page(html(escapeHtml(baseUrl)), {
    scripts: "'none'",
    styles: `'sha256-${new Bun.CryptoHasher("sha256").update(STYLE).digest("base64")}'`,
    connections: "'none'"
  })
