import { describe, expect, it, test } from 'vitest'
import { leavingVariables } from '@/lib/platform/storage-env'
import { isPublic, isReached, whyNotReached } from './hook-hosts'

const { HOOK_HOSTS: hookHosts } = leavingVariables

const hosts = hookHosts.parse('hooks.example.test, other.example.test:8443 10.0.0.5:443 127.0.0.1:8080 [::1]:8081')

describe('HOOK_HOSTS', () => {
  it('is a list of hosts, with a port or without', () => {
    expect(hosts.map(({ hostname, port, isPortNamed }) => `${hostname} ${port} ${isPortNamed}`)).toEqual([
      'hooks.example.test 443 false',
      'other.example.test 8443 true',
      '10.0.0.5 443 true',
      '127.0.0.1 8080 true',
      '[::1] 8081 true',
    ])
    expect(hookHosts.parse(undefined)).toEqual([])
  })

  it.each([
    ',',
    '*',
    '*.example.test',
    'https://a.test',
    'a.test/x',
    'a.test:0',
    'a.test:70000',
    'u@a.test',
    '2130706433',
    '0x7f.1',
    '127.1',
    '::1',
  ])('isn’t %s', (text) => expect(hookHosts.safeParse(text).success).toBe(false))
})

test.each([
  'https://hooks.example.test/services/T0/B1?x=1',
  'https://HOOKS.example.test:443/a',
  'https://other.example.test:8443/',
  'https://10.0.0.5/a',
  'http://127.0.0.1:8080/a',
  'https://127.0.0.1:8080/a',
  'http://[::1]:8081/a',
])('a hook may have the address %s', (url) => expect(whyNotReached(url, hosts)).toBeNull())

test.each([
  ['http://hooks.example.test/a', /https/],
  ['http://10.0.0.5:443/a', /https/],
  ['ftp://127.0.0.1:8080/a', /https/],
  ['javascript:alert(1)', /https/],
  ['/a', /https/],
  ['https://hooks.example.test.:443/a', /HOOK_HOSTS/],
  ['https://hooks.example.test:8443/a', /HOOK_HOSTS/],
  ['https://other.example.test/a', /HOOK_HOSTS/],
  ['https://evil-hooks.example.test/a', /HOOK_HOSTS/],
  ['https://hooks.example.test@evil.test/a', /user name/],
  ['https://u:p@hooks.example.test/a', /user name/],
  ['https://127.0.0.1/a', /HOOK_HOSTS/],
  ['http://127.0.0.1:8082/a', /HOOK_HOSTS/],
  ['https://2130706433/a', /HOOK_HOSTS/],
  ['http://2130706433:8082/a', /HOOK_HOSTS/],
  ['https://0x7f000001/a', /HOOK_HOSTS/],
  ['https://[::1]/a', /HOOK_HOSTS/],
  ['https://[::ffff:127.0.0.1]/a', /HOOK_HOSTS/],
  ['https://169.254.169.254/latest/meta-data', /HOOK_HOSTS/],
])('a hook may not have the address %s', (url, why) => expect(whyNotReached(url, hosts)).toMatch(why))

test('of the internet’s addresses is what nobody has in their own network', () => {
  const own = [
    '127.0.0.1',
    '127.8.8.8',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.9.9',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
  ]
  const more = [
    '255.255.255.255',
    '224.0.0.1',
    '198.18.0.1',
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fe80::1',
    'fd00::1',
    'ff02::1',
  ]
  const last = ['2002:7f00:1::', '2001:0:1::', '2001:db8::1', 'no address', '']
  expect([...own, ...more, ...last].filter(isPublic)).toEqual([])
  const others = ['8.8.8.8', '172.32.0.1', '192.167.1.1', '100.128.0.1', '2a00:1450::1', '2606:4700::1111']
  expect(others.filter((address) => !isPublic(address))).toEqual([])
})

test('a name that stands for an address of one’s own network is reached only where the list names that very address and port', () => {
  const url = new URL('https://hooks.example.test/a')
  expect(['8.8.8.8', '10.0.0.5'].map((address) => isReached(address, url, hosts))).toEqual([true, true])
  expect(['127.0.0.1', '::1', '10.0.0.6', '169.254.169.254'].filter((address) => isReached(address, url, hosts))).toEqual([])
  const listed = new URL('https://10.0.0.9/')
  expect(isReached('10.0.0.9', listed, hookHosts.parse('10.0.0.9'))).toBe(false) // without its port it isn't named as such
})
