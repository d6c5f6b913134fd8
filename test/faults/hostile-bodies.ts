import { createHmac } from "node:crypto"
import { archiveOf } from "../annexes/imports/archive-of.ts"

/** Bodies that no app sends, with their headers. */
export interface Hostile {
  readonly kind: string
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
  /** Whether it comes from the device that must sign. */
  readonly signs?: boolean
}

const MEBIBYTE = 1_048_576

const VALUES: ReadonlyArray<unknown> = [
  null,
  true,
  -1,
  1e308,
  -0,
  1e-320,
  2 ** 53,
  "",
  "NaN",
  "80",
  "\u0000",
  "\ud800",
  "'; DROP TABLE users; --",
  "<script>alert(1)</script>",
  "__proto__",
  "2026-02-30T25:61:00Z",
  "9999-12-31T23:59:59Z",
  "0000-01-01T00:00:00Z",
  "-271821-04-20T00:00:00Z",
  "2026-01-01T07:00:00+99:99",
  "x".repeat(5000),
  "e\u0301".repeat(600),
  [],
  {},
  [[]],
  { __proto__: null },
  { constructor: 1 },
  { toString: 1, valueOf: 1, toJSON: 1 }
]

const LISTS = ["weight", "body_fat", "steps", "nutrition", "exercise", "daily_totals", "deleted_records", "other"]
const NAMES = ["__proto__", "constructor", "hasOwnProperty", "toString", "valueOf", "then"]
const FIELDS = [
  "kilograms",
  "percentage",
  "count",
  "calories",
  "protein_grams",
  "name",
  "type",
  "time",
  "start_time",
  "end_time",
  "duration_seconds",
  "uuid",
  "date",
  "steps",
  "meal_type",
  ...NAMES
]
const METRICS = ["step_count", "weight_body_mass", "body_fat_percentage", "protein", "dietary_energy", "x", ...NAMES]
const TYPES = [
  "application/xml",
  "text/plain; charset=utf-16",
  "multipart/form-data; boundary=x",
  "application/x-www-form-urlencoded",
  "text/csv",
  "application/json; charset=latin1",
  "x"
]
/** Numbers as no program should write them. */
const NUMBERS = [
  "NaN",
  "Infinity",
  "-Infinity",
  "1e999",
  "-1e999",
  "1e-999",
  "0x10",
  "01",
  "9".repeat(5000),
  "1_000",
  "٣"
]

