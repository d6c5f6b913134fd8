import type { UnknownAccount } from "../../accounts/store.ts"
import { NotFound } from "../../contract/errors.ts"

/** A user, or something of theirs, that was deleted meanwhile, or never was theirs. */
export const gone = ({ what }: UnknownAccount) =>
  new NotFound({ message: `You have no such ${what} any more. Reload the page to see what is there.` })
