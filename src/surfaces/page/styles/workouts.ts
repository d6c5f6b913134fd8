/** Styles of the workout form. */
export const WORKOUTS_STYLE = `
.workout { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; margin: 0 0 1rem; }
.workout > .unseen { position: absolute; left: -100rem; }
.exercise { border: 1px solid var(--line); border-radius: 14px; padding: .25rem .75rem .75rem; margin: 0 0 1rem; min-width: 0; background: var(--card); scroll-margin-top: 1rem; }
.exercise legend { font-weight: 650; padding: 0 .35rem; }
.exercise > .field { margin-bottom: .75rem; }
.exercise .before { font-size: .9rem; margin-bottom: .5rem; }
.exercise .buttons { margin: 0; gap: .3rem; }
.exercise .buttons button { padding-inline: .7rem; }
.set-row { display: flex; flex-wrap: wrap; gap: .35rem; align-items: start; margin: 0 0 .4rem; }
.set-row > .field { flex: 1 1 3.4rem; min-width: 0; }
.set-row input { padding: .5rem .4rem; text-align: center; font-variant-numeric: tabular-nums; }
.set-row input::placeholder { color: var(--soft); opacity: 1; font-style: italic; }
.set-row .kind, .set-row .less, .set-row .take { flex: 0 0 2.75rem; padding: .5rem 0; text-align: center; }
.set-row .less { border-color: transparent; color: var(--soft); }
.heads { margin: 0 0 .2rem; font-size: .85rem; text-align: center; }
.heads > * { padding: 0; }
.done > li > div:first-child { flex-basis: 9.5rem; font-size: .9rem; }
.done strong { font-size: 1rem; }
.done .button { padding-inline: .7rem; font-size: .9rem; }
.heading > .dock { margin: 0; }
.exercises { display: grid; gap: 1.25rem 2rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 22rem), 1fr)); }
.exercises .sets { margin-bottom: .5rem; color: var(--text); }
.finder { display: grid; grid-template-columns: minmax(0, 1fr); gap: .4rem; }
.finder .row input { flex: 1 1 10rem; width: auto; }
.offers { list-style: none; display: flex; flex-wrap: wrap; gap: .4rem; margin: 0; padding: 0; }
.offers button { text-align: left; }
.routine-offers { display: flex; flex-wrap: wrap; gap: .4rem .8rem; align-items: center; margin: 0 0 1rem; }
.says:empty { display: none; }
.says { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: 0 0 .4rem; }
.timers { display: flex; flex-wrap: wrap; gap: .3rem 1rem; margin: 0 0 .4rem; }
.timer { display: flex; flex-wrap: wrap; gap: .3rem; align-items: center; }
.timer button { padding: .25rem .6rem; }
.time { font-variant-numeric: tabular-nums; font-weight: 650; min-width: 3rem; }
.training-days { table-layout: fixed; }
.training-days th, .training-days td { padding: .15rem; text-align: center; border: 0; }
.training-days a { display: block; min-height: 2.75rem; line-height: 2.75rem; border-radius: 10px; background: var(--wash); font-weight: 650; }
.finish { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; }
.finish > button[type=submit] { flex: 1 1 10rem; }
@media (max-width: 40em) and (min-width: 24.3em) {
  .dock .timers { flex-wrap: nowrap; justify-content: space-between; gap: .3rem; }
  .dock .timer { flex-wrap: nowrap; gap: .15rem; }
  .dock .timer button { padding-inline: .3rem; font-size: .85rem; white-space: nowrap; }
  .dock .timer .soft { font-size: .8rem; }
}
@media (max-width: 24.3em) {
  .dock .timers { flex-wrap: nowrap; justify-content: space-between; gap: .25rem; }
  .dock .timer { flex-wrap: nowrap; gap: .1rem; }
  .dock .timer button { padding-inline: .2rem; font-size: .75rem; }
  .dock .timer > .soft { display: none; }
}
@media (min-width: 56.25em) { .training { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); } .workout > [data-exercises] { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0 1.25rem; align-items: start; } }
`