/** A source of bodies, driven by a source of random numbers. */
export const hostileBodies = (random: () => number, secret: string) => {
  const below = (count: number) => Math.floor(random() * count)
  const one = <A>(values: ReadonlyArray<A>): A => values[below(values.length)] as A
  const value = (): unknown => (random() < 0.3 ? below(200) : one(VALUES))
  const day = () => `2026-01-${String(1 + below(40)).padStart(2, "0")}`
  const time = () => `${day()}T0${below(10)}:00:00Z`

  const phone = (): string => {
    const at = time()
    const record = () => {
      const fields = Array.from({ length: 1 + below(8) }, () => [one(FIELDS), value()] as const)
      return random() < 0.1
        ? value()
        : { time: at, start_time: at, date: at.slice(0, 10), ...Object.fromEntries(fields) }
    }
    const list = () => (random() < 0.1 ? value() : Array.from({ length: below(6) }, record))
    const lists = Array.from({ length: 1 + below(4) }, () => [one([...LISTS, ...NAMES]), list()] as const)
    const source = random() < 0.5 ? { source: "health_connect" } : {}
    const head = { timestamp: random() < 0.8 ? at : value(), app_version: "1", sequence: value(), ...source }
    return JSON.stringify({ ...head, ...Object.fromEntries(lists) })
  }

  const exported = (): string => {
    const spaced = `${day()} 07:00:00 +0000`
    const points = () =>
      Array.from({ length: below(6) }, () => ({ date: random() < 0.8 ? spaced : value(), qty: value() }))
    const metrics = Array.from({ length: below(4) }, () => ({
      name: random() < 0.9 ? one(METRICS) : value(),
      units: random() < 0.6 ? one(["kg", "%", "count", "g", "kJ", ...NAMES]) : value(),
      data: random() < 0.8 ? points() : value()
    }))
    const workouts = [{ id: value(), name: value(), start: spaced, end: value(), duration: value(), distance: value() }]
    return JSON.stringify({ data: { metrics, workouts: random() < 0.5 ? workouts : value() } })
  }

  /** Valid JSON that is nested where a record or a value is expected. */
  const nested = (): string => {
    const depth = one([100, 2000, 20_000, 100_000])
    const [open, close] = one([
      ["[", "]"],
      ['{"a":', "}"]
    ])
    const deep = `${open.repeat(depth)}1${close.repeat(depth)}`
    return one([
      `{"source":"health_connect","weight":[${deep}]}`,
      `{"source":"health_connect","weight":[{"time":"${time()}","kilograms":${deep},"uuid":${deep}}]}`,
      `{"source":"health_connect","daily_totals":[{"date":"${day()}","steps":${deep}}],"sequence":${deep}}`,
      `{"data":{"metrics":[{"name":"step_count","units":"count","data":[{"date":${deep},"qty":1}]}]}}`,
      `{"data":{"workouts":[{"start":${deep}}]}}`,
      deep
    ])
  }

  /** JSON with a repeated name, or with something that is not a number. */
  const odd = (): string => {
    const number = one(NUMBERS)
    return one([
      `{"source":"health_connect","weight":[{"time":"${time()}","kilograms":${number}}]}`,
      `{"source":"health_connect","weight":5,"weight":[{"time":"${time()}","kilograms":80,"kilograms":-1}],"weight":[]}`,
      `{"source":"health_connect","source":7,"weight":[]}`,
      `{"source":"health_connect","__proto__":{"weight":[{"time":"${time()}","kilograms":80}]},"sequence":${number}}`,
      `{"data":{"metrics":[{"name":"step_count","units":"count","data":[{"date":"${day()} 07:00:00 +0000","qty":${number}}]}]}}`,
      `\uFEFF{"source":"health_connect","weight":[]}`,
      `{"source":"health_connect","weight":[]}${one(["}", "\u0000", "{}", ","])}`
    ])
  }

  /** Bytes that are not text, or are in another encoding. */
  const bytes = (): Uint8Array<ArrayBuffer> => {
    const text = phone()
    const whole = new Uint8Array(Buffer.from(text))
    switch (below(4)) {
      case 0:
        for (let count = 0; count < 5; count++) whole[below(whole.length)] = one([0xff, 0xc0, 0xed, 0x80, 0])
        return whole
      case 1:
        return new Uint8Array(Buffer.from(`\uFEFF${text}`, "utf16le"))
      case 2:
        return Uint8Array.from({ length: 1 + below(5000) }, () => below(256))
      default:
        return whole.slice(0, 1 + below(whole.length))
    }
  }

  const packed = (): Hostile => {
    const whole = Bun.gzipSync(phone())
    const headers = { "content-encoding": "gzip" }
    switch (below(6)) {
      case 0:
        return { kind: "gzip", headers, body: whole.slice(0, below(whole.length)) }
      case 1:
        return { kind: "gzip", headers, body: Bun.gzipSync(whole) }
      case 2:
        return { kind: "gzip", headers, body: new Uint8Array(Buffer.concat([whole, Buffer.from("more")])) }
      case 3:
        return { kind: "gzip", headers, body: phone() }
      case 4:
        return { kind: "gzip", headers: { "content-encoding": one(["br", "deflate", "gzip, gzip", "x"]) }, body: whole }
      default:
        return { kind: "gzip", headers: {}, body: whole }
    }
  }

  const signed = (): Hostile => {
    const body = phone()
    const right = createHmac("sha256", secret).update(body).digest("hex")
    const signature = one([
      "0".repeat(64),
      right,
      right.slice(1),
      `sha256=${"0".repeat(64)}`,
      `sha256=${right.slice(0, 63)}`,
      `sha1=${right}`,
      `sha256=sha256=${right}`,
      "",
      "x".repeat(4000)
    ])
    const isLeftOut = below(8) === 0
    return { kind: "signature", body, signs: true, headers: isLeftOut ? {} : { "x-signature": signature } }
  }

  const bomb = Bun.gzipSync(new Uint8Array(100_000_000))
  const bombOfJson = Bun.gzipSync(`{"source":"health_connect","weight":[${"[".repeat(50_000_000)}`)

  const small = (): Hostile => {
    switch (below(14)) {
      case 0:
        return { kind: "bomb", body: one([bomb, bombOfJson]), headers: { "content-encoding": "gzip" } }
      case 1:
        return packed()
      case 2:
        return signed()
      case 3:
        return { kind: "nested", body: nested() }
      case 4:
        return { kind: "odd", body: odd() }
      case 5:
        // A body that does not start like JSON is read as a file, in a separate process, so there are fewer of these.
        return below(12) === 0 ? { kind: "bytes", body: bytes() } : { kind: "odd", body: odd() }
      case 6:
        return { kind: "type", body: phone(), headers: { "content-type": one(TYPES) } }
      case 7:
        return { kind: "open", body: `${"[".repeat(below(20_000))}${"]".repeat(below(20_000))}` }
      case 8:
        return { kind: "open", body: `{"source":"health_connect","weight":${'{"a":'.repeat(below(5000))}` }
      case 9:
        return { kind: "list", body: JSON.stringify([value(), { source: value() }]) }
      case 10:
      case 11:
        return { kind: "export", body: exported() }
      default:
        return { kind: "phone", body: phone() }
    }
  }

  /** A body of around 10 MiB. */
  const large = (): Hostile => {
    const kilograms = { kilograms: 80, time: "2026-01-01T07:00:00Z" }
    const records = (text: string) =>
      `{"source":"health_connect","weight":[${text.repeat((9 * MEBIBYTE) / text.length)}0]}`
    return one([
      () => {
        const weight = [{ ...kilograms, uuid: "x".repeat(10 * MEBIBYTE - 200) }]
        return { kind: "one record", body: JSON.stringify({ source: "health_connect", weight }) }
      },
      () => ({ kind: "brackets", body: "[".repeat(10 * MEBIBYTE) }),
      () => ({ kind: "brackets", body: `{"data":{"metrics":${"[".repeat(9 * MEBIBYTE)}` }),
      () => ({ kind: "tiny records", body: records("0,") }),
      () => ({ kind: "tiny records", body: records("{},") }),
      () => {
        const weight = Array.from({ length: 200_000 }, (_, index) => index)
        return { kind: "tiny records", body: JSON.stringify({ source: "health_connect", weight }) }
      },
      () => {
        const names = Array.from({ length: 300_000 }, (_, index) => [`list${index}`, [1]])
        return { kind: "many lists", body: JSON.stringify({ source: "health_connect", ...Object.fromEntries(names) }) }
      },
      () => ({ kind: "table", body: `date,metric,value,unit\n${"2026-01-01,weight,80,kg\n".repeat(60_000)}` }),
      () => ({ kind: "table", body: `date,metric,value,unit\n"${"x".repeat(9 * MEBIBYTE)}` }),
      () => ({ kind: "xml", body: `<?xml version="1.0"?><HealthData>${"<Record>".repeat(200_000)}` }),
      () => {
        const entities = Array.from({ length: 12 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join("")
        const doctype = `<!DOCTYPE HealthData [<!ENTITY a0 "xxxxxxxxxx">${entities}]>`
        const record = '<Record type="HKQuantityTypeIdentifierBodyMass" value="&a12;" unit="kg"/>'
        return { kind: "xml", body: `<?xml version="1.0"?>${doctype}<HealthData>${record}&a12;</HealthData>` }
      },
      () => {
        const files = [["apple_health_export/export.xml", new Uint8Array(200_000_000)]] as const
        return { kind: "zip", body: new Uint8Array(archiveOf(files)) }
      },
      () => ({
        kind: "too large",
        body: JSON.stringify({ source: "health_connect", weight: "x".repeat(11 * MEBIBYTE) })
      })
    ])()
  }

  return { small, large, below }
}
