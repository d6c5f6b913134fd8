import * as OtlpSerialization from "@effect/opentelemetry/OtlpSerialization"
import * as OtlpTracer from "@effect/opentelemetry/OtlpTracer"
import { FetchHttpClient, HttpClient, HttpClientError } from "@effect/platform"
import { Cause, Effect, Exit, Layer, Logger, Option, Redacted, Tracer } from "effect"
import packageJson from "../../../package.json" with { type: "json" }
import { KeyTaken } from "../../caller/answer.ts"
import { AppConfig, type Tracing } from "../../config.ts"
import { isFailure } from "../../contract/errors.ts"
import { faultOf } from "../log/fault.ts"

/** How long the collector may take over one export, and how many exports may be under way: what is more is dropped. */
const EXPORT_TIMEOUT = "5 seconds"
const MOST_EXPORTS = 4

/** How long a stopping process may take to send its last spans. */
const SHUTDOWN_TIMEOUT = "2 seconds"

/** A span of a trace whose caller has decided not to record it. */
const unrecorded = (
  name: string,
  parent: Tracer.AnySpan,
  context: Tracer.Span["context"],
  startTime: bigint,
  kind: Tracer.SpanKind
): Tracer.Span => ({
  _tag: "Span",
  name,
  spanId: parent.spanId,
  traceId: parent.traceId,
  parent: Option.some(parent),
  context,
  status: { _tag: "Started", startTime },
  attributes: new Map(),
  links: [],
  sampled: false,
  kind,
  end: () => {},
  attribute: () => {},
  event: () => {},
  addLinks: () => {}
})

/** What a span tells of a failure: the code of a declared one, else no more than the log does. */
const recordedExit = (exit: Exit.Exit<unknown, unknown>, span: Tracer.Span): Exit.Exit<unknown, unknown> => {
  if (Exit.isSuccess(exit) || Cause.isInterruptedOnly(exit.cause)) return exit
  const failure = Cause.squash(exit.cause)
  if (isFailure(failure)) {
    span.attribute("error.type", failure._tag)
    return failure._tag === "internal_error" ? Exit.fail(new Error(failure._tag)) : Exit.void
  }
  // No fault, but how a replay comes about.
  if (failure instanceof KeyTaken) return Exit.void
  const { message, stack } = faultOf(exit.cause)
  const error = new Error(message)
  error.stack = stack
  return Exit.fail(error)
}

/** The same tracer, but that spans hold no personal values, and that what a caller does not record is not recorded. */
const discreet = (tracer: Tracer.Tracer): Tracer.Tracer =>
  Tracer.make({
    context: tracer.context,
    span: (name, parent, context, links, startTime, kind, options) => {
      if (Option.isSome(parent) && !parent.value.sampled) {
        return unrecorded(name, parent.value, context, startTime, kind)
      }
      const span = tracer.span(name, parent, context, links, startTime, kind, options)
      const end = span.end.bind(span)
      span.end = (endTime, exit) => end(endTime, recordedExit(exit, span))
      return span
    }
  })

/**
 * A collector that is slow or away must not fill the memory: exports end in time, and no more than a few are under way.
 */
const bounded = Layer.effect(
  HttpClient.HttpClient,
  Effect.map(HttpClient.HttpClient, (client) => {
    let underWay = 0
    return HttpClient.transform(client, (exporting, request) => {
      const refused = (reason: "Encode" | "Transport", description: string) =>
        new HttpClientError.RequestError({ request, reason, description })
      return Effect.suspend(() => {
        // Not a fault of transport, which the exporter would try again.
        if (underWay >= MOST_EXPORTS) return Effect.fail(refused("Encode", "Too many exports are under way"))
        underWay += 1
        return exporting.pipe(
          Effect.timeoutFail({
            duration: EXPORT_TIMEOUT,
            onTimeout: () => refused("Transport", "The collector does not answer")
          }),
          Effect.ensuring(
            Effect.sync(() => {
              underWay -= 1
            })
          )
        )
      })
    })
  })
).pipe(Layer.provide(FetchHttpClient.layer))

const exporting = ({ endpoint, headers, serviceName }: Tracing) =>
  Layer.unwrapScoped(
    OtlpTracer.make({
      url: `${endpoint.replace(/\/+$/, "")}/v1/traces`,
      headers: Redacted.value(headers),
      resource: { serviceName, serviceVersion: packageJson.version },
      shutdownTimeout: SHUTDOWN_TIMEOUT
    }).pipe(Effect.map((tracer) => Layer.setTracer(discreet(tracer))))
  ).pipe(Layer.provide([OtlpSerialization.layerJson, bounded]))

/**
 * Where a collector is configured, the tracer that sends spans to it (OTLP over HTTP). Tracing is off by itself, and
 * turned on for requests only, so that starting and sweeping are not traced, and no span is made where there is no
 * collector.
 */
export const layer = Layer.mergeAll(
  Layer.setTracerEnabled(false),
  // It would copy what is logged, causes with all their values, into spans.
  Logger.remove(Logger.tracerLogger),
  Layer.unwrapEffect(
    Effect.map(AppConfig, ({ tracing }) => Option.match(tracing, { onNone: () => Layer.empty, onSome: exporting }))
  )
)
