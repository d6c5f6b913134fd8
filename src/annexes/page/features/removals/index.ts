import { RemovalsApi } from "./definition.ts"
import { implementation } from "./operations.ts"

export const removals = { api: RemovalsApi, implementation }
