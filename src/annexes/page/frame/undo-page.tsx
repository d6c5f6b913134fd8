/** @jsxImportSource hono/jsx */
import { Effect, Schema } from "effect"
import { present } from "../../../contract/fields.ts"
import { action, type Page } from "./page.ts"
import { HOME_PATH, UNDO_PATH } from "./paths.ts"
import { Redirect } from "./view.ts"

/** A page of a signed-in person, as the path and query of this service. */
const OWN_PAGE = /^\/app(?:[/?]|$)/

/** The address that a form names, without the message that it showed; else the first page. */
const addressIn = (text: string | undefined): string => {
  if (text === undefined || !OWN_PAGE.test(text)) return HOME_PATH
  const { pathname, searchParams } = new URL(text, "http://localhost")
  searchParams.delete("done")
  return !OWN_PAGE.test(pathname) ? HOME_PATH : searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`
}

/** Dismisses the offer to undo the last change, and returns to the page that showed it. */
export const undoPage: Page = {
  path: UNDO_PATH,
  forgetsInput: true,
  show: () => Effect.succeed(new Redirect(HOME_PATH)),
  actions: {
    dismiss: action(Schema.Struct({ back: present(Schema.String) }), (_visit, { back }) =>
      Effect.succeed(new Redirect(addressIn(back), { forgetsUndo: true }))
    )
  }
}
