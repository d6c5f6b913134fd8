import { GoalKeepingApi } from "./definition.ts"
import { implementation } from "./operations.ts"

export const goalKeeping = { api: GoalKeepingApi, implementation }
