import type { Figures } from "./measure.ts"
import type { Results } from "./report.ts"

const SERIES = [
  { name: "fettle", title: "Fettle" },
  { name: "fastify", title: "Fastify on Node.js" },
  { name: "elysia", title: "Elysia on Bun" },
  { name: "limit", title: "raw Bun" }
] as const

const COLOURS: Readonly<Record<string, string>> = {
  fettle: "#0b7a75",
  fastify: "#d97b29",
  elysia: "#8264a8",
  limit: "#9aa5b1"
}

const WIDTH = 760
const LABELS = 180
const BAR = 13
const GAP = 14
const TOP = 82
const INK = "#5b6672"
/** Opacity of PostgreSQL's part, relative to the service's. */
const DATABASE_OPACITY = 0.45

const text = (x: number, y: number, content: string, attributes = "") =>
  `<text x="${x}" y="${y}" ${attributes}>${content.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</text>`

const box = (x: number, y: number, width: number, height: number, attributes: string) =>
  `<rect x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${height}" ${attributes}/>`

/** A bar: the service's part, then PostgreSQL's, and their sum. */
const barOf = ({ cpu, databaseCpu, bill }: Figures, top: number, scale: number, colour: string) => [
  box(LABELS, top, cpu * scale, BAR - 2, `fill="${colour}"`),
  box(LABELS + cpu * scale, top, databaseCpu * scale, BAR - 2, `fill="${colour}" opacity="${DATABASE_OPACITY}"`),
  text(LABELS + bill * scale + 5, top + 9, Math.round(bill).toLocaleString("en"), 'font-size="11"')
]

/**
 * A chart of the CPU time per request, of the server and of PostgreSQL, by operation, for the service and its peers.
 */
export const chartOf = (results: Results, context: string): string => {
  const rows = [...results].map(([operation, figures]) => ({
    operation,
    bars: SERIES.flatMap(({ name }) => {
      const figure = figures.get(name)
      return figure === undefined ? [] : [{ colour: COLOURS[name] ?? INK, figure }]
    })
  }))
  const shown = SERIES.filter(({ name }) => [...results.values()].some((figures) => figures.has(name)))
  const most = Math.max(...rows.flatMap(({ bars }) => bars.map(({ figure }) => figure.bill)))
  const scale = (WIDTH - LABELS - 50) / most
  const rowHeight = shown.length * BAR + GAP
  const parts = rows.flatMap(({ operation, bars }, row) => {
    const y = TOP + row * rowHeight
    return [
      text(LABELS - 10, y + (shown.length * BAR) / 2 + 3, operation, 'text-anchor="end"'),
      ...bars.flatMap(({ colour, figure }, bar) => barOf(figure, y + bar * BAR, scale, colour))
    ]
  })
  const legend = shown.flatMap(({ name, title }, index) => {
    const x = LABELS + index * 155
    return [box(x, 48, 11, 11, `fill="${COLOURS[name]}"`), text(x + 16, 58, title)]
  })
  const title = "CPU time of a request in microseconds, by operation"
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${TOP + rows.length * rowHeight + 4}" font-family="system-ui, sans-serif" font-size="12" fill="${INK}"><title>${title}</title>
${text(LABELS, 18, title, 'font-weight="bold"')}
${text(LABELS, 36, `Strong: the server. Pale: PostgreSQL. ${context}`)}
${[...legend, ...parts].join("\n")}
</svg>
`
}
