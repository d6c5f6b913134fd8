const ends: Array<() => Promise<unknown>> = []

/** Runs `end` once the tests have ended; in a process that runs tests beside others, once the file has. */
export const atEnd = (end: () => Promise<unknown>): void => {
  ends.push(end)
}

/** Runs them, the last first, because it may depend on earlier ones. */
export const endAll = async (): Promise<void> => {
  for (const end of ends.splice(0).reverse()) await end()
}

/** Makes something when it is first needed, and keeps it until the tests end. See {@link atEnd}. */
export const kept = <A extends AsyncDisposable>(make: () => Promise<A>): (() => Promise<A>) => {
  let made: Promise<A> | undefined
  return () => {
    if (made !== undefined) return made
    const making = make()
    made = making
    atEnd(async () => {
      made = undefined
      await (await making)[Symbol.asyncDispose]()
    })
    return making
  }
}
