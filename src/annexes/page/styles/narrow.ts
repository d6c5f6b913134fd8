/**
 * Styles for a window that is only a few characters wide, such as 320 pixels with text at double size. They come last.
 */
export const NARROW_STYLE = `
@media (max-width: 18em) {
  main { padding-inline: .5rem; }
  header nav { padding-inline: .25rem; }
  header nav ul { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 0; }
  header nav a { flex-direction: column; gap: 0; padding: .2rem 0; font-size: min(.75rem, 5.5vw); overflow-wrap: normal; }
  .who { display: none; }
  .standing button { white-space: nowrap; padding: .25rem 0; }
  .card { padding: .6rem; }
  .row, .weigh .row, .day-nav .row, .quick, .find, button.likely, .plain > li, .goal-name { flex-wrap: wrap; }
  button.likely > :last-child, .best > li > a:last-child, .plain > li > .soft { white-space: normal; }
  .row > button { flex: 0 1 auto; }
  .week { gap: .1rem; }
  .day-nav > .row { flex: 1 1 100%; min-width: 0; }
  .day-nav > .row input, .finder .row input { flex: 1 1 100%; width: 100%; max-width: none; }
  .entries summary > :last-child { white-space: normal; }
  button.quiet.likely::after { content: none; }
}
`
