export const KILOGRAMS_PER_POUND = 0.45359237

export const round = (value: number): number => Math.round(value * 100) / 100
