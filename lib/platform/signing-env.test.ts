import { describe, expect, it } from 'vitest'
import { environment } from '@/lib/testing/environment'
import { readEnv } from './env'

const faults = (more: Parameters<typeof environment>[0]) => readEnv(environment(more)).faults

describe('which acts are signed stands in the environment', () => {
  const acts = (given: string) => readEnv(environment({ SIGNED_ACTS: given })).env?.SIGNED_ACTS

  it('none unless some are named', () => {
    expect([readEnv(environment()).env?.SIGNED_ACTS, acts('off')]).toEqual([[], []])
    expect(acts('erasure, renew-now')).toEqual(['renew-now', 'erasure'])
    expect(acts('all')).toHaveLength(10)
    const { env } = readEnv(environment({ SIGNED_ACTS: 'all', REFUND_SIGN_OVER: '{"EUR":"200.00"}' }))
    expect(env?.REFUND_SIGN_OVER).toEqual({ EUR: '200.00' })
  })

  it.each([
    ['an unknown name', { SIGNED_ACTS: 'renew-now,refund' }, /^SIGNED_ACTS: must be off, all, or some of renew-now/],
    ['off among names', { SIGNED_ACTS: 'renew-now,off' }, /^SIGNED_ACTS: must be/],
    ['an IP address', { SIGNED_ACTS: 'all', NEXTAUTH_URL: 'https://203.0.113.7' }, /^NEXTAUTH_URL: is an IP address/],
    ['an IPv6 address', { SIGNED_ACTS: 'all', NEXTAUTH_URL: 'http://[::1]:3000' }, /^NEXTAUTH_URL: is an IP address/],
    ['a connection that isn’t safe', { SIGNED_ACTS: 'all', NEXTAUTH_URL: 'http://desk.example.test' }, /isn’t https/],
    ['amounts that are none', { SIGNED_ACTS: 'all', REFUND_SIGN_OVER: '{"EUR":200}' }, /^REFUND_SIGN_OVER: isn’t/],
    ['amounts for nothing', { REFUND_SIGN_OVER: '{"EUR":"200"}' }, /doesn’t name refund-over/],
  ])('%s stops the start', (_, given, fault) => {
    expect(faults(given)).toEqual([expect.stringMatching(fault)])
  })

  it('an IP address is fine while nothing is signed, and so is http on this machine', () => {
    expect(faults({ NEXTAUTH_URL: 'http://127.0.0.1:3000' })).toEqual([])
    expect(faults({ SIGNED_ACTS: 'all', NEXTAUTH_URL: 'http://localhost:3000' })).toEqual([])
  })
})
