import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { environment, northwind } from '@/lib/testing/environment'
import { type Env, readEnv } from './env'

type Variable = Exclude<keyof Env, 'merchants' | 'merchantsFile' | 'helpDesks'> | 'MERCHANTS' | 'MERCHANTS_FILE'

const switches = ['yes', 'ON', 'true', '1', ' on']
const numbers = ['0', '-1', '1.5', '1e3', '10s', '1000000000', ' 5']
const unprintable = ['a\nb', 'ä', '\u0001']
const addresses = ['x', 'ftp://a.example.test', 'https://u:p@a.example.test', 'https://a.example.test/?a=b']

/** Of each variable what is just not right. A new one that isn't here doesn't compile. */
const wrong: Record<Variable, string[]> = {
  SERVICE_URL: addresses,
  NEXTAUTH_URL: [...addresses, 'https://desk.example.test/desk'],
  NEXTAUTH_SECRET: ['s'.repeat(31)],
  MERCHANTS: ['{', '{}', '[]', '[{}]', JSON.stringify([northwind, northwind])],
  MERCHANTS_FILE: ['/no/such/file', import.meta.dirname],
  OIDC_ISSUER: [...addresses, 'http://login.example.test'],
  OIDC_CLIENT_ID: unprintable,
  OIDC_CLIENT_SECRET: unprintable,
  OIDC_ROLE_MAP: ['{', '[]', 'null', '{"desk":"boss"}'],
  OIDC_ROLE_CLAIM: unprintable,
  OIDC_SCOPE: ['email', 'openid2 email'],
  LOCAL_ACCOUNTS: switches,
  DATA_DIR: [import.meta.filename, 'a\u0001b'],
  DATABASE_URL: ['mysql://db.example.test/desk', 'postgres://db.example.test:port/desk'],
  JOURNAL_KEY: ['k'.repeat(15)],
  RETURN_URL_HOSTS: ['*', ',', 'https://shop.example.test', 'shop.example.test,x/y'],
  SERVICE_READ_TIMEOUT_MS: numbers,
  SERVICE_WRITE_PATIENCE_MS: numbers,
  SERVICE_WRITE_LIMIT_MS: [...numbers, '14999'],
  SERVICE_MAX_ANSWER_BYTES: [...numbers, '32M'],
  LOG_LEVEL: ['loud', 'INFO', 'warning'],
  TRUSTED_PROXIES: ['balancer', '10.0.0.0/8', '10.0.0.7,256.0.0.1'],
  SERVICE_IS_STANDIN: switches,
  EVENTS: switches,
  EVENTS_READS_PER_SECOND: ['-1', '201', '1.5', '2s', ' 2', '1000'],
  AGENTS: switches,
  INCIDENT_RATE_MAX: ['0', '-1', '101', '1.5', '20s', ' 20', '020'],
  HELP_DESKS: ['{', '{}', '[{}]'],
  HELP_DESKS_FILE: ['/no/such/file', import.meta.dirname],
  HOOK_HOSTS: ['*', ',', 'https://hooks.example.test', 'hooks.example.test:0', 'hooks.example.test:65536'],
  METRICS_TOKEN: [...unprintable, 'm'.repeat(15)],
  JOURNAL_STREAM: [
    'logs.example.test',
    'http://logs.example.test',
    'file:journal.jsonl',
    'file:/no/such/folder/journal',
    'file:/tmp',
  ],
  JOURNAL_STREAM_TOKEN: unprintable,
  SCIM_TOKEN: [...unprintable, 's'.repeat(31)],
  OTEL_EXPORTER_OTLP_ENDPOINT: addresses,
  OTEL_EXPORTER_OTLP_HEADERS: ['Bearer x', 'a=%zz', 'a=b;c=d'],
  OTEL_SERVICE_NAME: unprintable,
  SIGNED_ACTS: ['on', 'ALL', 'erasure,', 'erasure,all'],
  REFUND_SIGN_OVER: ['200', '[]', '{"EUR":200}', '{"eur":"200.00"}', '{"EUR":"-1"}'],
}

/** What each is sound beside. */
const sound: Record<string, string> = {
  ...environment(),
  ...{ SERVICE_WRITE_PATIENCE_MS: '15000', SERVICE_WRITE_LIMIT_MS: '60000', SIGNED_ACTS: 'all' },
  ...{ OIDC_ISSUER: 'https://login.example.test/', OIDC_CLIENT_ID: 'desk', OIDC_CLIENT_SECRET: 'x' },
  JOURNAL_STREAM: 'https://logs.example.test/journal',
}

it('all of them are in the example, and nothing else is', () => {
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
  const names = [...example.matchAll(/^(?:# )?([A-Z_]{4,})=/gm)].map(([, name]) => name)
  expect(names.toSorted()).toEqual(Object.keys(wrong).toSorted())
  expect(readEnv(sound).faults).toEqual([])
})

it.each(Object.entries(wrong))('%s is told by its name alone, whichever way it’s wrong', (name, values) => {
  const beside: Record<string, string> = name === 'MERCHANTS_FILE' ? { MERCHANTS: '' } : {}
  for (const value of values) {
    const { faults } = readEnv({ ...sound, ...beside, [name]: value })
    const others = faults.filter((fault) => /^\w+/.exec(fault)?.[0] !== name)
    expect([value, faults.length > 0, others]).toEqual([value, true, []])
  }
})
