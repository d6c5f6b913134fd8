import { afterAll } from "bun:test"
import { endAll } from "./kept.ts"

afterAll(endAll)
