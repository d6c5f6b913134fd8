/** Styles of the workout form. */
export const WORKOUTS_STYLE = `
.workout { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; margin: 0 0 1rem; }
.workout > .unseen { position: absolute; left: -100rem; }
.exercise { border: 1px solid var(--line); border-radius: 14px; padding: .25rem .75rem .75rem; margin: 0 0 1rem; min-width: 0; background: var(--card); scroll-margin-top: 1rem; }
.exercise legend { font-weight: 650; padding: 0 .35rem; }
.exercise > .field { margin-bottom: .75rem; }
.exercise .before { font-size: .9rem; margin-bottom: .5rem; }
.exercise .buttons { margin: 0; gap: .25rem; }
.exercise .buttons button { padding-inline: .5rem; min-width: 2.5rem; }
.exercise .note > summary { min-height: 2.75rem; display: flex; align-items: center; gap: .3rem; padding: 0 .2rem; color: var(--accent); font-weight: 600; }
.superset fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }
.superset fieldset legend { padding: 0; }
.superset :is([data-turns], [data-of]) legend { font-size: .85rem; color: var(--accent); }
.exercise .note[open] { flex: 1 1 100%; }
.set-row { display: flex; flex-wrap: wrap; gap: .35rem; align-items: start; margin: 0 0 .4rem; }
.set-row > .field { flex: 1 1 3.4rem; min-width: 0; }
.set-row input { padding: .5rem .4rem; text-align: center; font-variant-numeric: tabular-nums; }
.set-row input::placeholder { color: var(--soft); opacity: 1; font-style: italic; }
.set-row .kind, .set-row .take { flex: 0 0 2.75rem; padding: .5rem 0; text-align: center; }
.set-row .over { flex: 0 0 2.75rem; }
.set-row .less { flex: 0 0 1.6rem; min-width: 0; padding: .5rem 0; text-align: center; border-color: transparent; color: var(--soft); }
.heads { margin: 0 0 .2rem; font-size: .85rem; text-align: center; }
.heads > * { padding: 0; }
.done.rows > li { flex-wrap: nowrap; padding: .35rem 0; }
.done > li > div:first-child { flex: 1 1 9.5rem; min-width: 0; font-size: .9rem; }
.done > li > div > span { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.done small { color: var(--soft); font-size: .9rem; }
.done strong { font-size: 1rem; }
.done .button { padding-inline: .7rem; font-size: .9rem; }
.heading > .dock { margin: 0; }
.exercises { display: grid; gap: 1.25rem 2rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 22rem), 1fr)); }
.gain { color: var(--accent); font-weight: 650; }
.fall { color: var(--warm); font-weight: 650; }
.aside .gain { color: var(--accent); }
.compared { font-variant-numeric: tabular-nums; }
.compared :is(th, td) { padding: .25rem .5rem .25rem 0; border-bottom: 0; }
.compared th:first-child { width: 1.9rem; }
.compared .earlier { color: var(--soft); text-align: right; padding-right: 0; font-weight: 400; font-size: .9rem; }
.finder { display: grid; grid-template-columns: minmax(0, 1fr); gap: .4rem; }
.finder .row input { flex: 1 1 10rem; width: auto; }
.offers { list-style: none; display: flex; flex-wrap: wrap; gap: .4rem; margin: 0; padding: 0; }
.offers button { text-align: left; }
.routine-offers { display: flex; flex-wrap: wrap; gap: .4rem .8rem; align-items: center; margin: 0 0 1rem; }
.says:empty { display: none; }
.says { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: 0 0 .4rem; }
.timers, .timer { display: flex; align-items: center; gap: .35rem; }
.timer button { padding: .25rem .6rem; min-width: 2.5rem; white-space: nowrap; }
.timer [hidden] { display: none; }
.time { font-variant-numeric: tabular-nums; font-weight: 650; min-width: 2.6rem; text-align: center; }
.set-row :is(.did, .take) { flex: 0 0 2.75rem; padding: .5rem 0; background: transparent; color: var(--soft); border-color: var(--edge); }
.set-row .did[aria-pressed=true] { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.set-row:has(.did[aria-pressed=true]) input { background: var(--wash); }
.training-days { table-layout: fixed; }
.training-days th, .training-days td { padding: .15rem; text-align: center; border: 0; }
.training-days td > * { display: block; min-height: 2.75rem; line-height: 2.75rem; }
.training-days a { border-radius: 10px; background: var(--wash); font-weight: 650; }
.finish { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
.finish > button[type=submit] { flex: 1 1 8.25rem; padding-inline: .6rem; }
@media (forced-colors: active) { :is(.set-row .did[aria-pressed=true], .ranges [aria-current]) { forced-color-adjust: none; background: Highlight; border-color: Highlight; color: HighlightText; } }
@media (min-width: 56.25em) { .training { grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); } .workout > [data-exercises] { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0 1.25rem; align-items: start; } }
`
