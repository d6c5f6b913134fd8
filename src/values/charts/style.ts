/** The styles of charts. They use the page's variables, and add the colours of the drawing. */
export const CHART_STYLE = `
:root { --c1: #14603f; --c2: #2f74b5; --c3: #c07a12; --dot: #7fb39c; }
@media (prefers-color-scheme: dark) { :root { --c1: #6fd3a6; --c2: #79b8f2; --c3: #e0a74a; --dot: #4c8068; } }
.chart { margin: .75rem 0 0; }
.chart > svg { display: block; overflow: visible; padding: 28px 2px 0 46px; box-sizing: border-box; height: 232px; }
.chart svg svg { overflow: visible; }
.chart text { fill: var(--soft); font-size: 12px; font-variant-numeric: tabular-nums; }
.chart line { stroke: var(--line); }
.chart path { fill: none; stroke: currentColor; }
.chart .trend, .chart .dots, .chart .ring, .chart .hole, .chart .mean { vector-effect: non-scaling-stroke; stroke-linecap: round; stroke-linejoin: round; }
.chart .trend { color: var(--c1); stroke-width: 2.5; }
.chart .dots { color: var(--dot); stroke-width: 5; }
.chart .ring { color: var(--dot); stroke-width: 8; }
.chart .hole { color: var(--card); stroke-width: 4; }
.chart .mean { color: var(--soft); stroke-width: 1.5; stroke-dasharray: 5 5; stroke-linecap: butt; }
.chart .band { fill: var(--c1); fill-opacity: .22; stroke: none; }
.c1 { color: var(--c1); } .c2 { color: var(--c2); } .c3 { color: var(--c3); }
.keys { display: flex; flex-wrap: wrap; gap: .1rem 1.1rem; list-style: none; margin: 0 0 .5rem; padding: 0; font-size: .875rem; }
.keys li { display: flex; align-items: center; gap: .4rem; color: var(--soft); }
.keys li::before { content: ""; width: .7rem; height: .7rem; border-radius: 3px; background: var(--c1); }
.keys .c2::before { background: var(--c2); } .keys .c3::before { background: var(--c3); }
.keys .key-dots::before { background: var(--dot); border-radius: 50%; width: .5rem; height: .5rem; }
.keys .key-hollow::before { background: none; border: 2px solid var(--dot); border-radius: 50%; box-sizing: border-box; width: .6rem; height: .6rem; }
.keys .key-line::before { height: 3px; width: 1.1rem; }
.keys .key-goal::before { height: 0; width: 1.1rem; background: none; border-radius: 0; border-top: 2px dashed var(--soft); }
.keys .key-band::before { opacity: .35; }
.chart details { margin-top: .25rem; font-size: .9rem; }
.chart summary { font-weight: 400; color: var(--soft); }
.chart .wide { max-height: 22rem; overflow: auto; }
.chart td, .chart thead th + th { text-align: right; font-variant-numeric: tabular-nums; }
.chart tbody th { font-weight: 400; }
`
