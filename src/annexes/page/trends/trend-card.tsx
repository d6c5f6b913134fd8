/** @jsxImportSource hono/jsx */
import type { Trends } from "../features/overview/definition.ts"
import type { Children } from "../frame/view.ts"

/** The days that the figures are about. */
export interface Days {
  readonly from: Trends["from"]
  readonly to: Trends["to"]
}

/** A figure of Trends, under its title. */
export const Card = ({
  title,
  id,
  children
}: {
  readonly title: string
  readonly id: string
  readonly children?: Children
}) => (
  <section class="card" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
)
