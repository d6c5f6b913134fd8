/** A request that is not answered yet, with its arrival by performance.now(). */
interface Unanswered {
  readonly request: Request
  readonly at: number
}

/**
 * The requests in progress. They are held in an array, because a Map or Set is costly here: when entries come and go,
 * JavaScriptCore often creates a new table for it, to which the previous one refers. Once its collector of young
 * objects considers one table old, it keeps all later ones with their entries until a full collection.
 */
export const makeUnanswered = () => {
  const places: Array<Unanswered | undefined> = []
  const free: Array<number> = []
  return {
    /** Adds a request, and returns its index. */
    add: (request: Request): number => {
      const place = free.pop() ?? places.length
      places[place] = { request, at: performance.now() }
      return place
    },
    remove: (place: number): void => {
      places[place] = undefined
      free.push(place)
    },
    /** The requests that arrived after `since`, by performance.now(). */
    since: (since: number): ReadonlyArray<Request> =>
      places.flatMap((each) => (each !== undefined && each.at > since ? [each.request] : []))
  }
}
