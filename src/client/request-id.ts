/** The ids of answers, apart from them, so that an answer has the contract's fields alone. */
const ids = new WeakMap<object, string>()

/** Notes the id of the request that `answer` came from. */
export const noteRequestId = (answer: object, id: string | undefined): void => {
  if (id !== undefined) ids.set(answer, id)
}

/**
 * The id of the request that an answer came from; quote it when asking for help. It belongs to the very object that a
 * call returned: undefined for a copy, and if the service sent none. An error has its own as `requestId`.
 */
export const requestIdOf = (answer: object): string | undefined => ids.get(answer)
