/**
 * Styles of printed pages: ink on paper in either scheme, what was recorded but nothing to press, and no card over two
 * pages. They come last. A card of a workout's exercises may be longer than a page, and breaks between two of them.
 */
export const PRINT_STYLE = `
@media print {
  :root { color-scheme: light; --ground: #fff; --card: #fff; --text: #000; --soft: #333; --line: #999; --edge: #777; --accent: #14603f; --on-accent: #fff; --wash: #e2f0e9; --warm: #a84b06; --warm-wash: #fdf0e3; --c1: #14603f; --c2: #2f74b5; --c3: #c07a12; --dot: #7fb39c; }
  header nav, .standing button, .dock, .running, .skip, .undo, .buttons, .ranges, .day-nav, .or, .unused, .heading > a, search, main :is(form, button, a.button), main details:not([open], .entries *, .later), .later > summary, [aria-labelledby=likely-now], [aria-labelledby=log-food] { display: none !important; }
  .entries summary > :last-child::after { display: none; }
  header { border: 0; }
  main { max-width: none; }
  main a { color: inherit; text-decoration: none; }
  .later::details-content { content-visibility: visible; display: contents; }
  .columns, .today { display: block; columns: auto; }
  .card, .tiles, .chart, tr, .best > li, .exercises > div { break-inside: avoid; }
  .card:has(.exercises) { break-inside: auto; }
  .exercises { display: block; }
  .exercises > div { margin-bottom: 1rem; }
  h1, h2, .heading { break-after: avoid; }
  .keys li::before, .week .d, progress, .met, .calendar td { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`
