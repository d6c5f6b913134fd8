/** Request ids by answer. They are kept apart, so that an answer has only the contract's fields. */
const ids = new WeakMap<object, string>()

/** Records the id of the request that returned `answer`. */
export const noteRequestId = (answer: object, id: string | undefined): void => {
  if (id !== undefined) ids.set(answer, id)
}

/**
 * The id of the request that returned an answer; quote it when asking for help. Works only with the object that a call
 * returned: undefined for copies, and if the service sent no id. Errors have their own `requestId`.
 */
export const requestIdOf = (answer: object): string | undefined => ids.get(answer)
