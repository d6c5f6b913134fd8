import { afterAll } from "bun:test"
import { dropOwnTemplates } from "./stores.ts"

// Once, after the last file of tests.
afterAll(dropOwnTemplates)
