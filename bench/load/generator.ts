import { OTHER_CORE, onCore } from "../cores.ts"
import type { Job, Measured } from "./main.ts"

export interface Generator {
  readonly run: (job: Job) => Promise<Measured>
  readonly stop: () => Promise<void>
}

/** Starts the process that generates the load. */
export const startGenerator = (pinned = false): Generator => {
  let answered: (measured: Measured) => void = () => {}
  const command = [process.execPath, new URL("./main.ts", import.meta.url).pathname]
  const child = Bun.spawn([...onCore(pinned ? OTHER_CORE : undefined, command)], {
    stdio: ["ignore", "inherit", "inherit"],
    ipc: (message: Measured) => answered(message)
  })
  return {
    run: (job) =>
      Promise.race([
        new Promise<Measured>((resolve) => {
          answered = resolve
          child.send(job)
        }),
        child.exited.then((code): never => {
          throw new Error(`The load generator ended with exit code ${code}`)
        })
      ]),
    stop: async () => {
      child.kill()
      await child.exited
    }
  }
}

export const percentile = (sorted: ReadonlyArray<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
