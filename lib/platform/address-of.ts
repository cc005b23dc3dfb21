import 'server-only'
import { env } from './env'

/** Ours alone: whatever a caller sends under this name is written over before anybody reads it. */
export const peerHeader = 'x-counterfoil-peer'

/**
 * The address a request came from: that of its socket, or what a balancer named in TRUSTED_PROXIES says of it. Anybody else's
 * `x-forwarded-for` is their own invention.
 */
export function addressOf(headers: Headers): string {
  const peer = headers.get(peerHeader) || 'unknown'
  const forwarded = headers.get('x-forwarded-for')?.split(',').at(-1)?.trim()
  return isBalancer(peer) && forwarded ? plainAddress(forwarded) : peer
}

/** Whether an address is that of a balancer named in TRUSTED_PROXIES. */
export const isBalancer = (peer: string) => env().TRUSTED_PROXIES.includes(peer)

/** An IPv4 address in IPv6 clothes is the same address. */
export const plainAddress = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')
