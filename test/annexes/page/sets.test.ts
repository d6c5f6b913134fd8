import { expect, test } from "bun:test"
import { distanceText, setsText } from "../../../src/annexes/page/workouts/sets.ts"

const lifted = (value: number, reps: number, rest: object = {}) => ({
  setType: "working" as const,
  weight: { value, unit: "kg" as const },
  reps,
  ...rest
})

test("a load is shown once for consecutive sets with it", () => {
  const warmUp = { ...lifted(60, 6), setType: "warmup" as const }
  expect(setsText([warmUp, lifted(95, 5), lifted(95, 5), lifted(95, 6)], "km")).toBe(
    "60 kg × 6 (warm-up); 95 kg × 5, 5, 6"
  )
  expect(setsText([lifted(95, 5), lifted(90, 8), lifted(95, 3)], "km")).toBe("95 kg × 5; 90 kg × 8; 95 kg × 3")
})

test("a set with further values is shown in full", () => {
  expect(setsText([lifted(95, 5), lifted(95, 5, { intensity: 9 }), lifted(95, 4)], "km")).toBe(
    "95 kg × 5; 95 kg × 5, RPE 9; 95 kg × 4"
  )
  const run = { setType: "working" as const, distanceMeters: 5000, durationSeconds: 1500 }
  expect(setsText([run, run], "km")).toBe("5 km in 25:00; 5 km in 25:00")
})

test("a short distance is shown in metres or yards, in which carries and lengths of a pool differ", () => {
  const carry = { setType: "working" as const, weight: { value: 32, unit: "kg" as const }, distanceMeters: 42.5 }
  expect(setsText([carry, { ...carry, distanceMeters: 37 }], "km")).toBe("32 kg, 42.5 m; 32 kg, 37 m")
  expect(setsText([carry], "mi")).toBe("32 kg, 46.5 yd")
  const far = (distanceMeters: number) => ({ setType: "working" as const, distanceMeters })
  expect(setsText([far(0), far(999.9), far(1000), far(402.336)], "km")).toBe("0 km; 999.9 m; 1 km; 402.3 m")
  expect(setsText([far(160), far(402.336)], "mi")).toBe("175 yd; 0.25 mi")
})

test("a long distance is shown to the hundredth of its unit", () => {
  expect([5123.4, 42_195].map((metres) => distanceText(metres, "km"))).toEqual(["5.12 km", "42.2 km"])
  expect(distanceText(5000, "mi")).toBe("3.11 mi")
})
