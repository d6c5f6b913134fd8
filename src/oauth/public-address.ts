import ipaddr from "ipaddr.js"

/**
 * Whether an IP address is on the public internet. Private, loopback, link-local, reserved, translated and tunnelled
 * ranges are not; an IPv4 address mapped into IPv6 is judged as what it stands for.
 */
export const isPublicAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast"
