import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEnv } from './env'
import { environment, northwind } from './testing/environment'

const faults = (more: Parameters<typeof environment>[0]) => readEnv(environment(more)).faults
const withMerchant = (more: object) => faults({ merchants: [{ ...northwind, ...more }] })

const oidc = { OIDC_ISSUER: 'https://login.example.test/', OIDC_CLIENT_ID: 'desk', OIDC_CLIENT_SECRET: 'x' }
const notIssuer = 'OIDC_ISSUER: is not an https address without a query (http only on this machine)'
const notRoleMap = 'OIDC_ROLE_MAP: is not a JSON object of claim values, each with one of agent, finance, manager, admin'

describe('a sound environment', () => {
  it('is read with the documented defaults', () => {
    const { env } = readEnv({
      SERVICE_URL: 'https://billing.example.test/',
      NEXTAUTH_URL: 'https://desk.example.test',
      NEXTAUTH_SECRET: 's'.repeat(32),
      MERCHANTS: JSON.stringify([northwind]),
    })
    expect(env).toMatchObject({
      SERVICE_URL: 'https://billing.example.test',
      DATA_DIR: '.data',
      RETURN_URL_HOSTS: [],
      SERVICE_READ_TIMEOUT_MS: 10_000,
      SERVICE_WRITE_PATIENCE_MS: 15_000,
      SERVICE_WRITE_LIMIT_MS: 60_000,
      SERVICE_MAX_ANSWER_BYTES: 33_554_432,
      LOG_LEVEL: 'info',
    })
    expect(env?.merchants).toMatchObject([
      {
        code: 'northwind',
        source: 'shop',
        dateFormat: 'Y-m-d H:i:s.u',
        reads: 'auto',
        timeZone: 'UTC',
        analyticsHeader: 'x-analytics-client-id',
        products: [],
      },
    ])
  })

  it('may have its accounts in a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'counterfoil-'))
    const file = join(folder, 'merchants.json')
    writeFileSync(file, JSON.stringify([northwind]))
    const { MERCHANTS: _, ...others } = environment()
    expect(readEnv({ ...others, MERCHANTS_FILE: file }).env?.merchants).toHaveLength(1)
    rmSync(folder, { recursive: true })
  })

  it('may name the company’s sign-in, whose issuer is kept to the letter', () => {
    const { env, faults } = readEnv(environment({ ...oidc, OIDC_ROLE_MAP: '{"desk":"agent"}', LOCAL_ACCOUNTS: 'off' }))
    expect(faults).toEqual([])
    expect(env).toMatchObject({ ...oidc, OIDC_ROLE_MAP: { desk: 'agent' }, OIDC_ROLE_CLAIM: 'roles' })
  })

  it('takes what is empty for what is not there', () =>
    expect(faults({ DATABASE_URL: '', METRICS_TOKEN: '', SERVICE_READ_TIMEOUT_MS: '' })).toEqual([]))
})

