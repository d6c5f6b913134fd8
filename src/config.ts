import { Config, ConfigError, Context, Effect, Either, Layer, LogLevel, Option, Record, Redacted, Schema } from "effect"
import { LIMITS, type Limits } from "./contract/handler/limits.ts"
import { type Addresses, addresses } from "./platform/network/addresses.ts"
import { type DatabaseServers, databaseServers, wrongParameter } from "./values/database-url.ts"
import { Environment } from "./values/environment.ts"
import { type OpenIdSettings, openIdSetting } from "./values/openid-setting.ts"
import {
  choice,
  list,
  onOrOff,
  parseBaseUrl,
  parseHeaders,
  setting,
  settingNames,
  text,
  whole
} from "./values/setting.ts"
import { errorsBetween } from "./values/text/spelling.ts"

/** All settings of Fettle, read once from the environment. */
export interface Settings {
  readonly port: number
  readonly host: string
  /** The address that clients use: scheme, host and port, without a path. */
  readonly baseUrl: URL
  /** Further addresses at which the service answers. Links, OAuth and webhooks use `baseUrl`. */
  readonly alsoBaseUrls: ReadonlyArray<URL>
  /** The PostgreSQL server or servers; none selects the embedded database in `dataDir`. */
  readonly databaseUrl: Option.Option<Redacted.Redacted<DatabaseServers>>
  /** Most connections of one process to PostgreSQL. */
  readonly databaseConnections: number
  /** Whether to prepare statements; undefined: only if no pooler is in front of the server. */
  readonly databasePrepare: boolean | undefined
  readonly dataDir: string
  /** How long a request that is not counted may use a cached account, in milliseconds (at most 900). 0 turns the cache off. */
  readonly accountCacheMillis: number
  readonly environment: Environment
  readonly allowedOrigins: ReadonlyArray<string>
  /** Addresses of proxies whose forwarding headers are trusted. */
  readonly trustedProxies: Addresses
  readonly pricingUrl: string
  readonly logLevel: LogLevel.LogLevel
  readonly logFormat: "text" | "json"
  /** Whether `/metrics` is served. */
  readonly metrics: boolean
  /** Whether the person's page, `/app`, is served. */
  readonly page: boolean
  /** The OpenID provider with which people may sign in; none offers only login links and passkeys. */
  readonly openId: Option.Option<OpenIdSettings>
  /** The server with the API of Open Food Facts that is asked for unknown barcodes; none asks nobody. */
  readonly foodLookup: Option.Option<URL>
  /** Whether webhooks may lead to addresses in private networks, and over http to those. */
  readonly webhooksPrivate: boolean
  /** Where traces are sent; none turns tracing off. */
  readonly tracing: Option.Option<Tracing>
  /** The default limits of users. */
  readonly limits: Limits
}

/** An OTLP/HTTP collector. */
export interface Tracing {
  /** The base address; `/v1/traces` is appended. */
  readonly endpoint: string
  /** Headers sent with every export. They may contain credentials. */
  readonly headers: Redacted.Redacted<Readonly<Record<string, string>>>
  readonly serviceName: string
}

export class AppConfig extends Context.Tag("AppConfig")<AppConfig, Settings>() {}

settingNames.add("DATABASE_URL")

const DATABASE_URL_MUST_BE =
  "a PostgreSQL URL such as postgres://user:password@host:5432/fettle, special characters of the password percent-encoded, several hosts separated by commas"

/** None if unset. An empty value is an error, because it might silently select another database. */
const databaseUrl = Config.string().pipe(
  Config.option,
  Config.mapOrFail(
    Option.match({
      onNone: () => Either.right(Option.none<Redacted.Redacted<DatabaseServers>>()),
      onSome: (text) => {
        const url = text.trim()
        if (url === "") {
          const message = `is empty: set it to ${DATABASE_URL_MUST_BE}, or unset it to use the embedded database`
          return Either.left(ConfigError.InvalidData([], message))
        }
        const servers = databaseServers(url)
        if (servers !== undefined) return Either.right(Option.some(Redacted.make(servers)))
        const parameter = wrongParameter(url)
        const message =
          parameter === undefined
            ? `must be ${DATABASE_URL_MUST_BE}; leave it out for the embedded database`
            : `has a wrong parameter: ${parameter}`
        return Either.left(ConfigError.InvalidData([], message))
      }
    })
  ),
  Config.nested("DATABASE_URL")
)

const OPEN_FOOD_FACTS = "https://world.openfoodfacts.org"

/** Default of BASE_URL: http://localhost and the server's port. */
const SAME_PORT = "http://localhost:$PORT"

const limits: Config.Config<Limits> = Config.all(
  Record.map(LIMITS, ({ column, default: most }) => whole(column.toUpperCase(), most))
)

