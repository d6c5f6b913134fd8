/** Styles of the diary. */
export const DIARY_STYLE = `
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.day-nav > .row { flex: 0 1 auto; }
.day-nav > .row input { flex: 1 1 9.5rem; max-width: 11rem; padding-inline: .5rem; }
.day-nav .button, .day-nav button { padding-inline: .8rem; }
.find { display: flex; gap: .5rem; margin: 0 0 .75rem; }
.find input { flex: 1 1 8rem; min-width: 0; }
.find button { overflow-wrap: normal; }
.eaten .tiles { display: flex; flex-wrap: wrap; gap: .25rem .55rem; background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .6rem .9rem; }
.eaten .tile { flex: 1 1 3.4rem; border: 0; padding: 0; background: none; }
.eaten .figure { font-size: 1.2rem; white-space: nowrap; }
@media (max-width: 22em) {
  .find { flex-wrap: wrap; }
  .eaten .tile { flex-basis: 40%; }
  .day-nav { gap: .35rem; }
  .day-nav .button, .day-nav button { padding-inline: .55rem; }
  .day-nav > .row { flex: 1 1 0; gap: .35rem; }
  .day-nav > .row input { flex: 1 1 0; padding-inline: .3rem; font-size: 1rem; }
  .card > .ranges { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 6.5rem), 1fr)); }
}
.card > .ranges { margin: 0 0 .75rem; gap: .3rem; }
.card > .ranges a { flex: 1 1 auto; min-height: 2.75rem; padding: .5rem .3rem; text-align: center; font-size: .95rem; overflow-wrap: normal; }
.likelies { list-style: none; margin: 0 0 .75rem; padding: 0; }
button.likely { position: relative; display: flex; width: 100%; gap: .25rem 1rem; align-items: center; justify-content: space-between; text-align: left; font-weight: 400; padding: .4rem .75rem; margin: 0 0 .4rem; }
button.quiet.likely { padding: .45rem 0; margin: 0; border-color: transparent; border-bottom-color: var(--line); border-radius: 0; color: var(--text); }
.likelies > li:last-child button { border-bottom-color: transparent; }
button.quiet.likely > :nth-child(2) { flex: 1; }
button.quiet.likely :is(small, :nth-child(3)) { color: var(--soft); }
button.quiet.likely strong { font-weight: 600; }
button.likely small { display: block; }
button.likely > :last-child { white-space: nowrap; }
.rows.entries > li { display: block; position: relative; padding: 0; }
.entries > li > details > summary { display: flex; flex-wrap: wrap; gap: 0 .75rem; align-items: baseline; min-height: 2.75rem; padding: .45rem 2.4rem .45rem 0; font-weight: 400; line-height: 1.35; color: var(--text); }
.entries summary::-webkit-details-marker { display: none; }
.entries summary > :first-child { flex: 1 1 100%; }
.entries summary strong { font-weight: 600; }
.entries summary > small { flex: 1; color: var(--soft); }
.entries summary > :last-child { white-space: nowrap; }
.entries summary > :last-child::after { content: ""; display: inline-block; width: .4rem; height: .4rem; margin: 0 .1rem .2rem .6rem; border: solid var(--soft); border-width: 0 2px 2px 0; transform: rotate(45deg); }
.entries details[open] > summary > :last-child::after { transform: rotate(225deg); margin-bottom: 0; }
.entries .beside { position: absolute; top: .5rem; right: -.6rem; width: 2.75rem; padding: 0; text-align: center; font-size: 1.25rem; font-weight: 400; }
.entries .beside.add { border-color: transparent; }
.entries .beside.add::after, button.quiet.likely::after { content: "+"; content: "+" / ""; display: inline-block; flex: none; width: 2rem; height: 2rem; border-radius: 50%; background: var(--wash); color: var(--accent); font-size: 1.35rem; font-weight: 400; line-height: 1.9rem; text-align: center; }
.entries details[open] + .add, .entries details[open] + form > .add { display: none; }
.entries .amount { margin-bottom: .75rem; }
.entries p { margin: 0 0 .5rem; }
.entries .beside.danger { color: var(--soft); }
.entries .beside.danger:is(:hover, :focus-visible) { color: var(--bad); }
.amount { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; margin: 0; flex: 1 1 18rem; }
.amount .field { flex: 1 1 3.5rem; min-width: 0; }
.amount .field + .field { flex-basis: 5rem; }
.amount label { font-size: .9rem; font-weight: 400; color: var(--soft); }
.amount output { flex: 1 1 100%; }
.amount output:empty, .row output:empty { display: none; }
.amount button.quiet { font-weight: 400; }
.whole { margin-top: .75rem; }
.whole > form { margin: .25rem 0 .75rem; }
`
