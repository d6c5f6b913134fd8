import { expect, test } from "bun:test"
import fc from "fast-check"
import { QrCode } from "../../../src/annexes/page/frame/qr-code.tsx"
import { scanned, strokesIn } from "./qr.ts"

test("another library can read every code, whatever its text", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 400, unit: "binary" }), (text) => {
      expect(scanned(String(QrCode({ text, label: "" })))).toBe(text)
    }),
    { numRuns: 20 }
  )
})

test("a code has a text alternative, a quiet zone, and nothing that a strict policy blocks", () => {
  const html = String(QrCode({ text: "https://fettle.example/", label: 'The "address"' }))
  expect(html).toContain('role="img" aria-label="The &quot;address&quot;"')
  expect(html).not.toMatch(/style=|<style|<script|href=/)
  const { size, strokes } = strokesIn(html)
  const outside = strokes.filter(({ x, y, length }) => x < 4 || y < 4 || y >= size - 4 || x + length > size - 4)
  expect([strokes.length > 100, outside]).toEqual([true, []])
})
