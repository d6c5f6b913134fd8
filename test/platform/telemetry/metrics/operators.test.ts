import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Storage from "../../../../src/storage.ts"
import { makeService, type Service } from "../../../support/app.ts"
import { parseMetrics, type Series } from "../../../support/prometheus.ts"

const ROOT = join(import.meta.dir, "../../../..")
const textOf = (file: string): string => readFileSync(join(ROOT, file), "utf8")

interface Dashboard {
  readonly panels: ReadonlyArray<{ readonly targets: ReadonlyArray<{ readonly expr: string }> }>
}
interface Rules {
  readonly groups: ReadonlyArray<{ readonly rules: ReadonlyArray<{ readonly alert: string; readonly expr: string }> }>
}

const dashboard = JSON.parse(textOf("deploy/grafana.json")) as Dashboard
const alerts = Bun.YAML.parse(textOf("deploy/alerts.yaml")) as Rules
const expressions = [
  ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ...alerts.groups.flatMap(({ rules }) => rules.map(({ expr }) => expr))
]

const namesIn = (expression: string): ReadonlyArray<string> => expression.match(/\b(?:fettle|process)_\w+/g) ?? []

/** The labels by which an expression selects or groups, except those that Prometheus itself adds. */
const labelsIn = (expression: string): ReadonlyArray<string> =>
  [
    ...Array.from(expression.matchAll(/by \(([^)]*)\)/g), ([, list = ""]) => list.split(",")).flat(),
    ...Array.from(expression.matchAll(/(\w+)(?:=~|!=|=)"/g), ([, label = ""]) => label)
  ]
    .map((label) => label.trim())
    .filter((label) => !["instance", "job", "le"].includes(label))

describe("the dashboard and the alerts", () => {
  let service: Service
  let served: ReadonlyMap<string, Series>
  beforeAll(async () => {
    service = await makeService(Storage.memory, { metrics: true })
    const person = await service.person()
    await person.rest("get_context")
    served = parseMetrics(await (await service.fetch("/metrics")).text())
  })
  afterAll(() => service.stop())

  const seriesOf = (name: string): Series | undefined =>
    served.get(name) ?? served.get(name.replace(/_(bucket|sum|count)$/, ""))

  test.each(expressions)("%s queries only what /metrics serves", (expression) => {
    const names = namesIn(expression)
    expect(names.filter((name) => seriesOf(name) === undefined)).toEqual([])
    const known = names.flatMap((name) =>
      [...(seriesOf(name)?.samples.values() ?? [])].flatMap(({ labels }) => Object.keys(labels))
    )
    expect(labelsIn(expression).filter((label) => !known.includes(label))).toEqual([])
  })

  test("the dashboard shows every series", () => {
    const shown = new Set(expressions.flatMap(namesIn).map((name) => seriesOf(name)?.name))
    expect([...served.keys()].filter((name) => !shown.has(name))).toEqual([])
  })
})
