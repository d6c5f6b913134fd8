/** Styles of Today and of goals: what is left, ticks, and the strip of days. */
export const TODAY_STYLE = `
.card.step { display: grid; grid-template-columns: 2rem minmax(0, 1fr); gap: .25rem .75rem; }
.card.step > :not(.n) { grid-column: 2; margin: 0; }
.card.step > .n { grid-row: 1 / span 9; width: 2rem; height: 2rem; border-radius: 50%; background: var(--wash); color: var(--accent); font-weight: 700; display: grid; place-items: center; }
.zone p { margin: 0 0 .5rem; }
.zone .buttons { margin: 0; }
.streak { color: var(--warm); white-space: nowrap; }
.lead { margin: 0; color: var(--soft); font-size: 1.05rem; line-height: 1.2; }
.lead strong { color: var(--warm); font-size: 2.4rem; font-weight: 700; line-height: 1; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
.card.left h2 { margin: .8rem 0 .25rem; font-size: 1rem; }
.left p.soft { margin: 0; font-size: .9rem; }
.macros { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 8.5rem), 1fr)); gap: .75rem 1.25rem; margin-top: .8rem; }
.macros p { margin: 0; line-height: 1.35; }
.macros strong { font-size: 1.15rem; font-variant-numeric: tabular-nums; }
progress.energy, progress.energy::-webkit-progress-bar { background: var(--warm-wash); }
progress.energy::-webkit-progress-value { background: var(--warm); }
progress.energy::-moz-progress-bar { background: var(--warm); }
progress.energy { height: .75rem; margin: .6rem 0 .35rem; }
.dock > .found { max-height: 45vh; overflow-y: auto; margin-inline-end: -.7rem; padding-inline-end: .7rem; }
.quick { display: flex; gap: .6rem; margin: 0; }
.quick select { flex: 0 1 auto; width: auto; max-width: 7.6rem; padding-inline: .2rem; border-color: transparent; }
.quick input { flex: 1; min-width: 0; border-radius: 99px; padding-inline: 1rem; background: var(--ground); }
::placeholder { color: var(--soft); opacity: 1; }
.weigh .row { flex-wrap: nowrap; margin-top: .5rem; }
.aside { display: flex; flex-wrap: wrap; gap: 0 .75rem; align-items: baseline; justify-content: space-between; margin: 0; }
.aside a { color: inherit; }
.aside small, .big small { color: var(--soft); font-size: .9rem; font-weight: 400; }
.big { margin: 0; font-size: 1.7rem; font-weight: 700; font-variant-numeric: tabular-nums; }
.spark { display: block; width: 100%; margin-top: .5rem; overflow: visible; }
.spark path { fill: none; stroke: currentColor; vector-effect: non-scaling-stroke; stroke-linecap: round; stroke-linejoin: round; }
.spark .dots { color: var(--dot); stroke-width: 4; }
.spark .trend { color: var(--c1); stroke-width: 2.5; }
.today { column-gap: 1.25rem; }
.today > * { break-inside: avoid; }
.today > p { padding: .25rem 0; }
.wide-only { display: none; }
.next { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between; }
.next > div { flex: 1 1 9rem; }
.next p { margin: 0; font-size: .9rem; }
.card .next h2 { margin: 0; font-size: 1.3rem; }
.or { margin: .25rem 0 0; font-size: .9rem; }
.week { display: grid; grid-template-columns: repeat(7, minmax(0, 1fr)); gap: .35rem; list-style: none; margin: .5rem 0 0; padding: 0; text-align: center; font-size: .8rem; color: var(--soft); }
.week :is(a, i) { display: block; height: 2.75rem; line-height: 2.6rem; border: 1px solid var(--line); border-radius: 9px; font-style: normal; text-decoration: none; }
.week .d { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.week .t { border: 2px solid var(--accent); }
.unused { margin-top: .5rem; color: var(--soft); }
@media (min-width: 56.25em) { .today:is(.in-2, .in-3) { columns: 2; } .wide-only { display: block; } .today.alone { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 1fr); align-items: start; } .today.alone > :first-child { grid-row: 1 / span 9; } }
@media (min-width: 62.5em) { .today.in-3 { columns: 3; } }
.goal { align-items: center; }
.tick { min-width: 2.75rem; padding: 0; border-radius: 50%; border: 2px solid var(--edge); background: transparent; color: var(--on-accent); font-size: 1.2rem; }
.tick.done { background: var(--accent); border-color: var(--accent); }
.goal > .inline > button { white-space: nowrap; }
.goal > .change { flex: 1 1 100%; margin-top: -.5rem; font-size: .9rem; }
.goal-words { margin: 0; color: var(--soft); }
.strip { display: block; width: 100%; max-width: 28rem; height: .9rem; margin: .5rem 0 .15rem; overflow: visible; }
.strip path { fill: none; stroke-width: 14; }
.strip .day-met { stroke: var(--accent); }
.strip .day-missed { stroke: var(--warm); stroke-opacity: .55; }
.strip .day-open { stroke: var(--edge); }
.strip .day-off { stroke: var(--line); stroke-width: 4; }
.paused { color: var(--warm); font-weight: 600; }
.chips { display: flex; flex-wrap: wrap; gap: .4rem; border: 0; margin: 0; padding: 0; }
.chips legend { font-weight: 600; padding: 0; margin-bottom: .3rem; }
.chips label { display: inline-flex; align-items: center; gap: .4rem; min-height: 2.75rem; padding: 0 .8rem; border: 1px solid var(--edge); border-radius: 99px; font-weight: 400; }
.chips label:has(:checked) { background: var(--wash); border-color: var(--accent); }
.goal-form:has(option[value=habit]:checked) .of-number, .goal-form:not(:has(option[value=hydration]:checked, option[value=custom]:checked)) .of-unit { display: none; }
.goal-form .examples { margin: 0; color: var(--soft); font-size: .9rem; }
.goal-form .examples span { display: none; }
${["calories", "protein", "steps", "weight", "body_fat", "carbs", "fat", "alcohol", "fiber", "sugars", "saturated_fat", "sodium", "hydration"].map((kind) => `.goal-form:has(option[value=${kind}]:checked) .of-${kind}`).join(", ")} { display: inline; }
.goal-form .of-number { display: grid; gap: 1rem; }
.duo { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 9.75rem), 1fr)); gap: 1rem .75rem; }
.duo > *, .duo input { min-width: 0; }
.calendar { border-collapse: separate; border-spacing: .25rem; width: auto; table-layout: fixed; max-width: 24rem; }
.calendar th, .calendar td { border: 0; padding: .3rem 0; text-align: center; width: 3rem; }
.calendar td { border-radius: 8px; font-size: .875rem; font-variant-numeric: tabular-nums; }
.calendar .day-met { background: var(--accent); color: var(--on-accent); }
.calendar .day-missed { background: var(--warm-wash); color: var(--warm); }
.calendar .day-open { outline: 2px solid var(--edge); outline-offset: -2px; }
.calendar .day-off { color: var(--soft); }
`
