/**
 * The styles of every page. Colours have a contrast of at least 4.5 : 1 on their backgrounds, in both schemes. The
 * accent marks actions and what is done, the warm colour energy and what counts today.
 */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f3f5f6; --card: #ffffff; --text: #16201b; --soft: #4f5c56; --line: #d6dddb; --edge: #75837c;
  --accent: #14603f; --on-accent: #ffffff; --wash: #e2f0e9; --warm: #a84b06; --warm-wash: #fdf0e3;
  --bad: #a3231b; --bad-wash: #fcebe9;
  font: 100%/1.5 system-ui, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0f1314; --card: #181e1f; --text: #e9efec; --soft: #a8b6af; --line: #2d3738; --edge: #82918a;
    --accent: #6fd3a6; --on-accent: #0b1511; --wash: #193127; --warm: #f0a860; --warm-wash: #33230f;
    --bad: #ff9d94; --bad-wash: #3a1d1b;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--ground); color: var(--text); overflow-wrap: anywhere; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
main:focus { outline: none; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: .5rem; top: .5rem; z-index: 1; background: var(--card); padding: .5rem .75rem; }
header { background: var(--card); border-bottom: 1px solid var(--line); }
.bar, main { max-width: 60rem; margin: 0 auto; padding: 0 1rem; }
.bar { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: center; justify-content: space-between; min-height: 3.5rem; }
.brand { display: flex; gap: .6rem; align-items: center; font-weight: 650; font-size: 1.15rem; color: var(--text); text-decoration: none; }
.standing { display: flex; gap: .75rem; align-items: center; margin: 0; }
.who { color: var(--soft); }
main { padding-top: 1.5rem; padding-bottom: 4rem; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 1rem; }
h2 { font-size: 1.15rem; margin: 0 0 .75rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .5rem; }
p { margin: 0 0 .75rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 1rem; margin: 0 0 1rem; }
.card > :last-child { margin-bottom: 0; }
.card h2:not(:first-child) { margin-top: 1.5rem; }
.soft, .hint { color: var(--soft); }
.hint { font-size: .9rem; display: block; }
form + .hint { margin-top: .75rem; }
.notice { margin: 0 0 1.25rem; background: var(--wash); border-left: 4px solid var(--accent); border-radius: 6px; padding: .7rem .9rem; }
.fault { color: var(--bad); }
p.fault { background: var(--bad-wash); border-left: 4px solid var(--bad); border-radius: 6px; padding: .7rem .9rem; }
.summary { background: var(--bad-wash); border-left: 4px solid var(--bad); border-radius: 6px; padding: .7rem .9rem; margin: 0 0 1.25rem; }
.summary > :last-child { margin-bottom: 0; }
.summary a { color: inherit; }
.fields { display: grid; gap: 1rem; max-width: 26rem; margin: 0 0 1rem; }
.inline { display: inline; margin: 0; }
.field { display: grid; gap: .2rem; }
label { font-weight: 600; }
.check { display: flex; gap: .5rem; align-items: baseline; }
.check label { font-weight: 400; }
input, select, textarea { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--edge); border-radius: 10px; padding: .5rem .7rem; width: 100%; min-width: 0; min-height: 2.75rem; }
input[type=checkbox] { width: 1.15rem; min-height: 1.15rem; height: 1.15rem; accent-color: var(--accent); }
input.short { width: 6rem; }
[aria-invalid=true] { border-color: var(--bad); border-width: 2px; }
button, .button { font: inherit; font-weight: 600; display: inline-block; min-height: 2.75rem; padding: .5rem 1rem; border-radius: 10px; border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent); cursor: pointer; text-decoration: none; justify-self: start; }
button.quiet, .button.quiet { background: transparent; color: var(--accent); border-color: var(--edge); }
button.danger { background: transparent; color: var(--bad); border-color: var(--bad); }
button:disabled { opacity: .6; cursor: default; }
.buttons { margin: 0 0 .75rem; display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; color: var(--soft); padding-bottom: .4rem; }
th, td { text-align: left; padding: .5rem .9rem .5rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { font-size: .9rem; color: var(--soft); font-weight: 600; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
.rows { list-style: none; margin: 0 0 1rem; padding: 0; }
.rows > li { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between; padding: .7rem 0; border-bottom: 1px solid var(--line); }
.rows > li:last-child { border-bottom: 0; }
.rows > li > div:first-child { flex: 1 1 14rem; }
pre { margin: 0 0 .75rem; padding: .75rem; background: var(--ground); border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap; font: .85rem/1.45 ui-monospace, monospace; }
code { font: .9em ui-monospace, monospace; }
dl { display: grid; gap: .1rem; margin: 0 0 1rem; }
dt { font-weight: 600; }
dd { margin: 0 0 .6rem; }
.sure > summary { color: var(--bad); }
.rows > li > .sure[open] { flex: 1 1 100%; }
details > summary { cursor: pointer; font-weight: 600; padding: .625rem 0; }
.wide { overflow-x: auto; }
`
