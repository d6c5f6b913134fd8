import { Effect, Option } from "effect"
import { AppConfig } from "../../config.ts"
import { runningOrigin } from "../../surfaces/server/running.ts"
import { CannotStart } from "../../values/cannot-start.ts"
import { parseBaseUrl } from "../../values/setting.ts"
import { meaning, option, optional, placeholder, read, WrongUsage } from "./usage/parameters.ts"

/** The address of the service in a link. */
export const address = option("address").pipe(
  placeholder("URL"),
  meaning("The address in the link: one of ALSO_BASE_URLS. Default: BASE_URL of the running server."),
  read((text) => {
    const url = parseBaseUrl(text)
    return url === undefined
      ? Effect.fail(
          new WrongUsage({
            message: `--address must be a URL without a path, such as http://192.168.1.5:3000; received ${text}`
          })
        )
      : Effect.succeed(url.origin)
  }),
  optional
)

const pageIsOff = new CannotStart({
  message:
    "PAGE is off, so there is no page to sign in to. Leave PAGE out, or set it to on, and start the service again"
})

/** Fails unless people can sign in. */
export const ensurePage = Effect.flatMap(AppConfig, ({ page }) => (page ? Effect.void : pageIsOff))

/** The address that was given, else that of the running server. */
export const originAt = (given: Option.Option<string>) =>
  Option.match(given, { onNone: () => runningOrigin, onSome: Effect.succeed })
