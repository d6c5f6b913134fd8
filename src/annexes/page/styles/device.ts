/** Styles of the queue on the device, and of questions above the page. */
export const DEVICE_STYLE = `
.waiting { border-left: 4px solid var(--accent); }
.new-day { position: sticky; top: 0; z-index: 1; }
.waiting .buttons { margin: 0; }
dialog { background: var(--card); color: var(--text); border: 1px solid var(--line); border-radius: 10px; padding: 1.1rem; max-width: min(26rem, calc(100vw - 2rem)); }
dialog.scan { width: min(30rem, calc(100vw - 2rem)); max-width: none; }
dialog.scan video { display: block; width: 100%; max-height: 50vh; background: #000; border-radius: 6px; object-fit: cover; }
dialog::backdrop { background: rgb(0 0 0 / .5); }
dialog > :last-child { margin-bottom: 0; }
`
