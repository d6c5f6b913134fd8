import { Console, Context, Effect, Layer } from "effect"

/** Longest silence, in milliseconds. */
const LONGEST_SILENCE = 2000

/** Reports the progress of a start to a person, on standard output. */
export class Narrator extends Context.Tag("Narrator")<
  Narrator,
  {
    /** Prints the current step. Until the next message, prints the elapsed time every two seconds. */
    readonly say: (what: string) => Effect.Effect<void>
    /** Prints a last message. */
    readonly conclude: (text: string) => Effect.Effect<void>
  }
>() {}

/** Starts the clock again at each message. */
const TICKER = `
  const { writeSync } = require("node:fs")
  let timer
  onmessage = () => {
    clearInterval(timer)
    const since = Date.now()
    const tick = () => writeSync(1, "  still working, " + Math.round((Date.now() - since) / 1000) + " s\\n")
    timer = setInterval(tick, ${LONGEST_SILENCE})
  }
`

/** A thread that prints the elapsed time, because creating the embedded database blocks this one for seconds. */
const startTicker = Effect.sync(() => {
  const url = URL.createObjectURL(new Blob([TICKER], { type: "application/javascript" }))
  const worker = new Worker(url)
  worker.unref()
  return worker
})

export const layer = Layer.scoped(
  Narrator,
  Effect.map(
    Effect.acquireRelease(startTicker, (ticker) => Effect.sync(() => ticker.terminate())),
    (ticker) =>
      Narrator.of({
        say: (what) => Effect.tap(Console.log(`${what}…`), () => ticker.postMessage(undefined)),
        conclude: (text) =>
          Effect.zipRight(
            Effect.sync(() => ticker.terminate()),
            Console.log(text)
          )
      })
  )
)
