import type { Resource } from "@modelcontextprotocol/server"
import { assetText } from "../../platform/assets/assets.ts"

/** The MCP extension by which hosts show a view beside a tool's result. */
const EXTENSION = "io.modelcontextprotocol/ui"

const MIME_TYPE = "text/html;profile=mcp-app"

export const EXTENSIONS = { [EXTENSION]: {} }

/** The view that draws tool results. It loads nothing, so hosts need not allow any origin. */
export const CHART = {
  uri: "ui://fettle/chart.html",
  name: "chart",
  title: "Chart",
  description: "Draws weight, body fat, steps, a diary's totals or workouts from the result of the tool that shows it.",
  mimeType: MIME_TYPE,
  _meta: { ui: { prefersBorder: true } }
} as const satisfies Resource

export const CHART_HTML = assetText("src/surfaces/mcp/app/chart.html")

/** The tools whose results the view can draw. */
export const CHARTED: ReadonlySet<string> = new Set(["list_body_metrics", "list_food_entries", "list_workouts"])

export const CHART_META = { ui: { resourceUri: CHART.uri } }
