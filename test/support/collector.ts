interface Value {
  readonly stringValue?: string
  readonly intValue?: number
}

/** A span as the collector received it. */
export interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly status: { readonly code: number; readonly message?: string }
  readonly attributes: Readonly<Record<string, string | number | undefined>>
  readonly service: string | number | undefined
}

interface Attributes {
  readonly attributes: ReadonlyArray<{ readonly key: string; readonly value: Value }>
}

interface Export {
  readonly resourceSpans: ReadonlyArray<{
    readonly resource: Attributes
    readonly scopeSpans: ReadonlyArray<{
      readonly spans: ReadonlyArray<Omit<Span, "attributes" | "service"> & Attributes>
    }>
  }>
}

const read = ({ attributes }: Attributes) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

/** A collector of traces by OTLP over HTTP, which keeps what it receives. */
export const startCollector = () => {
  const spans: Array<Span> = []
  const requests: Array<{ readonly path: string; readonly headers: Headers; readonly body: string }> = []
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      const body = await request.text()
      requests.push({ path: new URL(request.url).pathname, headers: request.headers, body })
      for (const { resource, scopeSpans } of (JSON.parse(body) as Export).resourceSpans) {
        const service = read(resource)["service.name"]
        spans.push(
          ...scopeSpans.flatMap((scope) => scope.spans).map((span) => ({ ...span, attributes: read(span), service }))
        )
      }
      return Response.json({})
    }
  })
  return { url: `http://127.0.0.1:${server.port}`, spans, requests, stop: () => server.stop(true) }
}
