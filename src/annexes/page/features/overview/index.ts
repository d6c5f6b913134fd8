import { OverviewApi } from "./definition.ts"
import { implementation } from "./operations.ts"

export const overview = { api: OverviewApi, implementation }
