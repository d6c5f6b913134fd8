/** The styles of the reference, besides those of every page. */
export const REFERENCE_STYLE = `
.bar, header nav, main { max-width: 78rem; }
header nav { margin: 0 auto; padding: 0 1rem; }
header nav ul { display: flex; flex-wrap: wrap; gap: 0 .25rem; list-style: none; margin: 0; padding: 0; }
header nav a { display: block; padding: .6rem .75rem; color: var(--soft); text-decoration: none; }
header nav a:hover { color: var(--text); }
html { scroll-padding-top: 1rem; }
.contents { columns: 2; column-gap: 1rem; margin: 0 0 1.25rem; }
.contents div { break-inside: avoid; }
.contents ul { list-style: none; margin: 0 0 .75rem; padding: 0; }
.contents li a { display: block; padding: .25rem 0; }
.contents strong { display: block; }
section > h2 { font-size: 1.35rem; }
article h3 { font-size: 1.15rem; margin: 0 0 .25rem; }
article h4, .errors h4 { font-size: 1rem; margin: 1rem 0 .4rem; }
.errors h3 { margin-top: 0; }
.method { font-weight: 700; }
.schema { gap: 0; margin: 0; }
.schema > div { padding: .45rem 0; border-top: 1px solid var(--line); }
.schema dt { font-weight: 400; }
.schema dt code { font-weight: 600; }
.schema dd { margin: 0; }
article ul { margin: 0 0 .5rem; }
noscript p { margin-top: 1rem; }
::placeholder { color: var(--soft); opacity: 1; }
article > details { border-top: 1px solid var(--line); }
article > details[open] { padding-bottom: .75rem; }
textarea { font: .85rem/1.45 ui-monospace, monospace; resize: vertical; }
.fields { max-width: none; }
.status:empty { display: none; }
@media (min-width: 64rem) {
  .columns { display: grid; grid-template: auto 1fr / 15rem minmax(0, 1fr); gap: 0 2rem; align-items: start; }
  .columns > * { grid-column: 2; }
  .columns > .contents { columns: auto; grid-area: 1 / 1 / 3 / 2; position: sticky; top: 0; max-height: 100vh; overflow-y: auto; padding: .25rem; }
}
`
