/** @jsxImportSource hono/jsx */
import { raw } from "hono/html"
import { fieldInWords } from "./field-words.ts"
import type { FormState } from "./form.tsx"
import type { Html } from "./view.ts"

/**
 * A fault beside a field, as rendered by forms, and where the field is, if its name does not say so; both texts are
 * already escaped.
 */
const BESIDE = /<(?:span|p) class="fault" id="([^"]*)-fault"(?: data-where="([^"]*)")?>([^<]*)</g

/**
 * The faults of a form that was sent, above the page's content: those of the form as a whole, and a link to each field
 * with a fault. It gets the focus, so that nobody misses why nothing was saved.
 */
export const FaultSummary = ({
  content,
  state: { failure, faults }
}: {
  /** The page's content as HTML, with faults beside their fields. */
  readonly content: string
  readonly state: FormState
}): Html => {
  const beside = [...content.matchAll(BESIDE)]
  // The form may no longer exist, or have no place for its faults.
  const loose = beside.length === 0 ? [...faults].map(([field, fault]) => `${fieldInWords(field)} ${fault}`) : []
  return (
    <div class="summary fault" role="alert" tabindex={-1} autofocus>
      {failure === undefined ? null : <p>{failure}</p>}
      {faults.size === 0 ? null : (
        <>
          <p>Nothing was saved. Please correct:</p>
          <ul>
            {loose.map((fault) => (
              <li>{fault}</li>
            ))}
            {beside.map(([, id = "", where, text = ""]) => (
              <li>
                <a href={`#${id}`}>{raw(where === undefined ? text : `${where}: ${text}`)}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
