import { service } from "./service.ts"

/**
 * A proxy on this machine that adds the API token, for judges that cannot send one. Host and Origin pass through,
 * except that its own address becomes the service's: the service hears what a judge says about another host.
 */
export const startProxy = () => {
  const { host } = new URL(service.baseUrl)
  const proxy = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      const headers = new Headers(request.headers)
      for (const name of ["host", "origin"]) {
        const value = headers.get(name)
        if (value !== null) headers.set(name, value.replace(`localhost:${proxy.port}`, host))
      }
      headers.set("authorization", `Bearer ${service.token}`)
      const { pathname, search } = new URL(request.url)
      const body = await request.arrayBuffer()
      return fetch(`${service.baseUrl}${pathname}${search}`, {
        method: request.method,
        headers,
        redirect: "manual",
        ...(body.byteLength === 0 ? {} : { body })
      })
    }
  })
  return { baseUrl: `http://localhost:${proxy.port}`, stop: () => proxy.stop(true) }
}
