/** The last day of the backlog, as days since 1970. */
const LAST_DAY = Math.floor(Date.UTC(2026, 2, 14) / 86_400_000)
const DAYS = 30

const day = (index: number) => new Date((LAST_DAY - (index % DAYS)) * 86_400_000).toISOString().slice(0, 10)
const list = <A>(length: number, of: (index: number) => A) => Array.from({ length }, (_, index) => of(index))
const head = (sequence: number) => ({
  timestamp: new Date(LAST_DAY * 86_400_000 + sequence * 3_600_000).toISOString(),
  app_version: "1.21.2",
  source: "health_connect",
  sequence
})

const meal = (uuid: string, date: string, hour: number) => ({
  calories: 300 + hour,
  protein_grams: 20,
  carbs_grams: 40,
  fat_grams: 10,
  name: `Food ${hour}`,
  start_time: `${date}T${String(hour).padStart(2, "0")}:00:00Z`,
  end_time: `${date}T${String(hour).padStart(2, "0")}:20:00Z`,
  uuid
})

/** What a phone sends after a month offline: 230 records. */
export const monthOfPhone = () => ({
  ...head(1),
  weight: list(DAYS, (index) => ({ kilograms: 80 + index / 10, time: `${day(index)}T06:30:00Z`, uuid: `w${index}` })),
  body_fat: list(DAYS, (index) => ({
    percentage: 18 + index / 10,
    time: `${day(index)}T06:30:00Z`,
    uuid: `f${index}`
  })),
  exercise: list(20, (index) => ({
    type: index % 2 === 0 ? "56" : "79",
    start_time: `${day(index)}T17:00:00Z`,
    end_time: `${day(index)}T17:40:00Z`,
    duration_seconds: 2400,
    uuid: `e${index}`
  })),
  nutrition: list(4 * DAYS, (index) => meal(`n${index}`, day(index), 8 + 3 * Math.floor(index / DAYS))),
  daily_totals: list(DAYS, (index) => ({ date: day(index), steps: 5000 + index }))
})

/** What it sends for one more hour. */
export const hourOfPhone = (hour: number) => ({
  ...head(1 + hour),
  nutrition: [meal(`h${hour}`, day(0), 20)],
  daily_totals: [{ date: day(0), steps: 6000 + hour }]
})
