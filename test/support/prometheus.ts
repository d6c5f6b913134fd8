/** A series of the Prometheus text format: its samples by name and labels as written. */
export interface Series {
  readonly name: string
  readonly type: string
  readonly help: string
  readonly samples: Map<
    string,
    { readonly name: string; readonly labels: Record<string, string>; readonly value: number }
  >
}

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/
const NUMBER = /^([+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?|[+-]Inf|NaN)$/
const LABEL = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(,|$)/

const fail = (line: string, why: string): never => {
  throw new Error(`${why}: ${line}`)
}

const parseLabels = (text: string, line: string): Record<string, string> => {
  const labels: Record<string, string> = {}
  let rest = text
  while (rest !== "") {
    const [whole = "", name, value = "", comma] = LABEL.exec(rest) ?? fail(line, "malformed labels")
    if (name === undefined || name in labels) return fail(line, "a label twice")
    labels[name] = value.replace(/\\(["\\n])/g, (_escape, character) => (character === "n" ? "\n" : character))
    rest = rest.slice(whole.length)
    if (comma === "," && rest === "") fail(line, "a comma at the end of labels")
  }
  return labels
}

const checkHistogram = ({ name, samples }: Series): void => {
  const byLabels = Map.groupBy(samples.values(), ({ labels: { le: _le, ...labels } }) => JSON.stringify(labels))
  for (const [labels, parts] of byLabels) {
    const buckets = parts.filter((sample) => sample.name === `${name}_bucket`)
    const bounds = buckets.map(({ labels }) => (labels.le === "+Inf" ? Number.POSITIVE_INFINITY : Number(labels.le)))
    const counts = buckets.map(({ value }) => value)
    const isAscending = (numbers: ReadonlyArray<number>) =>
      numbers.every((number, index) => index === 0 || number >= (numbers[index - 1] ?? 0))
    if (!isAscending(bounds) || bounds.at(-1) !== Number.POSITIVE_INFINITY) fail(labels, "bounds out of order")
    if (!isAscending(counts)) fail(labels, "buckets are cumulative")
    if (parts.find((sample) => sample.name === `${name}_count`)?.value !== counts.at(-1)) fail(labels, "count")
    if (parts.find((sample) => sample.name === `${name}_sum`) === undefined) fail(labels, "sum")
  }
}

/** Parses version 0.0.4 of the format strictly, including naming conventions; throws on a line that breaks them. */
export const parseMetrics = (text: string): ReadonlyMap<string, Series> => {
  if (!text.endsWith("\n")) throw new Error("The last line must end with a line feed")
  const all = new Map<string, Series>()
  let helped: { readonly name: string; readonly help: string } | undefined
  let current: Series | undefined
  for (const line of text.slice(0, -1).split("\n")) {
    const [, kind, name = "", rest = ""] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? []
    if (kind === "HELP") {
      if (!NAME.test(name) || all.has(name) || helped !== undefined)
        fail(line, "a series has one HELP, before its TYPE")
      helped = { name, help: rest }
    } else if (kind === "TYPE") {
      if (helped?.name !== name) return fail(line, "TYPE follows HELP")
      if (!["counter", "gauge", "histogram"].includes(rest)) fail(line, "unknown type")
      if ((rest === "counter") !== name.endsWith("_total")) fail(line, "counters, and they alone, end in _total")
      current = { ...helped, type: rest, samples: new Map() }
      helped = undefined
      all.set(name, current)
    } else {
      const [, sample = "", labels = "", value = ""] = /^([^\s{]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
      if (current === undefined || helped !== undefined) return fail(line, "a sample without HELP and TYPE")
      const suffixes = current.type === "histogram" ? ["_bucket", "_sum", "_count"] : [""]
      if (!suffixes.some((suffix) => sample === current?.name + suffix)) fail(line, "a sample of another series")
      if (!NUMBER.test(value)) fail(line, "not a number")
      const key = line.slice(0, line.lastIndexOf(" "))
      if (current.samples.has(key)) fail(line, "a sample twice")
      current.samples.set(key, { name: sample, labels: parseLabels(labels, line), value: Number(value) })
    }
  }
  for (const series of all.values()) if (series.type === "histogram") checkHistogram(series)
  return all
}
