import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge"

/** The parts of a page that this file uses; the project is checked without browser types. */
declare const document: {
  readonly querySelector: (query: string) => {
    readonly contentWindow: Window
    srcdoc: string
    readonly style: { height: string }
  }
}
type Window = ConstructorParameters<typeof PostMessageTransport>[1]
type Context = Parameters<AppBridge["setHostContext"]>[0]
type Result = Parameters<AppBridge["sendToolResult"]>[0]

/** A host of MCP Apps, over the official bridge: it shows a view in its own sandboxed frame and sends it results. */
const open = async (html: string, hostContext: Context): Promise<Host> => {
  await globalThis.host?.close()
  const frame = document.querySelector("iframe")
  const bridge = new AppBridge(null, { name: "host", version: "1" }, {}, { hostContext })
  const initialized = new Promise<void>((resolve) => {
    bridge.oninitialized = () => resolve()
  })
  bridge.onsizechange = ({ height }) => {
    frame.style.height = `${height}px`
  }
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow))
  frame.srcdoc = html
  await initialized
  return {
    app: bridge.getAppVersion(),
    show: (result: Result) => bridge.sendToolResult(result),
    change: (context: Context) => bridge.sendHostContextChange(context),
    tearDown: () => bridge.teardownResource({}),
    close: () => bridge.close()
  }
}

interface Host {
  readonly app: ReturnType<AppBridge["getAppVersion"]>
  readonly show: (result: Result) => Promise<void>
  readonly change: (context: Context) => Promise<void> | void
  readonly tearDown: () => Promise<Readonly<Record<string, unknown>>>
  readonly close: () => Promise<void>
}

declare global {
  var openHost: typeof open
  var host: Host | undefined
}
globalThis.openHost = open
