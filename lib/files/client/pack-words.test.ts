import { describe, expect, it } from 'vitest'
import { describePack } from './pack-words'
import type { FileVerdict, PackVerdict } from './read-pack'

const file = (name: string, is: FileVerdict['is'] = 'sound'): FileVerdict => ({ name, is, bytes: 12_000, was: 11_000 })
const pack = (files: FileVerdict[], dashboard: Partial<PackVerdict['dashboard'] & object> = {}): PackVerdict => ({
  manifest: {
    format: 'counterfoil-evidence/1',
    madeAt: '2026-11-20T14:12:00.000Z',
    level: 'bank',
    buyerId: 'b-1',
    orders: ['o-1', 'o-2'],
    journal: { seq: 7 },
    files: [],
  },
  files,
  dashboard: { signed: true, journal: 'same', madeBy: 'Fumiko Ito', buyer: 'a•••s@l•••.test', ...dashboard },
})
const said = (verdict: PackVerdict) => Object.values(describePack(verdict, 'UTC'))

describe('the verdict on a pack, in a sentence', () => {
  it('says by whom, when and for whom a pack of ours was made', () => {
    expect(said(pack([file('orders.json'), file('summary.html')]))).toEqual([
      'ours',
      'Unchanged since it was made',
      'All 2 files match. Made by Fumiko Ito on 20 Nov 2026, 14:12, about a•••s@l•••.test, with 2 orders, for the bank.',
    ])
    expect(said(pack([file('orders.json')], { madeBy: null, buyer: null }))[2]).toBe(
      'Its file matches. Made on 20 Nov 2026, 14:12, with 2 orders, for the bank.',
    )
  })

  it.each([
    [['changed'], 'One file was changed', 'a.csv isn’t the one in the pack made on 20 Nov 2026, 14:12. Don’t rely on it.'],
    [
      ['missing'],
      'One file is missing',
      'a.csv was in the pack made on 20 Nov 2026, 14:12 and isn’t any more. Don’t rely on it.',
    ],
    [
      ['extra', 'extra'],
      '2 files were added',
      'a.csv wasn’t in the pack made on 20 Nov 2026, 14:12. 1 more is wrong. Don’t rely on it.',
    ],
    [
      ['changed', 'missing', 'extra'],
      '3 files were not as made',
      'a.csv isn’t the one in the pack made on 20 Nov 2026, 14:12. 2 more are wrong. Don’t rely on it.',
    ],
  ] as const)('names what is wrong: %s', (kinds, title, says) => {
    const wrong = kinds.map((is, place) => file(`${'abc'[place]}.csv`, is))
    expect(said(pack([...wrong, file('whole.json')]))).toEqual(['changed', title, says])
  })

  it('does not rely on files that fit a list whose entry the journal has not', () => {
    expect(said(pack([file('a.csv')], { journal: 'other' })).slice(0, 2)).toEqual([
      'changed',
      'The journal doesn’t have its entry',
    ])
  })

  it('says neither good nor bad of what we didn’t make', () => {
    expect(said(pack([file('a.csv', 'changed')], { signed: false, journal: 'missing' }))).toEqual([
      'unknown',
      'This Counterfoil didn’t make it',
      'Another one did, or somebody changed its list of fingerprints. Don’t rely on it.',
    ])
    expect(said({ manifest: null, files: [], dashboard: null })[0]).toBe('unknown')
  })
})
