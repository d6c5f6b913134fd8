/** Reads a body as UTF-8; undefined if it has more than `mostBytes` after decompression. Rejects if it is not UTF-8. */
export const boundedText = async (response: Response, mostBytes: number): Promise<string | undefined> => {
  const chunks: Array<Uint8Array> = []
  let total = 0
  for await (const chunk of response.body ?? []) {
    total += chunk.byteLength
    // Leaving the loop cancels the rest.
    if (total > mostBytes) return undefined
    chunks.push(chunk)
  }
  return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks))
}

/** The text of a JSON answer with one of these statuses, of at most `mostBytes`. Anything else is cancelled and gives undefined. */
export const boundedJson = async (
  response: Response,
  mostBytes: number,
  statuses: ReadonlyArray<number> = [200]
): Promise<string | undefined> => {
  const type = response.headers.get("content-type") ?? ""
  const isJson = /^application\/([\w.-]+\+)?json\b/i.test(type)
  const text = statuses.includes(response.status) && isJson ? await boundedText(response, mostBytes) : undefined
  if (text === undefined) await response.body?.cancel()
  return text
}

/** The result of `work`, within `millis` of real time; undefined if it takes longer or rejects. */
export const inTime = <A>(millis: number, work: (signal: AbortSignal) => Promise<A>): Promise<A | undefined> => {
  const signal = AbortSignal.timeout(millis)
  const late = new Promise<undefined>((resolve) =>
    signal.addEventListener("abort", () => resolve(undefined), { once: true })
  )
  return Promise.race([work(signal).catch(() => undefined), late])
}