const settings: Config.Config<Settings> = Config.all({
  port: whole("PORT", 3000, 1, 65_535),
  host: text("HOST", "127.0.0.1"),
  baseUrl: setting(
    "BASE_URL",
    SAME_PORT,
    (value) => (value === SAME_PORT ? value : parseBaseUrl(value)),
    "must be the URL that clients use, without a path, such as https://fettle.example.com"
  ),
  alsoBaseUrls: list(
    "ALSO_BASE_URLS",
    (items) => {
      const urls = items.flatMap((item) => parseBaseUrl(item) ?? [])
      return urls.length === items.length ? urls : undefined
    },
    "must be URLs without a path, separated by commas, such as http://192.168.1.5:3000,http://nas.local:3000"
  ),
  databaseUrl,
  databaseConnections: whole("DATABASE_CONNECTIONS", 10, 1, 1000),
  databasePrepare: Config.map(
    choice("DATABASE_PREPARE", "auto", Schema.Literal("auto", "on", "off"), "must be auto, on or off"),
    (value) => (value === "auto" ? undefined : value === "on")
  ),
  dataDir: text("DATA_DIR", "./data"),
  accountCacheMillis: whole("ACCOUNT_CACHE_MILLIS", 900, 0, 900),
  environment: choice("ENVIRONMENT", "test", Environment, "must be live or test"),
  allowedOrigins: list(
    "ALLOWED_ORIGINS",
    (items) => (items.every((item) => URL.canParse(item) && new URL(item).origin === item) ? items : undefined),
    "must be origins separated by commas, such as https://app.example.com"
  ),
  trustedProxies: list(
    "TRUSTED_PROXIES",
    addresses,
    "must be IP addresses or networks separated by commas, such as 10.0.0.0/8"
  ),
  pricingUrl: setting(
    "PRICING_URL",
    "",
    (value) => (value === "" || URL.canParse(value) ? value : undefined),
    "must be a URL"
  ),
  logLevel: setting(
    "LOG_LEVEL",
    "info",
    (value) => LogLevel.allLevels.find(({ _tag }) => _tag.toLowerCase() === (value === "warn" ? "warning" : value)),
    "must be one of all, trace, debug, info, warn, error, fatal, none"
  ),
  logFormat: choice(
    "LOG_FORMAT",
    process.stderr.isTTY ? "text" : "json",
    Schema.Literal("text", "json"),
    "must be text or json"
  ),
  metrics: onOrOff("METRICS", "off"),
  page: onOrOff("PAGE", "on"),
  openId: openIdSetting,
  foodLookup: setting(
    "FOOD_LOOKUP",
    "off",
    (value) => {
      if (value === "off") return Option.none()
      const url = value === "openfoodfacts" ? new URL(OPEN_FOOD_FACTS) : parseBaseUrl(value)
      return url === undefined ? undefined : Option.some(url)
    },
    "must be off, openfoodfacts, or the URL of a server with its API, without a path, such as http://192.168.1.5:8080"
  ),
  webhooksPrivate: onOrOff("WEBHOOKS_PRIVATE", "off"),
  tracing: Config.map(
    Config.all({
      endpoint: setting(
        "OTEL_EXPORTER_OTLP_ENDPOINT",
        "",
        (value) => (value === "" || (/^https?:\/\//.test(value) && URL.canParse(value)) ? value : undefined),
        "must be the URL of an OTLP/HTTP collector, such as http://localhost:4318"
      ),
      headers: setting(
        "OTEL_EXPORTER_OTLP_HEADERS",
        "",
        parseHeaders,
        "must be name=value pairs separated by commas, special characters of the values percent-encoded",
        () => ""
      ),
      serviceName: text("OTEL_SERVICE_NAME", "fettle")
    }),
    ({ endpoint, headers, serviceName }) =>
      endpoint === "" ? Option.none() : Option.some({ endpoint, headers: Redacted.make(headers), serviceName })
  ),
  limits
}).pipe(
  Config.map(({ baseUrl: givenUrl, pricingUrl, ...rest }) => {
    const baseUrl = givenUrl === SAME_PORT ? new URL(`http://localhost:${rest.port}`) : givenUrl
    return {
      ...rest,
      baseUrl,
      pricingUrl: pricingUrl === "" ? baseUrl.origin : pricingUrl
    }
  })
)

/** An invalid setting. The line names it and says what it must be. */
class InvalidSetting extends Schema.TaggedError<InvalidSetting>()("InvalidSetting", {
  message: Schema.String
}) {}

type Faults = readonly [string, ...ReadonlyArray<string>]

const faultsOf = (error: ConfigError.ConfigError): Faults =>
  ConfigError.isConfigError(error) && (error._op === "And" || error._op === "Or")
    ? [...faultsOf(error.left), ...faultsOf(error.right)]
    : error._op === "InvalidData" || error._op === "MissingData"
      ? [`${error.path.join(".")} ${error.message}`]
      : [String(error)]

/** Shorter names resemble other programs' variables too much, such as PAGE and PAGER. */
const SHORTEST_MISSPELT = 8

/**
 * A fault for each variable whose name is one letter away from an unset setting. Such a typo would otherwise go
 * unnoticed: without DATABASE_URL, Fettle would serve the embedded database.
 */
const misspelt = (given: ReadonlyArray<string>): ReadonlyArray<string> =>
  given.flatMap((name) => {
    if (settingNames.has(name) || name.length < SHORTEST_MISSPELT) return []
    const meant = [...settingNames].find(
      (known) => !given.includes(known) && errorsBetween(name, known, 1) !== undefined
    )
    return meant === undefined ? [] : [`${name} is not a setting. Write ${meant} if that is meant, or unset ${name}`]
  })

/** The settings. Fails with a line for each invalid setting. */
export const read: Effect.Effect<Settings, Faults> = Effect.mapError(settings, faultsOf).pipe(
  Effect.tap(() => {
    const [first, ...others] = misspelt(Object.keys(process.env))
    return first === undefined ? Effect.void : Effect.fail<Faults>([first, ...others])
  })
)

export const layer: Layer.Layer<AppConfig, InvalidSetting> = Layer.effect(
  AppConfig,
  Effect.mapError(read, ([message]) => new InvalidSetting({ message }))
)

/** Path of the page on which a person imports history from other apps and exports everything. */
export const HISTORY_PATH = "/app/settings/history"

/** The address of that page; undefined if pages are not served. */
export const historyAddress = ({ baseUrl, page }: Pick<Settings, "baseUrl" | "page">): string | undefined =>
  page ? `${baseUrl.origin}${HISTORY_PATH}` : undefined
