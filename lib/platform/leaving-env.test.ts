import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { environment } from '@/lib/testing/environment'
import { readEnv } from './env'

const notTarget =
  'JOURNAL_STREAM: isn’t an https or file address, such as https://logs.example.test/journal or file:/var/log/journal.jsonl (http works on this machine only)'
const noCollector = 'JOURNAL_STREAM_TOKEN: is set, but JOURNAL_STREAM isn’t the address of a collector; remove it'

const oidc = { OIDC_ISSUER: 'https://login.example.test/', OIDC_CLIENT_ID: 'desk', OIDC_CLIENT_SECRET: 'x' }

describe('what leaves the dashboard, by the environment (A11)', () => {
  it.each([
    [
      'https://logs.example.test/journal?source=desk',
      { kind: 'collector', address: 'https://logs.example.test/journal?source=desk' },
    ],
    ['http://127.0.0.1:8080/', { kind: 'collector', address: 'http://127.0.0.1:8080/' }],
    [`file:${join(tmpdir(), 'journal%20of%20ours.jsonl')}`, { kind: 'file', path: join(tmpdir(), 'journal of ours.jsonl') }],
    [`file://${join(tmpdir(), 'journal.jsonl')}`, { kind: 'file', path: join(tmpdir(), 'journal.jsonl') }],
    ['', null],
  ])('may send the journal to “%s”', (given, target) =>
    expect(readEnv(environment({ JOURNAL_STREAM: given })).env?.JOURNAL_STREAM).toEqual(target),
  )

  it.each([
    [{ JOURNAL_STREAM: 'http://logs.example.test' }, notTarget],
    [{ JOURNAL_STREAM: 'https://u:p@logs.example.test' }, notTarget],
    [{ JOURNAL_STREAM: 'https://logs.example.test/#x' }, notTarget],
    [{ JOURNAL_STREAM: 'journal.jsonl' }, notTarget],
    [{ JOURNAL_STREAM: 'file:journal.jsonl' }, notTarget],
    [{ JOURNAL_STREAM: 'file://logs.example.test/journal' }, notTarget],
    [{ JOURNAL_STREAM: 'file:/srv/a%00b' }, notTarget],
    [{ JOURNAL_STREAM: `file:${tmpdir()}` }, 'JOURNAL_STREAM: is a folder, not a file'],
    [{ JOURNAL_STREAM: 'file:/no/such/folder/journal' }, 'JOURNAL_STREAM: is in a folder that doesn’t exist'],
    [{ JOURNAL_STREAM: `file:${import.meta.filename}/journal` }, 'JOURNAL_STREAM: is in a folder that doesn’t exist'],
    [{ JOURNAL_STREAM: 'file:/dev/null' }, 'JOURNAL_STREAM: isn’t a regular file'],
    [{ JOURNAL_STREAM_TOKEN: 'x' }, noCollector],
    [{ ...oidc, SCIM_TOKEN: 'short' }, 'SCIM_TOKEN: has fewer than 32 characters'],
    [
      { SCIM_TOKEN: 'x'.repeat(32) },
      'SCIM_TOKEN: needs company sign-in, by which these people come in; set OIDC_ISSUER, or remove it',
    ],
    [{ JOURNAL_STREAM: `file:${join(tmpdir(), 'journal')}`, JOURNAL_STREAM_TOKEN: 'x' }, noCollector],
  ])('is refused by %j, and told by name', (given, fault) => expect(readEnv(environment(given)).faults).toEqual([fault]))
})
