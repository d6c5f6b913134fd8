import { readFileSync } from "node:fs"
import type { Resource } from "@modelcontextprotocol/server"

/** The extension by which hosts show a view beside the result of a tool. */
const EXTENSION = "io.modelcontextprotocol/ui"

const MIME_TYPE = "text/html;profile=mcp-app"

export const EXTENSIONS = { [EXTENSION]: {} }

/** The view that draws what a tool returned. It loads nothing, so that hosts need allow it no origin. */
export const CHART = {
  uri: "ui://fettle/chart.html",
  name: "chart",
  title: "Chart",
  description: "Draws weight, body fat, steps, a diary's totals or workouts from the result of the tool that shows it.",
  mimeType: MIME_TYPE,
  _meta: { ui: { prefersBorder: true } }
} as const satisfies Resource

export const CHART_HTML = readFileSync(new URL("./app/chart.html", import.meta.url), "utf8")

/** The tools whose results the view draws. */
export const CHARTED: ReadonlySet<string> = new Set(["list_body_metrics", "list_food_entries", "list_workouts"])

export const CHART_META = { ui: { resourceUri: CHART.uri } }
