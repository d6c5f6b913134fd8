import { afterAll } from "bun:test"
import { dropTemplates } from "./stores.ts"

// Once, behind the last file of tests.
afterAll(dropTemplates)
