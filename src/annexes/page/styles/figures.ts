/** Styles of figures, charts' surroundings, and the forms of the diary and workouts. */
export const FIGURES_STYLE = `
h1 small { display: block; font-size: .95rem; font-weight: 400; color: var(--soft); margin-top: .25rem; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(7.5rem, 1fr)); gap: .75rem; margin: 0 0 1.25rem; }
.tile { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: .8rem .9rem; }
.tile dt { font-size: .875rem; font-weight: 400; color: var(--soft); }
.tile dd { margin: 0; font-size: .875rem; }
.tile dd > span { display: block; }
.figure { font-size: 1.5rem; font-weight: 650; line-height: 1.3; font-variant-numeric: tabular-nums; }
.figure small { white-space: nowrap; font-size: .875rem; font-weight: 400; color: var(--soft); }
.card .tiles { display: flex; flex-wrap: wrap; margin: 0 0 .75rem; gap: .5rem 1.75rem; }
.card .tile { border: 0; padding: 0; background: none; }
.heading { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between; margin-bottom: .5rem; }
.heading > h2 { margin: 0; }
.ranges { display: flex; flex-wrap: wrap; gap: .4rem; margin: 0 0 1.25rem; }
.ranges a { display: inline-flex; align-items: center; justify-content: center; min-height: 2.75rem; padding: .3rem .9rem; border: 1px solid var(--edge); border-radius: 99px; text-decoration: none; color: var(--text); }
.ranges a[aria-current] { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
.goals, .plain { list-style: none; margin: 0; padding: 0; }
.goal { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: end; padding: .7rem 0; border-bottom: 1px solid var(--line); }
.goal:last-child { border-bottom: 0; padding-bottom: 0; }
.goal > div { flex: 1 1 12rem; }
.goal p { margin: 0; }
.goal-name { display: flex; gap: .75rem; justify-content: space-between; }
.met { color: var(--accent); font-weight: 600; }
progress { appearance: none; -webkit-appearance: none; display: block; width: 100%; height: .6rem; margin: .4rem 0 .3rem; border: 0; border-radius: 99px; overflow: hidden; background: var(--wash); color: var(--accent); }
progress::-webkit-progress-bar { background: var(--wash); }
progress::-webkit-progress-value { background: var(--accent); border-radius: 99px; }
progress::-moz-progress-bar { background: var(--accent); border-radius: 99px; }
.row { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: end; margin: 0; }
.row .field { flex: 1 1 7rem; min-width: 0; }
.row .field:has([type=date]) { flex-basis: 9.5rem; }
.row > button { flex: 0 0 auto; }
.record { display: grid; gap: 1.25rem 2rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 16rem), 1fr)); }
.plain > li { display: flex; gap: .25rem 1rem; justify-content: space-between; padding: .3rem 0; }
.plain > li > .soft { white-space: nowrap; }
.best > li { padding: .6rem 0; border-bottom: 1px solid var(--line); align-items: baseline; }
.best > li:last-child { border-bottom: 0; }
.best > li > :last-child { text-align: right; }
.best > li > a:last-child { white-space: nowrap; }
.rows button.danger, .exercise button.danger { border-color: transparent; }
.times { display: grid; gap: 0 1.5rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr)); }
.day-nav { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; margin: 0 0 1.25rem; }
.day-nav .row { flex: 1 1 14rem; justify-content: flex-end; flex-wrap: nowrap; }
.day-nav input { width: auto; min-width: 0; flex: 0 1 11rem; }
search { display: block; }
search > .row { margin-bottom: 1rem; }
.rows .row { flex: 1 1 18rem; }
.change { flex: 0 1 auto; }
.change[open] { flex: 1 1 100%; }
.change > summary { color: var(--accent); }
.change > form { margin: .25rem 0 .75rem; }
.rows > li:last-child { padding-bottom: 0; }
.card > .rows { margin-bottom: 0; }
ol + h2 { margin-top: 1.25rem; }
.sets { list-style: none; margin: .25rem 0 0; padding: 0; color: var(--soft); }
.notes { white-space: pre-wrap; margin-top: 1rem; }
@media (max-width: 40em) and (min-width: 22em) { .ranges a { flex: 1 1 auto; padding-inline: .3rem; } }
.trends > :first-child:not([aria-labelledby=weeks]) { grid-column: 1 / -1; }
.trends .card { padding: .8rem; margin-bottom: .75rem; }
.trends summary { padding-block: .4rem; }
.trends .chart { margin-top: .25rem; }
.trends :is(th, td) { padding-block: .35rem; }
.later > summary { margin-bottom: .75rem; }
@media (min-width: 56.25em) { @supports selector(::details-content) { .later > summary { display: none; } .later, .later::details-content { content-visibility: visible; display: contents; } } }
.best > li > div:first-child { flex: 1 1 8rem; min-width: 0; }
.best .spark { max-width: 16rem; }
.sum { border-top: 1px solid var(--line); padding-top: .7rem; margin-top: .75rem; }
`
