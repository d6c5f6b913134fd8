const number = (name: string, fallback: number): number => Number(process.env[name] ?? fallback)

/** The service's environment variables that a peer needs. */
export const settings = {
  port: number("PORT", 3000),
  databaseUrl: process.env.DATABASE_URL ?? "",
  connections: number("DATABASE_CONNECTIONS", 10),
  limits: {
    readsPerMinute: number("READS_PER_MINUTE", 300),
    readsBurst: number("READS_BURST", 100),
    writesPerMinute: number("WRITES_PER_MINUTE", 120),
    writesBurst: number("WRITES_BURST", 60),
    writesPerDay: number("WRITES_PER_DAY", 5000),
    bodyMetricBatch: number("BODY_METRIC_BATCH", 100),
    goalTemplates: number("GOAL_TEMPLATES", 50),
    customFoods: number("CUSTOM_FOODS", 1000)
  }
}
