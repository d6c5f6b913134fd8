/** The result of checking one part of an installation. */
export interface Check {
  readonly name:
    | "settings"
    | "data-dir"
    | "temp-dir"
    | "database"
    | "pooler"
    | "clock"
    | "collation"
    | "migrations"
    | "nodes"
    | "foods"
    | "devices"
    | "webhooks"
    | "exercises"
    | "open-files"
    | "port"
    | "base-url"
    | "https"
    | "hosted-agents"
    | "openid"
  /** `warn` can wait, or resolves itself. With `fail`, Fettle cannot serve. */
  readonly status: "ok" | "warn" | "fail"
  /** The finding and, if needed, the next step. */
  readonly message: string
}

export const check = (name: Check["name"], status: Check["status"], message: string): Check => ({
  name,
  status,
  message
})

/** A number of bytes for messages, such as `1,234 MB`. */
export const megabytes = (bytes: number): string => `${Math.floor(bytes / 1_000_000).toLocaleString("en-US")} MB`
