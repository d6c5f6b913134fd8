import type { Operation } from "../../../contract/operation.ts"
import { jsonOf } from "./schema.ts"

/** A text quoted as one shell word. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** JSON formatted for people. */
export const pretty = (value: unknown): string => JSON.stringify(value, null, 2)

/** A command that sends the operation's example to the service at `baseUrl`, with the token in `FETTLE_TOKEN`. */
export const curlOf = ({ method, path, query, input, example }: Operation, baseUrl: string): string => {
  const parameters = query === undefined ? [] : Object.entries(jsonOf(example.input))
  const hasBody = query === undefined && input !== undefined
  return [
    `curl ${[...(parameters.length === 0 ? [] : ["-G"]), ...(method === "GET" ? [] : ["-X", method])].map((word) => `${word} `).join("")}${quoted(baseUrl + path)}`,
    '-H "Authorization: Bearer $FETTLE_TOKEN"',
    ...parameters.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`),
    ...(hasBody ? ["-H 'Content-Type: application/json'", `-d ${quoted(pretty(example.input))}`] : [])
  ].join(" \\\n  ")
}
