/** What Life Dashboard Companion sends. */
export const BODY = {
  timestamp: "2026-03-14T11:00:00Z",
  app_version: "1.21.2",
  source: "health_connect",
  sequence: 3,
  weight: [
    { kilograms: 80.4, time: "2026-03-13T06:30:00Z", uuid: "w1", source: "com.scale" },
    { kilograms: 80.1, time: "2026-03-14T06:30:00Z", uuid: "w2", source: "com.scale" }
  ],
  body_fat: [{ percentage: 18.5, time: "2026-03-14T06:30:00Z", uuid: "f1" }],
  steps: [{ count: 900, start_time: "2026-03-14T08:00:00Z", end_time: "2026-03-14T09:00:00Z", uuid: "s1" }],
  heart_rate: [{ bpm: 72, time: "2026-03-14T08:00:00Z", uuid: "h1" }],
  exercise: [
    {
      type: "56",
      start_time: "2026-03-13T17:00:00Z",
      end_time: "2026-03-13T17:40:00Z",
      duration_seconds: 2400,
      uuid: "e1"
    }
  ],
  nutrition: [
    {
      calories: 450,
      protein_grams: 25,
      carbs_grams: 60,
      fat_grams: 12,
      dietary_fibre_g: 8,
      name: "Porridge",
      meal_type: "breakfast",
      start_time: "2026-03-14T07:00:00Z",
      end_time: "2026-03-14T07:10:00Z",
      uuid: "n1"
    }
  ],
  daily_totals: [
    { date: "2026-03-13", steps: 8000, distance_meters: 6000 },
    { date: "2026-03-14", steps: 1200 }
  ]
}
