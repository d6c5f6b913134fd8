/** @jsxImportSource hono/jsx */
import type { DeviceApp } from "../../imports/devices/model.ts"
import type { Children } from "../frame/view.ts"

/** The endpoint for an app: its address, and the value of the Authorization header. */
interface Destination {
  readonly address: string
  readonly header: string
}

interface PhoneApp {
  /** Which phones it is for, and what it sends. */
  readonly about: string
  /** What to do in the app, once address and header are known. Names in bold are the app's own, in English. */
  readonly steps: ReadonlyArray<Children>
  /** A link that opens the app with everything filled in, if its maker has published one. */
  readonly link?: (destination: Destination) => string
}

/** Health Auto Export's names of the metrics that Fettle accepts. */
const METRICS = [
  "Step Count",
  "Weight & Body Mass",
  "Body Fat Percentage",
  "Dietary Energy",
  "Protein",
  "Carbohydrates",
  "Total Fat"
]

const automation = ({ address, header }: Destination, fields: Readonly<Record<string, string>>): string => {
  const all = {
    url: address,
    headers: `Authorization,${header}`,
    format: "json",
    exportversion: "v2",
    syncinterval: "hours",
    syncquantity: "1",
    enabled: "true",
    ...fields
  }
  return `com.HealthExport://automation?${Object.entries(all)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&")}`
}

/** Health Auto Export's automation for workouts. Metrics need a separate one. */
export const workoutsLink = (destination: Destination): string =>
  automation(destination, { name: "Fettle workouts", datatype: "workouts" })

/** Health Auto Export's automation for everything else. */
export const metricsLink = (destination: Destination): string =>
  automation(destination, {
    name: "Fettle",
    datatype: "healthMetrics",
    metrics: METRICS.join(","),
    aggregatedata: "true",
    interval: "days"
  })

/** How to connect each app. */
export const PHONE_APPS: Readonly<Record<DeviceApp, PhoneApp>> = {
  "life-dashboard": {
    about: "Android and iPhone: weight, body fat, steps, workouts and food. Free, open source.",
    steps: [
      <>
        In the app, open the tab <b>Health</b> and grant what it may read: weight, body fat, steps, exercise, nutrition.
      </>,
      <>
        Under <b>Webhook URLs</b>, add the address.
      </>,
      <>
        Under <b>Webhook Headers</b>, add the header's name and value.
      </>,
      <>
        Leave <b>Daily totals in payload</b> on: steps are taken from them alone.
      </>,
      <>
        Tap <b>Sync Now</b>. For what was before, choose <b>Backfill</b>.
      </>
    ]
  },
  "hc-webhook": {
    about: "Android: weight, body fat, steps, workouts and food of Health Connect. Free, open source.",
    steps: [
      <>In the app, grant what it may read from Health Connect, and choose those data types.</>,
      <>
        Under <b>Webhook URLs</b>, paste the address into <b>New Webhook URL</b> and tap <b>Add Webhook</b>.
      </>,
      <>
        Tap <b>Edit Headers</b>, then <b>Add Header</b>: the header's name is the key.
      </>,
      <>
        Under <b>Manual Sync</b>, choose <b>Past 30 Days</b> and send. Later syncs look back 48 hours.
      </>
    ]
  },
  "health-auto-export": {
    about: "iPhone: weight, body fat, steps, workouts and food of Apple Health. Automations need its paid version.",
    steps: [
      <>
        Open <b>Automated Exports</b>, make a new automation, and choose <b>REST API</b>.
      </>,
      <>
        Paste the address as <b>URL</b>, and add the header.
      </>,
      <>
        Choose <b>Health Metrics</b>, the format <b>JSON</b> and the aggregation <b>Days</b>. Workouts need a second
        automation of the data type <b>Workouts</b>.
      </>,
      <>Enable it, and run it once by hand.</>
    ],
    link: metricsLink
  },
  other: {
    about:
      "A scale, a script or a shortcut that sends a table of date, metric, value and unit, or an export of another app.",
    steps: [
      <>Send the table or the export as the body of a POST to the address, with the header.</>,
      <>
        A table begins with the line <code>date,metric,value,unit</code>. Lines such as{" "}
        <code>2026-03-14,weight,72.4,kg</code> follow.
      </>
    ]
  }
}

/** The steps in an app, as a list. */
export const Steps = ({ app }: { readonly app: DeviceApp }) => (
  <ol>
    {PHONE_APPS[app].steps.map((step) => (
      <li>{step}</li>
    ))}
  </ol>
)
