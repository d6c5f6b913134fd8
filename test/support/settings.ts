import { LogLevel, Option } from "effect"
import type { Settings } from "../../src/config.ts"
import { type Addresses, addresses } from "../../src/platform/network/addresses.ts"

export const BASE_URL = "http://localhost:3000"

export const addressesOf = (...items: ReadonlyArray<string>): Addresses => {
  const found = addresses(items)
  if (found === undefined) throw new Error(`Not addresses: ${items}`)
  return found
}

/** The settings of the service under test, unless a test changes them. */
export const settings: Settings = {
  port: 3000,
  host: "127.0.0.1",
  baseUrl: new URL(BASE_URL),
  alsoBaseUrls: [],
  databaseUrl: Option.none(),
  databaseConnections: 8,
  databasePrepare: undefined,
  dataDir: "unused",
  // The tests' clock stands still, so cached values would never expire.
  accountCacheMillis: 0,
  environment: "test",
  allowedOrigins: ["https://app.example.com"],
  trustedProxies: addressesOf("10.0.0.9"),
  pricingUrl: "https://example.com/pricing",
  logLevel: LogLevel.None,
  logFormat: "json",
  metrics: false,
  page: true,
  openId: Option.none(),
  foodLookup: Option.none(),
  webhooksPrivate: false,
  tracing: Option.none(),
  // High enough that only tests of the rate limits meet them.
  limits: {
    readsPerMinute: 600_000,
    readsBurst: 10_000,
    writesPerMinute: 600_000,
    writesBurst: 10_000,
    writesPerDay: 100_000,
    arrivalsPerMinute: 600_000,
    arrivalsBurst: 10_000,
    bodyMetricBatch: 100,
    goalTemplates: 50,
    customFoods: 1000
  }
}
