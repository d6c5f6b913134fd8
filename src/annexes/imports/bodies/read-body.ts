import type { DeviceApp } from "../devices/model.ts"
import type { Part } from "../devices/record.ts"
import { isJson, type Json, textIn } from "../formats/fields.ts"
import { fromCamelCase } from "./camel-case.ts"
import { readHealthAutoExport } from "./health-auto-export.ts"
import { LISTS, readHealthConnect } from "./health-connect.ts"
import { OtherFields } from "./other-fields.ts"
import type { Reader } from "./parts.ts"

/** A body of a known app. */
interface KnownBody {
  readonly app: Exclude<DeviceApp, "other">
  readonly parts: (reader: Reader) => Iterable<Part>
}

/** What the request states about a body beside its content. */
export interface Envelope {
  /** The header `automation-aggregation` of Health Auto Export. */
  readonly aggregation: string
}

const partsOf = function* (data: Json, aggregation: string, reader: Reader): Generator<Part> {
  const others = new OtherFields()
  yield* readHealthAutoExport(data, aggregation, reader, others)
  yield* others.parts()
}

/** Recognises by its content which app a JSON body is from; undefined if from none. */
export const recogniseBody = (body: unknown, { aggregation }: Envelope): KnownBody | undefined => {
  if (!isJson(body)) return undefined
  const { data } = body
  if (isJson(data) && (Array.isArray(data.metrics) || Array.isArray(data.workouts))) {
    return { app: "health-auto-export", parts: (reader) => partsOf(data, aggregation, reader) }
  }
  const source = textIn(body, "source")
  const isOfHealth = source === "health_connect" || source === "healthkit_ios"
  if (isOfHealth || source === "screen_time") {
    return { app: "life-dashboard", parts: (reader) => readHealthConnect("life-dashboard", body, reader) }
  }
  if (textIn(body, "timestamp") === undefined) return undefined
  if (textIn(body, "app_version") !== undefined) {
    return { app: "hc-webhook", parts: (reader) => readHealthConnect("hc-webhook", body, reader) }
  }
  if (textIn(body, "appVersion") === undefined) return undefined
  return { app: "hc-webhook", parts: (reader) => readHealthConnect("hc-webhook", fromCamelCase(body, LISTS), reader) }
}

const UNKNOWN = "is not from an app that can be read: Life Dashboard Companion, HC Webhook, Health Auto Export"
const OPEN_WEARABLES =
  "is in HC Webhook's payload format Open Wearables, which states neither which records are workouts nor that a test is one. Choose the format Default in the app"

/** Why a JSON body that is not recognised is refused. */
export const refusalOf = (body: unknown): string => {
  const data = isJson(body) && body.type === "health_data.synced" ? body.data : undefined
  const source = isJson(data) ? data.source : undefined
  return isJson(source) && source.provider === "hc_webhook" ? OPEN_WEARABLES : UNKNOWN
}
