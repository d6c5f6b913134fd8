import type { Respond } from "../web/router.ts"

/** An answer that is made when it is first asked for, so that the service starts sooner. */
export const atFirstCall = (make: () => Respond): Respond => {
  let made: Respond | undefined
  return (request) => {
    made ??= make()
    return made(request)
  }
}