describe('an environment that is wrong (A11)', () => {
  it('is told of everything at once', () => {
    const { faults } = readEnv({ SERVICE_READ_TIMEOUT_MS: '10s', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://x' })
    expect(faults.map((fault) => fault.split(':')[0]).sort()).toEqual(
      [
        'DATABASE_URL',
        'LOG_LEVEL',
        'MERCHANTS',
        'NEXTAUTH_SECRET',
        'NEXTAUTH_URL',
        'SERVICE_READ_TIMEOUT_MS',
        'SERVICE_URL',
      ].sort(),
    )
  })

  it.each([
    [{ SERVICE_URL: 'billing.example.test' }, 'SERVICE_URL: is not an http or https address'],
    [{ SERVICE_URL: 'ftp://billing.example.test' }, 'SERVICE_URL: is not an http or https address'],
    [{ NEXTAUTH_SECRET: 'short' }, 'NEXTAUTH_SECRET: has fewer than 32 characters'],
    [{ SERVICE_WRITE_PATIENCE_MS: '0' }, 'SERVICE_WRITE_PATIENCE_MS: is not a whole number of milliseconds'],
    [{ SERVICE_WRITE_LIMIT_MS: '-1' }, 'SERVICE_WRITE_LIMIT_MS: is not a whole number of milliseconds'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN: has fewer than 16 characters'],
    [{ ...oidc, OIDC_ISSUER: 'http://login.example.test' }, notIssuer],
    [{ ...oidc, OIDC_ISSUER: 'https://login.example.test/?tenant=x' }, notIssuer],
    [{ ...oidc, OIDC_SCOPE: 'email' }, 'OIDC_SCOPE: does not hold openid'],
    [{ ...oidc, OIDC_ROLE_MAP: '{"desk":"boss"}' }, notRoleMap],
    [{ ...oidc, OIDC_ROLE_MAP: '["admin"]' }, notRoleMap],
    [{ ...oidc, OIDC_ROLE_MAP: '{' }, notRoleMap],
    [
      { ...oidc, OIDC_CLIENT_SECRET: '' },
      `OIDC_CLIENT_SECRET: is missing; the company’s sign-in needs ${Object.keys(oidc).join(', ')}`,
    ],
    [{ LOCAL_ACCOUNTS: 'no' }, 'LOCAL_ACCOUNTS: is neither on nor off'],
    [{ LOCAL_ACCOUNTS: 'off' }, 'LOCAL_ACCOUNTS: off leaves nobody a way in; configure the company’s sign-in (OIDC_ISSUER)'],
    [{ MERCHANTS: '{' }, 'MERCHANTS: is not JSON'],
    [{ MERCHANTS: '{}' }, 'MERCHANTS: is not a JSON array of merchant accounts'],
    [{ MERCHANTS: '[]' }, 'MERCHANTS: names no merchant account'],
    [{ MERCHANTS_FILE: '/x' }, 'MERCHANTS: is given beside MERCHANTS_FILE; keep one'],
    [{ MERCHANTS: '', MERCHANTS_FILE: '/no/such/file' }, 'MERCHANTS_FILE: cannot be read (ENOENT)'],
    [{ merchants: [northwind, northwind] }, 'MERCHANTS: the code northwind stands twice'],
    [
      { NODE_ENV: 'production', NODE_TLS_REJECT_UNAUTHORIZED: '0' },
      'NODE_TLS_REJECT_UNAUTHORIZED: 0 would accept any certificate; remove it',
    ],
  ])('by %j is told by name', (more, fault) => expect(faults(more)).toEqual([fault]))

  it.each([
    [{ publicKey: 'abc' }, 'publicKey: is not in uuid form'],
    [{ secretKey: '' }, 'secretKey: is empty'],
    [{ serviceId: 'a\nb' }, 'serviceId: may hold only visible ASCII characters'],
    [{ code: 'nörthwind' }, 'code: may hold only visible ASCII characters'],
    [{ dateFormat: 'c' }, 'dateFormat: is neither "Y-m-d H:i:s.u" nor "Y-m-dTH:i:s"'],
    [{ fallbackBuyerIp: '999.1.1.1' }, 'fallbackBuyerIp: is not an IPv4 or IPv6 address'],
    [{ reads: 'yes' }, 'reads: is neither true, false nor "auto"'],
    [{ timeZone: 'Mars/Olympus' }, 'timeZone: is not a time zone such as UTC or Europe/Berlin'],
    [{ serviceUrl: 'x' }, 'serviceUrl: is not an http or https address'],
    [{ apiSecret: 'x' }, '0'],
  ])('in an account by %j is told by its place', (more, fault) => {
    const [first = ''] = withMerchant(more)
    expect(first).toBe(fault === '0' ? 'MERCHANTS[0]: does not know apiSecret' : `MERCHANTS[0].${fault}`)
  })

  it('is never told with a secret in it', () => {
    const canary = 'canary-7f3a9c'
    const all = [
      ...faults({
        NEXTAUTH_SECRET: canary,
        METRICS_TOKEN: canary,
        DATABASE_URL: `mysql://u:${canary}@db`,
        SERVICE_URL: `ftp://u:${canary}@x`,
      }),
      ...faults({ MERCHANTS: `[{"secretKey":"${canary}"` }),
      ...faults({ MERCHANTS: JSON.stringify(canary) }),
      ...withMerchant({ secretKey: [canary], publicKey: canary, serviceId: `${canary}\n`, timeZone: canary, dateFormat: canary }),
    ]
    expect(all.length).toBeGreaterThan(8)
    expect(all.join('\n')).not.toContain(canary)
  })
})
