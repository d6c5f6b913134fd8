import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  RELATED_TASK_META_KEY
} from "@modelcontextprotocol/server"
import { Predicate, Schema } from "effect"
import { quickDecoder, UNDECIDED } from "../contract/decode.ts"
import { present } from "../contract/operation.ts"
import { isTool } from "./tools.ts"
import { LEGACY_VERSIONS, MODERN_VERSION } from "./versions.ts"

/** The parts of a tool call that are needed to answer it. */
export interface PlainCall {
  readonly id: string | number
  readonly name: string
  readonly input: unknown
  readonly isModern: boolean
}

type Headers = Readonly<Record<string, string | undefined>>
type Meta = Readonly<Record<string, unknown>>

const isAbsentOr = (is: (value: unknown) => boolean) => (value: unknown) => value === undefined || is(value)
const isProgressToken = isAbsentOr((token) => typeof token === "string" || Number.isInteger(token))

const withoutMembers = (value: unknown): boolean => Predicate.isRecord(value) && Object.keys(value).length === 0
const everyMember = (value: unknown, is: (member: unknown) => boolean): boolean =>
  Predicate.isRecord(value) && Object.values(value).every(is)

/** Whether capabilities are certainly valid. Unknown ones may be valid too, but are left to the SDK. */
const areCapabilities = (capabilities: unknown): boolean =>
  Predicate.isRecord(capabilities) &&
  Object.entries(capabilities).every(([name, value]) => {
    switch (name) {
      case "extensions":
      case "experimental":
        return everyMember(value, Predicate.isRecord)
      case "elicitation":
      case "sampling":
        return everyMember(value, withoutMembers)
      case "roots":
        return withoutMembers(value)
      default:
        return false
    }
  })

const isClientInfo = isAbsentOr(
  (info) =>
    Predicate.isRecord(info) &&
    typeof info.name === "string" &&
    typeof info.version === "string" &&
    Object.entries(info).every(
      ([name, value]) => ["name", "version", "title"].includes(name) && typeof value === "string"
    )
)

const OWN_PREFIX = "io.modelcontextprotocol/"
const MODERN_KEYS: ReadonlyArray<string> = [
  PROTOCOL_VERSION_META_KEY,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY
]

/** Whether this is the `_meta` of a call in revision 2026-07-28, which requires one. */
const isModernMeta = (meta: Meta): boolean =>
  meta[PROTOCOL_VERSION_META_KEY] === MODERN_VERSION &&
  areCapabilities(meta[CLIENT_CAPABILITIES_META_KEY]) &&
  isClientInfo(meta[CLIENT_INFO_META_KEY]) &&
  isProgressToken(meta.progressToken) &&
  Object.keys(meta).every((key) => MODERN_KEYS.includes(key) || !key.startsWith(OWN_PREFIX))

/** Whether this is the `_meta` of a call in an earlier revision, without fields that the protocol defines. */
const isLegacyMeta = (meta: Meta): boolean =>
  isProgressToken(meta.progressToken) &&
  Object.keys(meta).every((key) => key !== RELATED_TASK_META_KEY && !key.startsWith(OWN_PREFIX))

const record = Schema.Unknown.pipe(Schema.filter(Predicate.isRecord))

/** Decodes a tool call of the usual form, in which every member is known. */
const decode = quickDecoder(
  Schema.Struct({
    jsonrpc: Schema.Literal("2.0"),
    id: Schema.Union(Schema.String, Schema.Int),
    method: Schema.Literal("tools/call"),
    params: Schema.Struct({
      name: Schema.String,
      arguments: present(record),
      _meta: present(record)
    })
  })
)

/**
 * A call of a known tool in the usual form, including its headers; undefined if the SDK's server must handle the
 * message. Making such a server costs more than most calls.
 */
export const plainCall = (message: unknown, headers: Headers): PlainCall | undefined => {
  const call = decode(message)
  if (call === UNDECIDED || !isTool(call.params.name)) return undefined
  const { name, arguments: input = {}, _meta: meta } = call.params
  const version = headers["mcp-protocol-version"]
  if (version === MODERN_VERSION) {
    const isPlain =
      headers["mcp-method"] === "tools/call" && headers["mcp-name"] === name && meta !== undefined && isModernMeta(meta)
    return isPlain ? { id: call.id, name, input, isModern: true } : undefined
  }
  const isPlain =
    (version === undefined || LEGACY_VERSIONS.includes(version)) && (meta === undefined || isLegacyMeta(meta))
  return isPlain ? { id: call.id, name, input, isModern: false } : undefined
}
