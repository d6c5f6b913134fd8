import type { StoredRoutine } from "../../../../../src/annexes/page/features/routines/model.ts"
import { output, type Person, type Service } from "../../../../support/app.ts"
import { callInternal } from "../overview/support.ts"

export interface Shown {
  readonly id: string
  readonly name: string
  readonly exercises: ReadonlyArray<{
    readonly exerciseId: string
    readonly name: string
    readonly sets: ReadonlyArray<Readonly<Record<string, unknown>>>
  }>
}

export interface Listed {
  readonly routines: ReadonlyArray<Omit<Shown, "exercises"> & { readonly exercises: ReadonlyArray<object> }>
}

export interface Removed {
  readonly routine: typeof StoredRoutine.Type
}

/** A routine with a set that has every value, sets with all values open, and other columns. */
export const PUSH = [
  {
    exerciseId: "exr_barbell_bench_press",
    sets: [
      { setType: "warmup", weight: { value: 40, unit: "kg" }, reps: 8 },
      {
        setType: "working",
        weight: { value: 20, unit: "kg" },
        loadIntent: "plates_each_side",
        reps: 5,
        intensity: 8.5
      },
      { setType: "working" }
    ]
  },
  { exerciseId: "exr_running", sets: [{ setType: "working", distanceMeters: 5000, durationSeconds: 1500.5 }] },
  { exerciseId: "exr_plank", sets: [{ setType: "working", holdSeconds: 61.25 }] }
]

/** The routines of one person, through the operations of the page. */
export const routinesOf = (service: Service, person: Person) => {
  const call = (operation: string, input: unknown = {}) => callInternal(service, person, operation, input)
  return {
    call,
    make: async (name: string, exercises: ReadonlyArray<object> = PUSH, more: object = {}) =>
      (await output<{ readonly id: string }>(call("make_routine", { name, exercises, ...more }))).id,
    get: (id: string) => output<Shown>(call("get_routine", { id })),
    names: async () => (await output<Listed>(call("get_routines"))).routines.map(({ name }) => name)
  }
}
