/** Starts as many services as its argument says, prints where they are as JSON, and ends them once its input ends. */
import { startFound } from "./service.ts"

const services = await Promise.all(Array.from({ length: Number(process.argv[2]) }, startFound))
console.log(JSON.stringify(services.map(({ found }) => found)))
await Bun.stdin.text()
await Promise.all(services.map((service) => service[Symbol.asyncDispose]()))
