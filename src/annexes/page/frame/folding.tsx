/** @jsxImportSource hono/jsx */
import type { Children } from "./view.ts"

/**
 * A `<details>` with a summary. While it is closed, browsers that run scripts get its content as text, which they neither
 * build nor style; `islands/folding.ts` builds it when it is opened. Other browsers get it as it is. It may hold no form
 * that works without a network.
 */
export const Folding = ({
  isOpen,
  summary,
  className,
  children
}: {
  /** Whether it is open when the page is shown, such as for a form that was refused. */
  readonly isOpen: boolean
  readonly summary: Children
  readonly className?: string
  readonly children?: Children
}) => (
  <details open={isOpen} {...(className === undefined ? {} : { class: className })}>
    <summary>{summary}</summary>
    {isOpen ? children : <noscript>{children}</noscript>}
  </details>
)
