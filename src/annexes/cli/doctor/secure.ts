import { Effect } from "effect"
import { AppConfig } from "../../../config.ts"
import { isUnencrypted } from "../../../surfaces/web/own-address.ts"
import { whyNoPasskeys } from "../../identity/sign-in/passkeys.ts"
import { check } from "./check.ts"

/** Names what people can use at each address: browsers keep some of it for https. */
export const secureCheck = Effect.map(AppConfig, ({ baseUrl, alsoBaseUrls, page }) => {
  const all = page ? [baseUrl, ...alsoBaseUrls] : []
  const open = all.filter(isUnencrypted).map(({ origin }) => origin)
  const without = all.filter((address) => !isUnencrypted(address) && whyNoPasskeys(address) !== undefined)
  if (open.length > 0)
    return check(
      "https",
      "warn",
      `At ${open.join(", ")}, over http, these work: the page, the API, imports, and agents in your network. These do not: use without a network, passkeys, and hosted agents such as claude.ai. docs/operating.md, "https at home", has three ways to https`
    )
  if (without.length > 0)
    return check(
      "https",
      "warn",
      `At ${without.map(({ origin }) => origin).join(", ")}, an IP address, browsers allow no passkeys. All else works there`
    )
  return check("https", "ok", "The whole page works at every address, also without a network and with passkeys")
})
