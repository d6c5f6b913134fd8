export const WORKOUTS_PATH = "/app/workouts"
export const WORKOUT_PATH = "/app/workout"
export const LOG_PATH = "/app/workouts/log"
export const ROUTINES_PATH = "/app/workouts/routines"
/** The form of a routine; without an id, of a new one. */
export const ROUTINE_PATH = "/app/workouts/routine"

/** A workout's page. With the id of the routine that it started from, the page offers to update that. */
export const workoutAddress = (id: string, routine?: string): string =>
  `${WORKOUT_PATH}?${new URLSearchParams({ id, ...(routine === undefined ? {} : { routine }) })}`

/** The form for a new workout with the content of another one. */
export const againAddress = (id: string): string => `${LOG_PATH}?again=${encodeURIComponent(id)}`

/** The form for a new workout with the content of a routine. */
export const startAddress = (routineId: string): string => `${LOG_PATH}?routine=${encodeURIComponent(routineId)}`

export const routineAddress = (id: string): string => `${ROUTINE_PATH}?id=${encodeURIComponent(id)}`
