import 'server-only'
import { BlockList, isIP } from 'node:net'
import type { HookHost } from '@/lib/platform/storage-env'

const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '')
const portOf = ({ port, protocol }: URL) => port || (protocol === 'http:' ? '80' : '443')

/** Why a hook may not have this address, or null where it may: https and a host of the list, without a name or password in it. */
export function whyNotReached(address: string, hosts: readonly HookHost[]): string | null {
  if (!URL.canParse(address)) return 'Enter an https address'
  const url = new URL(address)
  const { protocol, hostname, username, password, hash } = url
  if (`${username}${password}${hash}` !== '') return 'Use an address without a user name, password or #'
  if (!isLoopback(bare(hostname)) && protocol !== 'https:') return 'Use an https address'
  if (protocol !== 'https:' && protocol !== 'http:') return 'Use an https address'
  const listed = hosts.some((host) => host.hostname === hostname && host.port === portOf(url))
  if (!listed || !isReached(bare(hostname), url, hosts))
    return 'HOOK_HOSTS doesn’t list this host. Ask the person who runs Counterfoil to add it.'
  return null
}

/** Whether a connection may go to what the name of an address stands for. A name or a public address may; any other only where the list names that very address and port. */
export function isReached(resolved: string, url: URL, hosts: readonly HookHost[]): boolean {
  if (isIP(resolved) === 0 || isPublic(resolved)) return true
  const written = isIP(resolved) === 6 ? new URL(`https://[${resolved}]/`).hostname : resolved
  return hosts.some(({ hostname, port, isPortNamed }) => isPortNamed && hostname === written && port === portOf(url))
}

const isLoopback = (hostname: string) => isIP(hostname) > 0 && loopback().check(hostname, isIP(hostname) === 6 ? 'ipv6' : 'ipv4')

function loopback(): BlockList {
  const list = new BlockList()
  list.addSubnet('127.0.0.0', 8, 'ipv4')
  list.addAddress('::1', 'ipv6')
  return list
}

// IANA's special-purpose addresses: none of them is somebody else's server on the internet.
const special4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]
/** Of IPv6 only this is given to anybody, but for some parts of it; what maps to or leads through IPv4 is none of it. */
const global6: readonly [string, number] = ['2000::', 3]
const special6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

/** Whether an address is one of the internet's, and none of this machine or its networks. */
export function isPublic(address: string): boolean {
  const family = isIP(address)
  const of = (some: readonly (readonly [string, number])[], kind: 'ipv4' | 'ipv6') => {
    const list = new BlockList()
    for (const [net, prefix] of some) list.addSubnet(net, prefix, kind)
    return list.check(address, kind)
  }
  if (family === 4) return !of(special4, 'ipv4')
  return family === 6 && of([global6], 'ipv6') && !of(special6, 'ipv6')
}
