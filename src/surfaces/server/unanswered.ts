/** A request that is not answered yet, and when it came, by performance.now(). */
interface Unanswered {
  readonly request: Request
  readonly at: number
}

/**
 * The requests under way. They are held in an array, because a Map or Set is costly here: when entries come and go,
 * JavaScriptCore often makes it a new table, to which the previous one refers. Once its collector of young objects takes
 * one table for old, it keeps all later ones with their entries until it collects everything.
 */
export const makeUnanswered = () => {
  const places: Array<Unanswered | undefined> = []
  const free: Array<number> = []
  return {
    /** Adds a request, and returns its place. */
    add: (request: Request): number => {
      const place = free.pop() ?? places.length
      places[place] = { request, at: performance.now() }
      return place
    },
    remove: (place: number): void => {
      places[place] = undefined
      free.push(place)
    },
    /** The requests that came after `since`, by performance.now(). */
    since: (since: number): ReadonlyArray<Request> =>
      places.flatMap((each) => (each !== undefined && each.at > since ? [each.request] : []))
  }
}
