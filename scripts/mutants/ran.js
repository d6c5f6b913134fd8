// What a watched copy of the code notes in: one byte for each mutant, shared with the test that started this process or worker.
const file = typeof process === "undefined" ? undefined : process.env.MUTANTS_RAN
globalThis.ran ??= file === undefined ? [] : Bun.mmap(file)
