/** @jsxImportSource hono/jsx */
import { fieldInWords } from "./field-words.ts"
import type { FormState } from "./form.tsx"
import type { Html } from "./view.ts"

/**
 * The faults of a form that was sent, above the page's content: those of the form as a whole, and a link to each field
 * that shows a fault. The content must have been rendered. It gets the focus, so that nobody misses why nothing was
 * saved.
 */
export const FaultSummary = ({ state: { failure, faults, beside } }: { readonly state: FormState }): Html => {
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
            {beside.map(({ id, text }) => (
              <li>
                <a href={`#${id}`}>{text}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
