import { once } from "../../values/once.ts"
import type { Respond } from "../web/router.ts"

/** An answer created at the first request for it, so that the service starts sooner. */
export const atFirstCall = (make: () => Respond): Respond => {
  const respond = once(make)
  return (request) => respond()(request)
}
