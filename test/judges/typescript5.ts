import { plugin } from "bun"

/** Client generators are written against TypeScript 5's compiler API, which TypeScript 7 does not have. */
plugin({
  name: "typescript5",
  setup: (build) => {
    build.module("typescript", async () => ({ loader: "object", exports: { ...(await import("typescript5")) } }))
  }
})
