import { tmpdir } from 'node:os'
import { beforeEach, describe, expect, test } from 'vitest'
import { startAt } from '@/lib/database/engines-for-tests'
import { isRepeat } from './chain'
import { decryptJson, derived, encryptJson, firstHash, hasJournalKey, signatureOf, signed } from './crypto'
import { digestOf, digestsIn, digestsOf, isVouchedFor, vouchedFor } from './row-digests'

const secret = 'a secret of tests that is long enough'
const startWith = (environment: Record<string, string>) =>
  startAt({ DATA_DIR: tmpdir() }, { JOURNAL_KEY: '', NEXTAUTH_SECRET: secret, ...environment })
beforeEach(() => startWith({}))

describe('the journal is signed', () => {
  const bySecret = 'f88201f85dd887d60ab11b38c78b4fd7f67b8368ae711d1b55b760a51f497949'
  const byKey = '74d9b3efd4138d66c0c534f6911a327a39419f0372b378789d5c95527a41aab3'

  test('with a key derived from the secret as every version has derived it, or with its own', () => {
    expect([signatureOf(7, firstHash), hasJournalKey()]).toEqual([bySecret, true])
    startWith({ JOURNAL_KEY: 'a key of the journal' })
    expect([signatureOf(7, firstHash), hasJournalKey()]).toEqual([byKey, true])
    startWith({ JOURNAL_KEY: 'a key of the journal', NEXTAUTH_SECRET: '' })
    expect([signatureOf(7, firstHash), hasJournalKey()]).toEqual([byKey, true])
  })

  test('by nobody who was given neither', () => {
    startWith({ NEXTAUTH_SECRET: '' })
    expect(hasJournalKey()).toBe(false)
    expect(() => signatureOf(7, firstHash)).toThrow('Set JOURNAL_KEY or NEXTAUTH_SECRET')
  })

  test('so that another number, text or key gives another signature', () => {
    const all = [signed('a'), signed('b'), signatureOf(1, firstHash), signatureOf(2, firstHash)]
    startWith({ JOURNAL_KEY: 'a key of the journal' })
    expect(new Set([...all, signed('a')]).size).toBe(5)
    expect(derived(secret, 'one purpose')).not.toEqual(derived(secret, 'another'))
  })
})

describe('what is sealed', () => {
  test.each([null, '', 0, false, 'zoë “Z”', { email: 'zoë@example.test', list: [1, null] }])(
    'comes back as it was: %j',
    (value) => {
      expect(decryptJson(encryptJson(value))).toEqual(value)
    },
  )

  test('and is nothing comes back as null', () => {
    expect(decryptJson(encryptJson(undefined))).toBeNull()
  })

  test('is read where an earlier version has sealed it', () => {
    const before = 'AAECAwQFBgcICQoLnfV+eS49W3fA+FZgD0rm17g8eZf2rq6qaD87Znwhej+p2QccocWhQ4WT01lz'
    expect(decryptJson(before)).toEqual({ email: 'zoë@example.test' })
  })

  test('is never the same twice, nor read once it was changed or with another secret', () => {
    const text = encryptJson('zoë@example.test')
    expect(encryptJson('zoë@example.test')).not.toBe(text)
    const changed = Buffer.from(text, 'base64')
    changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1)
    expect(() => decryptJson(changed.toString('base64'))).toThrow()
    startWith({ NEXTAUTH_SECRET: 'another secret of tests that is long enough' })
    expect(() => decryptJson(text)).toThrow()
  })
})

describe('the digest of a value', () => {
  const of = (value: string | number | null) => digestOf({ table: 'actions', id: 'a-1', column: 'state', value })

  test('is what every version so far has made of it', () => {
    expect([of('done'), of(null), of('')]).toEqual(['OhEo4dw2KWhZhaBo', 'ERT3-dvNhltNLwSg', '91OOrneD3pN4DNhr'])
  })

  test('is that of its table, row and column alone', () => {
    const cell = { table: 'actions', id: 'a-1', column: 'state', value: 'done' } as const
    const others = [
      { ...cell, table: 'guides' as const },
      { ...cell, id: 'a-2' },
      { ...cell, column: 'answer' },
    ]
    expect(new Set([cell, ...others].map(digestOf)).size).toBe(4)
  })

  test('is kept for each column that is written', () => {
    const values = { state: 'done', answer: null }
    expect(digestsOf({ table: 'actions', id: 'a-1', values } as Parameters<typeof digestsOf>[0])).toEqual({
      table: 'actions',
      id: 'a-1',
      columns: { state: of('done'), answer: digestOf({ table: 'actions', id: 'a-1', column: 'answer', value: null }) },
    })
  })
})

describe('the digests in an entry', () => {
  const sound = { table: 'actions', id: 'a-1', columns: { state: 'OhEo4dw2KWhZhaBo' } }

  test('are those that can be read', () => {
    const others = [
      null,
      'actions',
      { ...sound, table: 'sessions' },
      { ...sound, table: ['actions'] },
      { ...sound, id: 7 },
      { ...sound, columns: 'state' },
      { ...sound, columns: null },
    ]
    expect(digestsIn({ proof: { rows: [...others, sound] } })).toEqual([sound])
    expect(digestsIn({ proof: { rows: [] } })).toEqual([])
  })

  test.each([null, 'proof', [], {}, { proof: null }, { proof: {} }, { proof: { rows: 'all' } }])(
    'are missing from %j',
    (detail) => {
      expect(digestsIn(detail)).toBeNull()
    },
  )

  test('are of tables that the journal vouches for', () => {
    expect(Object.keys(vouchedFor).every(isVouchedFor)).toBe(true)
    expect([isVouchedFor('sessions'), isVouchedFor('toString'), isVouchedFor(['actions']), isVouchedFor(undefined)]).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})

test('the same thing is a repeat for a minute after it was noted, and only of its own subject', () => {
  const noted = (text: string, now: number, subject = 'searches') => isRepeat(subject, text, now)
  expect([noted('ada zoë', 0), noted('ada zoë', 1), noted('ada ines', 1), noted('ada zoë', 1, 'forbidden')]).toEqual([
    false,
    true,
    false,
    false,
  ])
  expect([noted('ada zoë', 60_000), noted('ada zoë', 60_001), noted('ada zoë', 60_002)]).toEqual([true, false, true])
  expect([noted('ada ines', 60_003), noted('ada zoë', 120_001)]).toEqual([false, true])
})
