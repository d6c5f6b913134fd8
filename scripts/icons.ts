/** Draws the icons of the installed page from the logo in `/favicon.svg`: `bun scripts/icons.ts`. */
import { launch, openProfile } from "../test/browser/launch.ts"

/** Each file with its width in pixels, the logo's share of the width, and the radius of its corners. */
const ICONS = [
  ["icon-192.png", 192, 1, 7],
  ["icon-512.png", 512, 1, 7],
  // Systems crop these to their own shape, so the logo stays within the inner circle and the background reaches the
  // edges.
  ["maskable-512.png", 512, 0.72, 0],
  ["touch-180.png", 180, 0.86, 0]
] as const

const drawn = (width: number, share: number, radius: number): string => {
  const edge = (32 * (1 - share)) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${width}" viewBox="0 0 32 32"><rect width="32" height="32" rx="${radius}" fill="#176b4d"/><path transform="translate(${edge} ${edge}) scale(${share})" d="M4 17h6l3-8 5 15 4-11 2 4h4" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></svg>`
}

await using chromium = await launch()
await using browser = await openProfile(chromium, { viewport: { width: 512, height: 512 } })
const page = await browser.context.newPage()
for (const [name, width, share, radius] of ICONS) {
  await page.setContent(`<body style="margin:0">${drawn(width, share, radius)}`)
  const png = await page.screenshot({ omitBackground: true, clip: { x: 0, y: 0, width, height: width } })
  await Bun.write(new URL(`../src/annexes/page/icons/${name}`, import.meta.url), png)
  console.info(`${name}: ${png.byteLength} bytes`)
}
