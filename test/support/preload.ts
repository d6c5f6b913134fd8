import { afterAll } from "bun:test"
import { dropOwnTemplates } from "./stores.ts"

// Once, behind the last file of tests.
afterAll(dropOwnTemplates)
