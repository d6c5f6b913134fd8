import { Console, Context, Effect, Layer } from "effect"

/** How long nothing is said, at most, in milliseconds. */
const LONGEST_SILENCE = 2000

/** Tells a person, on standard output, how far a start is. */
export class Narrator extends Context.Tag("Narrator")<
  Narrator,
  {
    /** Says what is done now. Every two seconds until something else is said, the time is said that it has taken. */
    readonly say: (what: string) => Effect.Effect<void>
    /** Says something for the last time. */
    readonly conclude: (text: string) => Effect.Effect<void>
  }
>() {}

/** On each message, counts the time anew. */
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

/** A thread that counts the time, because the embedded database blocks this one for seconds while it is created. */
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
