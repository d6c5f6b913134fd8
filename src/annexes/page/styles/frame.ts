/**
 * Styles of a page's frame: header, navigation, main action, columns. On a phone, the navigation is a bar at the bottom
 * of the screen, unless the text is so large that its names would not fit side by side; then it is below the header, as
 * on other screens.
 */
export const FRAME_STYLE = `
:root { --tabs: 3.75rem; --on: 0px; --below: env(safe-area-inset-bottom, 0px); }
header .bar, header nav, main { padding-left: max(1rem, env(safe-area-inset-left)); padding-right: max(1rem, env(safe-area-inset-right)); }
header nav { max-width: 68rem; margin: 0 auto; }
header .bar, main { max-width: 68rem; }
header nav ul { display: flex; flex-wrap: wrap; gap: 0 .25rem; list-style: none; margin: 0; padding: 0; }
header nav a { display: flex; align-items: center; gap: .4rem; min-height: 2.75rem; padding: .4rem .75rem; color: var(--soft); text-decoration: none; border-bottom: 3px solid transparent; }
header nav svg { fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; flex: none; width: 1.35rem; height: 1.35rem; }
header nav a:hover { color: var(--text); }
header nav a[aria-current] { color: var(--accent); border-color: var(--accent); font-weight: 600; }
.standing button { padding: .25rem .7rem; border-color: transparent; color: var(--soft); font-weight: 400; }
.picture { max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: 14px; }
.buttons:empty { display: none; }
main > .card:only-child { max-width: 36rem; margin-inline: auto; }
.columns:has(> .card:nth-child(3)) { align-items: stretch; }
main { padding-top: 1.25rem; }
.columns { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0 1.25rem; align-items: start; }
.columns > *, .stack > * { min-width: 0; }
.dock { margin: 0 0 1rem; max-width: 44rem; }
.said { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.running { position: sticky; z-index: 2; top: 0; background: var(--accent); }
.running a { display: flex; gap: 1rem; align-items: center; justify-content: space-between; min-height: 3rem; max-width: 68rem; margin: 0 auto; padding: .3rem 1rem; color: var(--on-accent); font-weight: 600; text-decoration: none; font-variant-numeric: tabular-nums; }
.running a:focus-visible { outline-color: var(--on-accent); outline-offset: -4px; }
.running span:last-child { white-space: nowrap; }
.undo { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: center; justify-content: space-between; margin: 0 0 1rem; background: var(--wash); border-left: 4px solid var(--accent); border-radius: 8px; padding: .35rem .9rem; }
.undo p { margin: 0; }
@media (max-width: 40em) and (min-width: 18em) {
  :root { scroll-padding-bottom: calc(var(--tabs) + var(--below) + var(--on) + 1rem); scroll-padding-top: .5rem; }
  :root:has(.dock) { scroll-padding-bottom: calc(var(--tabs) + var(--below) + var(--on) + 5.5rem); }
  :root:has(.running) { --on: 3rem; }
  .running { position: fixed; top: auto; left: 0; right: 0; bottom: calc(var(--tabs) + var(--below)); height: 3rem; overflow: hidden; }
  .running a { height: 3rem; line-height: 1.2; }
  header .bar { min-height: 3rem; }
  .who { display: none; }
  header nav { position: fixed; z-index: 2; left: 0; right: 0; bottom: 0; background: var(--card); border-top: 1px solid var(--line); padding: 0 max(.25rem, env(safe-area-inset-right)) var(--below) max(.25rem, env(safe-area-inset-left)); }
  header nav ul { display: grid; grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); gap: 0; }
  header nav a { flex-direction: column; justify-content: center; gap: .1rem; height: var(--tabs); padding: 0; border-bottom: 0; border-top: 3px solid transparent; font-size: .75rem; line-height: 1.2; overflow-wrap: normal; }
  header nav a:focus-visible { outline-offset: -3px; }
  main { padding-top: .9rem; padding-bottom: calc(var(--tabs) + var(--below) + var(--on) + 1.25rem); }
  .dock > .button { display: block; width: 100%; text-align: center; }
  .dock { position: fixed; z-index: 1; max-width: none; left: 0; right: 0; bottom: calc(var(--tabs) + var(--below) + var(--on)); margin: 0; padding: .55rem max(1rem, env(safe-area-inset-right)) .55rem max(1rem, env(safe-area-inset-left)); background: var(--card); border-top: 1px solid var(--line); }
  main:has(details[open] .dock) > .dock { position: static; border: 0; padding: 0; background: none; margin: 0 0 1rem; }
  main:has(.dock) { padding-bottom: calc(var(--tabs) + var(--below) + var(--on) + 5.5rem); }
}
@media (min-width: 56.25em) {
  header { display: flex; min-height: 3.75rem; align-items: center; gap: 0 1.5rem; padding-inline: max(1rem, calc((100% - 66rem) / 2)); }
  header .bar { display: contents; }
  header nav { order: 1; flex: 1; margin: 0; padding: 0; }
  header nav a { min-height: 3.75rem; }
  .standing { order: 2; }
  .columns { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  .settings { columns: 2; column-gap: 2.5rem; }
  .settings > li { break-inside: avoid; }
}
`
