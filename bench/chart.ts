import { perCore } from "./measure.ts"
import type { Results } from "./report.ts"

const SERIES = [
  { name: "fettle", title: "Fettle", colour: "#0b7a75" },
  { name: "fastify", title: "Fastify + pg on Node.js", colour: "#d97b29" },
  { name: "bun", title: "raw Bun.serve + Bun.sql", colour: "#9aa5b1" }
] as const

const WIDTH = 760
const LABELS = 150
const BAR = 14
const GAP = 16
const TOP = 62
const INK = "#5b6672"

const text = (x: number, y: number, content: string, attributes = "") =>
  `<text x="${x}" y="${y}" ${attributes}>${content.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</text>`

/** Bars of the requests that a second of CPU answers, by operation, for the service and its peers. */
export const chartOf = (results: Results, context: string): string => {
  const rows = [...results].map(([operation, figures]) => ({
    operation,
    bars: SERIES.flatMap(({ name, colour }) => {
      const own = figures.get(name)
      return own === undefined ? [] : [{ colour, value: perCore(own) }]
    })
  }))
  const most = Math.max(...rows.flatMap(({ bars }) => bars.map(({ value }) => value)))
  const scale = (WIDTH - LABELS - 70) / most
  const rowHeight = SERIES.length * BAR + GAP
  const height = TOP + rows.length * rowHeight + 4
  const parts = rows.flatMap(({ operation, bars }, row) => {
    const y = TOP + row * rowHeight
    return [
      text(LABELS - 10, y + (SERIES.length * BAR) / 2 + 4, operation, 'text-anchor="end"'),
      ...bars.flatMap(({ colour, value }, bar) => {
        const width = Math.round(value * scale * 10) / 10
        const top = y + bar * BAR
        return [
          `<rect x="${LABELS}" y="${top}" width="${width}" height="${BAR - 2}" fill="${colour}"/>`,
          text(LABELS + width + 5, top + 10, Math.round(value).toLocaleString("en"), 'font-size="11"')
        ]
      })
    ]
  })
  const legend = SERIES.flatMap(({ title, colour }, index) => {
    const x = LABELS + index * 185
    return [`<rect x="${x}" y="34" width="11" height="11" fill="${colour}"/>`, text(x + 16, 44, title)]
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="${INK}"><title>Requests for a second of the server's CPU, by operation</title>
${text(LABELS, 18, `Requests for a second of the server's CPU (${context})`, 'font-weight="bold"')}
${[...legend, ...parts].join("\n")}
</svg>
`
}
