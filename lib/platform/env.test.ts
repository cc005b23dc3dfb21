import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { forgetSingletons } from '@/lib/platform/singleton-for-tests'
import { environment, northwind } from '@/lib/testing/environment'
import { readEnv } from './env'
import { storageEnv } from './storage-env'

const faults = (more: Parameters<typeof environment>[0]) => readEnv(environment(more)).faults
const withMerchant = (more: object) => faults({ merchants: [{ ...northwind, ...more }] })

const oidc = { OIDC_ISSUER: 'https://login.example.test/', OIDC_CLIENT_ID: 'desk', OIDC_CLIENT_SECRET: 'x' }
const notIssuer = 'OIDC_ISSUER: must be an https address without a query (http works on this machine only)'
const limitTooShort = 'SERVICE_WRITE_LIMIT_MS: is shorter than SERVICE_WRITE_PATIENCE_MS; make it at least as long'
const notRoleMap = 'OIDC_ROLE_MAP: isn’t a JSON object of claim values, each with one of agent, finance, manager, admin'

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

  it.each([
    ['no hosts', undefined, []],
    ['names', 'Shop.example.test pay.example.test:8443,localhost', ['shop.example.test', 'pay.example.test:8443', 'localhost']],
    ['addresses', '192.0.2.7, [2001:db8::1]:8443', ['192.0.2.7', '[2001:db8::1]:8443']],
  ])('may allow return addresses on %s', (_, given, hosts) =>
    expect(readEnv(environment({ RETURN_URL_HOSTS: given ?? '' })).env?.RETURN_URL_HOSTS).toEqual(hosts),
  )

  it('may give up a command at the very moment when the person is told', () =>
    expect(faults({ SERVICE_WRITE_PATIENCE_MS: '2000', SERVICE_WRITE_LIMIT_MS: '2000' })).toEqual([]))

  it('takes what is empty for what isn’t there', () =>
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
    ...['https://shop.example.test', 'shop.example.test, x/y', '*', '*.example.test', 'shop.example.test,*', '.', '_', 'a..b'],
    ...[' ', ','],
  ])('allows return addresses on no “%s”', (hosts) =>
    expect(faults({ RETURN_URL_HOSTS: hosts })).toEqual(['RETURN_URL_HOSTS: isn’t a list of hosts, such as shop.example.test']),
  )

  it.each([
    [{ SERVICE_URL: 'billing.example.test' }, 'SERVICE_URL: isn’t an http or https address'],
    [{ SERVICE_URL: 'ftp://billing.example.test' }, 'SERVICE_URL: isn’t an http or https address'],
    [{ NEXTAUTH_SECRET: 'short' }, 'NEXTAUTH_SECRET: has fewer than 32 characters'],
    [{ SERVICE_WRITE_PATIENCE_MS: '0' }, 'SERVICE_WRITE_PATIENCE_MS: isn’t a whole number of milliseconds'],
    [{ SERVICE_WRITE_LIMIT_MS: '-1' }, 'SERVICE_WRITE_LIMIT_MS: isn’t a whole number of milliseconds'],
    [{ SERVICE_URL: 'https://u:p@billing.example.test' }, 'SERVICE_URL: has a query, a fragment or a password in it'],
    [{ NEXTAUTH_URL: 'desk.example.test' }, 'NEXTAUTH_URL: isn’t an http or https address'],
    [{ NEXTAUTH_URL: 'https://desk.example.test/desk' }, 'NEXTAUTH_URL: has a path; the dashboard needs an address without one'],
    [{ NEXTAUTH_URL: 'https://desk.example.test/?a=b' }, 'NEXTAUTH_URL: has a query, a fragment or a password in it'],
    [{ DATABASE_URL: 'mysql://db.example.test/desk' }, 'DATABASE_URL: isn’t a postgres:// address'],
    [{ DATABASE_URL: 'postgres://db.example.test:port/desk' }, 'DATABASE_URL: isn’t a postgres:// address'],
    [{ DATA_DIR: import.meta.filename }, 'DATA_DIR: is a file, not a folder'],
    [{ JOURNAL_KEY: 'short' }, 'JOURNAL_KEY: has fewer than 16 characters'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: isn’t a log level'],
    [{ TRUSTED_PROXIES: '10.0.0.7, balancer' }, 'TRUSTED_PROXIES: isn’t a list of IPv4 or IPv6 addresses'],
    [{ SERVICE_WRITE_PATIENCE_MS: '', SERVICE_WRITE_LIMIT_MS: '14999' }, limitTooShort],
    [{ SERVICE_WRITE_PATIENCE_MS: '60001', SERVICE_WRITE_LIMIT_MS: '' }, limitTooShort],
    [{ SERVICE_WRITE_PATIENCE_MS: '2000', SERVICE_WRITE_LIMIT_MS: '1999' }, limitTooShort],
    [{ SERVICE_READ_TIMEOUT_MS: '10s' }, 'SERVICE_READ_TIMEOUT_MS: isn’t a whole number of milliseconds'],
    [{ SERVICE_MAX_ANSWER_BYTES: '32M' }, 'SERVICE_MAX_ANSWER_BYTES: isn’t a whole number of bytes'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT: isn’t an http or https address'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'Bearer x' }, 'OTEL_EXPORTER_OTLP_HEADERS: isn’t a list such as name=value,name=value'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=%zz' }, 'OTEL_EXPORTER_OTLP_HEADERS: isn’t a list such as name=value,name=value'],
    [{ OTEL_SERVICE_NAME: 'bücher' }, 'OTEL_SERVICE_NAME: may hold only printable ASCII characters'],
    [{ METRICS_TOKEN: 'sixteen letters\nand more' }, 'METRICS_TOKEN: may hold only printable ASCII characters'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN: has fewer than 16 characters'],
    [{ ...oidc, OIDC_CLIENT_ID: 'a\nb' }, 'OIDC_CLIENT_ID: may hold only printable ASCII characters'],
    [{ ...oidc, OIDC_CLIENT_SECRET: 'ä' }, 'OIDC_CLIENT_SECRET: may hold only printable ASCII characters'],
    [{ ...oidc, OIDC_ROLE_CLAIM: 'a\trole' }, 'OIDC_ROLE_CLAIM: may hold only printable ASCII characters'],
    [{ ...oidc, OIDC_ISSUER: 'http://login.example.test' }, notIssuer],
    [{ ...oidc, OIDC_ISSUER: 'https://login.example.test/?tenant=x' }, notIssuer],
    [{ ...oidc, OIDC_SCOPE: 'email' }, 'OIDC_SCOPE: doesn’t include openid'],
    [{ ...oidc, OIDC_ROLE_MAP: '{"desk":"boss"}' }, notRoleMap],
    [{ ...oidc, OIDC_ROLE_MAP: '["admin"]' }, notRoleMap],
    [{ ...oidc, OIDC_ROLE_MAP: '{' }, notRoleMap],
    [
      { ...oidc, OIDC_CLIENT_SECRET: '' },
      `OIDC_CLIENT_SECRET: is missing; the company’s sign-in needs ${Object.keys(oidc).join(', ')}`,
    ],
    [{ LOCAL_ACCOUNTS: 'no' }, 'LOCAL_ACCOUNTS: must be on or off'],
    [{ LOCAL_ACCOUNTS: 'off' }, 'LOCAL_ACCOUNTS: off means nobody can sign in; set up company sign-in (OIDC_ISSUER)'],
    [{ MERCHANTS: '{' }, 'MERCHANTS: isn’t JSON'],
    [{ MERCHANTS: '{}' }, 'MERCHANTS: isn’t a JSON array of merchant accounts'],
    [{ MERCHANTS: '[]' }, 'MERCHANTS: has no merchant account in it'],
    [{ MERCHANTS_FILE: '/x' }, 'MERCHANTS: is set together with MERCHANTS_FILE; keep one'],
    [{ MERCHANTS: '', MERCHANTS_FILE: '/no/such/file' }, 'MERCHANTS_FILE: can’t be read (ENOENT)'],
    [{ merchants: [northwind, northwind] }, 'MERCHANTS: the code northwind is used twice'],
    [
      { NODE_ENV: 'production', NODE_TLS_REJECT_UNAUTHORIZED: '0' },
      'NODE_TLS_REJECT_UNAUTHORIZED: 0 turns off certificate checks; remove it',
    ],
  ])('by %j is told by name', (more, fault) => expect(faults(more)).toEqual([fault]))

  it.each([
    [{ publicKey: 'abc' }, 'publicKey: isn’t in uuid form'],
    [{ secretKey: '' }, 'secretKey: is empty'],
    [{ serviceId: 'a\nb' }, 'serviceId: may hold only visible ASCII characters'],
    [{ code: 'nörthwind' }, 'code: may hold only visible ASCII characters'],
    [{ dateFormat: 'c' }, 'dateFormat: must be "Y-m-d H:i:s.u" or "Y-m-dTH:i:s"'],
    [{ fallbackBuyerIp: '999.1.1.1' }, 'fallbackBuyerIp: isn’t an IPv4 or IPv6 address'],
    [{ reads: 'yes' }, 'reads: must be true, false or "auto"'],
    [{ timeZone: 'Mars/Olympus' }, 'timeZone: isn’t a time zone such as UTC or Europe/Berlin'],
    [{ serviceUrl: 'x' }, 'serviceUrl: isn’t an http or https address'],
    [{ apiSecret: 'x' }, '0'],
  ])('in an account by %j is told by its place', (more, fault) => {
    const [first = ''] = withMerchant(more)
    expect(first).toBe(fault === '0' ? 'MERCHANTS[0]: has unknown keys: apiSecret' : `MERCHANTS[0].${fault}`)
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

describe('where data is kept', () => {
  const storageWith = (variables: Record<string, string>) => {
    Object.assign(process.env, variables)
    forgetSingletons('env')
    return storageEnv()
  }

  it('is known without a service and merchants, with the documented defaults', () => {
    expect(storageWith({ DATA_DIR: '', LOG_LEVEL: '', MERCHANTS: '', SERVICE_URL: '' })).toMatchObject({
      DATA_DIR: '.data',
      LOG_LEVEL: 'info',
    })
  })

  it('is read once: what is changed while the process runs moves nothing', () => {
    const { DATA_DIR } = storageWith({ DATA_DIR: '/srv/one' })
    process.env.DATA_DIR = '/srv/other'
    expect([DATA_DIR, storageEnv().DATA_DIR]).toEqual(['/srv/one', '/srv/one'])
  })

  it('is refused with everything that is wrong with it, and none of its values', () => {
    const wrong = { DATABASE_URL: 'mysql://x', JOURNAL_KEY: 'a-canary', NEXTAUTH_SECRET: 'another-canary' }
    expect(() => storageWith(wrong)).toThrow(
      'These environment variables are wrong:\nDATABASE_URL: isn’t a postgres:// address\nJOURNAL_KEY: has fewer than 16 characters\nNEXTAUTH_SECRET: has fewer than 32 characters',
    )
  })
})
