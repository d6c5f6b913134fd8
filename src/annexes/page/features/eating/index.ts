import { EatingApi } from "./definition.ts"
import { implementation } from "./operations.ts"

export const eating = { api: EatingApi, implementation }
