import { type EveryField, jsonOf } from "./every-field.ts"

const time = "2026-03-10T07:00:00Z"
const span = { start_time: "2026-03-10T07:00:00Z", end_time: "2026-03-10T08:00:00Z" }
const date = "2026-03-10 08:00:00 +0100"

const HEALTH_CONNECT = {
  sequence: 3,
  backfill: false,
  weight: [{ kilograms: 75.5, time, uuid: "w", source: "com.scale" }],
  body_fat: [{ percentage: 18.5, time, uuid: "f", source: "com.scale" }],
  resting_heart_rate: [{ bpm: 58, time, uuid: "r", source: "com.watch" }],
  exercise: [
    {
      type: "running",
      ...span,
      duration_seconds: 3500,
      calories: 300,
      distance_meters: 5000,
      title: "City",
      notes: "easy",
      steps: 5000,
      avg_heart_rate: 150,
      uuid: "e",
      source: "com.watch"
    }
  ],
  nutrition: [
    {
      ...span,
      uuid: "n",
      source: "com.diary",
      name: "Oatmeal",
      meal_type: "breakfast",
      calories: 450,
      protein_grams: 10,
      carbs_grams: 50,
      fat_grams: 9,
      dietary_fibre_g: 8,
      sugars_g: 4,
      saturated_fat_g: 2,
      sodium_mg: 180,
      trans_fat_g: 0.1,
      cholesterol_mg: 3
    }
  ],
  daily_totals: [
    { date: "2026-03-10", steps: 8421, distance_meters: 6210.4, active_calories: 412, total_calories: 2400, floors: 5 }
  ],
  steps: [{ count: 900, ...span, uuid: "s" }],
  heart_rate: [{ bpm: 72, time, uuid: "h" }],
  blood_pressure: [{ systolic: 120, diastolic: 80, time }],
  hydration: [{ milliliters: 300, ...span }],
  sleep: [
    {
      session_end_time: time,
      duration_seconds: 28_800,
      stages: [{ stage: "deep", ...span, duration_seconds: 3600 }],
      title: "Night",
      notes: "well",
      uuid: "s",
      source: "com.watch"
    }
  ],
  screen_time: [{ app: "a", minutes: 3 }]
}

/** What identifies a record, or where in the body it stands. */
const BESIDE = [
  ...["weight", "body_fat", "resting_heart_rate", "exercise", "nutrition", "sleep"].map((list) => `${list} › source`),
  ...["timestamp", "app_version", "source", "sequence", "backfill"],
  "nutrition › end_time",
  // A stage counts as sleep unless it is one of being awake.
  "sleep › stages › stage",
  "sleep › stages › start_time",
  "sleep › stages › end_time"
]

const metric = (name: string, units: string, point: object) => ({ name, units, data: [point] })
const amount = { qty: 2, units: "km" }

const HEALTH_AUTO_EXPORT = {
  data: {
    metrics: [
      metric("weight_body_mass", "kg", { date, qty: 80, source: "Scale" }),
      metric("body_fat_percentage", "%", { date, qty: 18, source: "Scale" }),
      metric("waist_circumference", "cm", { date, qty: 84, source: "Tape" }),
      metric("resting_heart_rate", "count/min", { date, qty: 52, source: "Watch", Min: 50, Max: 54 }),
      metric("step_count", "count", { date, qty: 900, source: "Watch" }),
      metric("dietary_energy", "kcal", { date, qty: 500, source: "Diary" }),
      metric("protein", "g", { date, qty: 20, source: "Diary" }),
      metric("sleep_analysis", "hr", {
        date,
        totalSleep: 7,
        asleep: 0,
        core: 3.9,
        deep: 1,
        rem: 2,
        awake: 0.5,
        inBed: 8,
        sleepStart: "2026-03-09 23:00:00 +0100",
        sleepEnd: "2026-03-10 07:00:00 +0100",
        inBedStart: "2026-03-09 22:50:00 +0100",
        inBedEnd: "2026-03-10 07:10:00 +0100",
        source: "Watch"
      }),
      metric("heart_rate", "count/min", { date, Min: 50, Avg: 60, Max: 90, source: "Watch" })
    ],
    workouts: [
      {
        id: "A-1",
        name: "Running",
        start: "2026-03-10 18:00:00 +0100",
        end: "2026-03-10 18:30:00 +0100",
        duration: 1750,
        isIndoor: false,
        location: "Outdoor",
        distance: amount,
        activeEnergyBurned: { qty: 300, units: "kcal" },
        activeEnergy: [{ qty: 10, units: "kcal", date }],
        intensity: { qty: 9, units: "kcal/hr·kg" },
        elevationUp: { qty: 40, units: "m" },
        humidity: { qty: 60, units: "%" },
        temperature: { qty: 10, units: "degC" },
        speed: { qty: 10, units: "km/hr" },
        avgHeartRate: { qty: 150, units: "count/min" },
        maxHeartRate: { qty: 170, units: "count/min" },
        heartRate: { avg: { qty: 150, units: "count/min" } },
        heartRateData: [{ date, Min: 140, Avg: 150, Max: 160, units: "count/min" }],
        heartRateRecovery: [{ date, Avg: 120 }],
        stepCount: [{ date, qty: 100, units: "count" }],
        walkingAndRunningDistance: [{ date, qty: 0.1, units: "km" }],
        route: [{ latitude: 52.5, longitude: 13.4, timestamp: date }],
        metadata: { weather: "sun" }
      }
    ],
    stateOfMind: [{ valence: 1 }],
    medications: [{ name: "a" }],
    symptoms: [{ name: "b" }],
    ecg: [{ classification: "c" }]
  }
}

/** What says of which app a value is. */
const OF_METRICS = ["data › metrics › step_count › data › source", "data › metrics › sleep_analysis › data › date"]

const camel = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(camel)
    : typeof value === "object" && value !== null
      ? Object.fromEntries(
          Object.entries(value).map(([name, each]) => [
            name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
            camel(each)
          ])
        )
      : value

/** Bodies that phones send, by the app. */
export const EVERY_BODY: ReadonlyArray<EveryField> = [
  jsonOf(
    "life-dashboard",
    "a body",
    { timestamp: "2026-03-10T11:00:00Z", app_version: "1.21.2", source: "health_connect", ...HEALTH_CONNECT },
    BESIDE
  ),
  jsonOf("hc-webhook", "a body", { timestamp: "2026-03-10T11:00:00Z", app_version: "2", ...HEALTH_CONNECT }, BESIDE),
  jsonOf("health-auto-export", "a body", HEALTH_AUTO_EXPORT, OF_METRICS)
]

/** HC Webhook's body in camelCase. */
export const CAMEL_BODY = camel({ timestamp: "2026-03-10T11:00:00Z", app_version: "2", ...HEALTH_CONNECT })
