import { type NetworkInterfaceInfo, networkInterfaces } from "node:os"
import type { Settings } from "../../../config.ts"
import { isLoopback } from "../../../surfaces/web/own-address.ts"

/** Interfaces between containers and virtual machines, which no telephone reaches. */
const VIRTUAL = /^(?:docker|br-|veth|virbr|vmnet|vboxnet|cni|flannel)/

/** The IPv4 addresses of this machine in private networks, such as that at home. */
export const lanAddresses = (
  interfaces: Readonly<Record<string, ReadonlyArray<NetworkInterfaceInfo> | undefined>> = networkInterfaces()
): ReadonlyArray<string> =>
  Object.entries(interfaces).flatMap(([name, all = []]) =>
    VIRTUAL.test(name)
      ? []
      : all.flatMap(({ family, internal, address }) =>
          family === "IPv4" && !internal && /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./.test(address)
            ? [address]
            : []
        )
  )

/** Whether a listener at this address accepts connections from other devices. */
const isOpen = (host: string): boolean => host === "0.0.0.0" || host === "::" || host === ""

/**
 * The addresses at which a telephone can open the service now: those of the settings that are not this machine's alone.
 */
export const openAddresses = ({ host, baseUrl, alsoBaseUrls }: Pick<Settings, "host" | "baseUrl" | "alsoBaseUrls">) =>
  isOpen(host) || !isLoopback(baseUrl.hostname)
    ? [baseUrl, ...alsoBaseUrls].filter(({ hostname }) => !isLoopback(hostname)).map(({ origin }) => origin)
    : []

/**
 * The settings with which a telephone in the same network can open the service, as a line to put before a command;
 * undefined if it can already, or if this machine is in no private network.
 */
export const lineForPhone = (
  { host, port, baseUrl, alsoBaseUrls }: Pick<Settings, "host" | "port" | "baseUrl" | "alsoBaseUrls">,
  addresses: ReadonlyArray<string>
): string | undefined => {
  if (openAddresses({ host, baseUrl, alsoBaseUrls }).length > 0 || addresses.length === 0) return undefined
  const urls = [...alsoBaseUrls.map(({ origin }) => origin), ...addresses.map((address) => `http://${address}:${port}`)]
  return `${isOpen(host) ? "" : "HOST=0.0.0.0 "}ALSO_BASE_URLS=${[...new Set(urls)].join(",")}`
}
