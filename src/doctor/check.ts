/** What a look at one part of an installation showed. */
export interface Check {
  readonly name: "settings" | "data-dir" | "database" | "migrations" | "foods" | "exercises" | "port"
  /** `warn` mends itself, or can wait; with `fail` Fettle cannot serve. */
  readonly status: "ok" | "warn" | "fail"
  /** What was found, and what to do next where that is needed. */
  readonly message: string
}

export const check = (name: Check["name"], status: Check["status"], message: string): Check => ({
  name,
  status,
  message
})
