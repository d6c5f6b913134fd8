/**
 * Ticks at a constant rate, to a fraction of a millisecond. An event loop's timers fire on whole milliseconds, and
 * their lateness would be measured as latency; a thread that sleeps until each instant is more precise.
 */
declare const self: Worker

interface Ticks {
  readonly count: number
  /** Milliseconds between ticks. */
  readonly gap: number
  /** How many ticks were due until now; the thread increases it and wakes the threads that wait on it. */
  readonly due: Int32Array
}

/** Milliseconds on a clock shared by all threads. */
export const clock = (): number => performance.timeOrigin + performance.now()

const HEAD_START_MILLIS = 5

/** Calls `onDue` with the instant of each tick, in order, as soon as it has come; late ones come together. */
export const tick = async (count: number, perSecond: number, onDue: (instant: number) => void): Promise<void> => {
  const gap = 1000 / perSecond
  const due = new Int32Array(new SharedArrayBuffer(4))
  const thread = new Worker(import.meta.url)
  const start = await new Promise<number>((resolve) => {
    thread.onmessage = ({ data }: MessageEvent<number>) => resolve(data)
    thread.postMessage({ count, gap, due } satisfies Ticks)
  })
  for (let done = 0; done < count; ) {
    await Atomics.waitAsync(due, 0, done).value
    for (const until = Atomics.load(due, 0); done < until; done++) onDue(start + done * gap)
  }
  thread.terminate()
}

if (!Bun.isMainThread) {
  self.onmessage = ({ data: { count, gap, due } }: MessageEvent<Ticks>) => {
    const never = new Int32Array(new SharedArrayBuffer(4))
    const start = clock() + HEAD_START_MILLIS
    self.postMessage(start)
    for (let done = 0; done < count; done++) {
      const rest = start + done * gap - clock()
      if (rest > 0) Atomics.wait(never, 0, 0, rest)
      Atomics.store(due, 0, done + 1)
      Atomics.notify(due, 0)
    }
  }
}
