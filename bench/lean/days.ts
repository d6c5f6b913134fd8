const MILLIS_PER_DAY = 86_400_000

export const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * MILLIS_PER_DAY).toISOString().slice(0, 10)

/** Whether the text is a calendar day that the service accepts. */
export const isDay = (text: unknown): text is string => {
  if (typeof text !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  if (text < "1900-01-01" || text > "2100-12-31") return false
  const millis = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(millis) && new Date(millis).toISOString().startsWith(text)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The current calendar day in an IANA timezone. */
export const todayIn = (timezone: string): string => {
  let format = formats.get(timezone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-CA", { timeZone: timezone })
    formats.set(timezone, format)
  }
  return format.format(Date.now())
}
