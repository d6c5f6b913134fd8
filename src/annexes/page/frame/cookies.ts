import { type HttpServerRequest, HttpServerResponse } from "@effect/platform"
import type { Arrival } from "../../../call/outcome.ts"
import type { Settings } from "../../../config.ts"
import { ownAddresses } from "../../../surfaces/web/own-address.ts"
import { SESSION_DAYS } from "../../identity/sign-in/model.ts"
import { OPENID_SIGN_OUT_PATH } from "./paths.ts"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse

/** How long a page may show what an action handed over, in seconds. */
export const HAND_OVER_SECONDS = 60

/** How long every page offers to undo the last change, in seconds: ten minutes. */
export const UNDO_SECONDS = 600

/** How long input is carried through a sign-in, in seconds: an hour. */
export const CARRIED_SECONDS = 3600

/** How long a sign-in leads back to the page that it interrupted, in seconds: a quarter of an hour. */
const RETURN_SECONDS = 900

/** How long a sign-in at the OpenID provider may take, in seconds: ten minutes. */
export const OPENID_SECONDS = 600

const YEAR_SECONDS = 31_536_000

const SESSION_SECONDS = SESSION_DAYS * 86_400

/** How long a browser keeps the ID token with which its person signed in, in seconds: as long as a session unused. */
export const ID_TOKEN_SECONDS = SESSION_SECONDS

/** The longest value that a cookie holds, in characters: browsers refuse cookies above 4,096 bytes. */
export const LONGEST_IN_COOKIE = 3800

/** A cookie of the service. */
export interface Cookie {
  readonly read: (request: Request) => string | undefined
  readonly set: (response: Response, value: string) => Response
  readonly clear: (response: Response) => Response
}

/**
 * Cookies that no script can read, sent to this host only, and not with posts from other sites. On https their names
 * begin with `__Host-`, so that no other host of the domain can set them; one for a single path cannot have that name.
 */
const cookiesFor = (address: URL) => {
  const secure = address.protocol === "https:"
  const cookie = (name: string, seconds: number, path = "/"): Cookie => {
    const full = secure ? `__${path === "/" ? "Host" : "Secure"}-${name}` : name
    const write = (response: Response, value: string, maxAge: number) =>
      HttpServerResponse.unsafeSetCookie(response, full, value, {
        maxAge: maxAge * 1000,
        path,
        httpOnly: true,
        sameSite: "lax",
        secure
      })
    return {
      read: ({ cookies }) => (Object.hasOwn(cookies, full) ? cookies[full] : undefined),
      set: (response, value) => write(response, value, seconds),
      clear: (response) => write(response, "", 0)
    }
  }
  return {
    session: cookie("fettle_session", SESSION_SECONDS),
    /** What an action hands over to the page that it leads to, encrypted, for a minute. */
    handOver: cookie("fettle_hand_over", HAND_OVER_SECONDS),
    /** What can be undone, encrypted, for ten minutes. */
    undo: cookie("fettle_undo", UNDO_SECONDS),
    /** The address that a sign-in interrupted, or the key under which it is kept, for a quarter of an hour. */
    returning: cookie("fettle_return", RETURN_SECONDS),
    /** What was typed into a form whose session had ended, encrypted, for an hour. */
    carried: cookie("fettle_carried", CARRIED_SECONDS),
    /** What a sign-in at the OpenID provider must bring back, encrypted, for ten minutes. */
    openId: cookie("fettle_openid", OPENID_SECONDS),
    /** The person's timezone and this browser's, if the person chose to keep theirs, for a year. Signing out does not remove it. */
    keptZone: cookie("fettle_kept_zone", YEAR_SECONDS),
    /** The ID token of the session, encrypted, for the address that signs out of the provider alone. */
    idToken: cookie("fettle_id_token", ID_TOKEN_SECONDS, OPENID_SIGN_OUT_PATH)
  }
}

export type Cookies = ReturnType<typeof cookiesFor>

/** The address of the service that a browser uses, and its cookies there. Each address has sessions of its own. */
export interface Site {
  readonly address: URL
  readonly cookies: Cookies
}

/** Finds the site that a request was sent to. */
export const sitesOf = (settings: Pick<Settings, "baseUrl" | "alsoBaseUrls" | "trustedProxies">) => {
  const own = ownAddresses(settings)
  const cookies = new Map([settings.baseUrl, ...settings.alsoBaseUrls].map((url) => [url.protocol, cookiesFor(url)]))
  return (request: Request, { peer }: Pick<Arrival, "peer">): Site => {
    const address = own.of(request, peer)
    return { address, cookies: cookies.get(address.protocol) ?? cookiesFor(address) }
  }
}
