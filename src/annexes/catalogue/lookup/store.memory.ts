import { Effect, Layer } from "effect"
import type { Barcode } from "../../../values/barcode.ts"
import { type Lookup, LookupStore } from "./store.ts"

export const layer = Layer.sync(LookupStore, () => {
  const lookups = new Map<Barcode, Lookup & { readonly begunAt: number }>()
  return LookupStore.of({
    find: (barcode) => Effect.sync(() => lookups.get(barcode)),
    begin: (barcode, now, freshUntil, { most, within }) =>
      Effect.sync(() => {
        const kept = lookups.get(barcode)
        const begun = [...lookups.values()].filter(({ begunAt }) => begunAt > now - within && begunAt <= now)
        if ((kept !== undefined && kept.freshUntil > now) || begun.length >= most) return false
        lookups.set(barcode, { state: "asking", begunAt: now, freshUntil })
        return true
      }),
    end: (barcode, lookup) =>
      Effect.sync(() => {
        const kept = lookups.get(barcode)
        if (kept !== undefined) lookups.set(barcode, { ...kept, ...lookup })
      }),
    sweep: (now) =>
      Effect.sync(() => {
        for (const [barcode, { state, freshUntil }] of lookups) {
          if (state !== "known" && state !== "asking" && freshUntil <= now) lookups.delete(barcode)
        }
      })
  })
})
