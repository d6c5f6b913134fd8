/** @jsxImportSource hono/jsx */
import type { Children } from "../frame/view.ts"

/**
 * A question before something that cannot be undone, in a row of a list. `summary` is the word that opens it, about
 * `what`; the children are the question and its button.
 */
export const Sure = ({
  summary,
  what,
  children
}: {
  readonly summary: string
  readonly what: string
  readonly children?: Children
}) => (
  <details class="sure">
    <summary>
      {summary}
      <span class="unseen"> {what}</span>
    </summary>
    {children}
  </details>
)
