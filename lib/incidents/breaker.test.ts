import { describe, expect, test } from 'vitest'
import { gauges, type RowEnd, tripped } from './breaker'

const done: RowEnd = { state: 'done', words: null }
const refused = (words = 'Not today'): RowEnd => ({ state: 'refused', words })
const many = (count: number, end: RowEnd) => Array.from({ length: count }, () => end)
const unread: RowEnd = { state: 'not-sent', words: 'It couldn’t be read first' }
const none = { ended: 10, refused: 0 }
const seen = new Set(['Not today'])

describe('a run pauses by itself', () => {
  test.each<[string, RowEnd[], { ended: number; refused: number }, ReadonlySet<string>, string | null]>([
    ['two known refusals of 50', [...many(2, refused()), ...many(48, done)], none, seen, null],
    [
      'three known refusals of 50',
      [refused(), ...many(24, done), refused(), ...many(23, done), refused()],
      none,
      seen,
      'refused-of-50',
    ],
    ['three of 51', [refused(), ...many(24, done), refused(), ...many(24, done), refused()], none, seen, null],
    ['a refusal nobody has seen, twice in 20', [refused('Other'), ...many(18, done), refused('Other')], none, seen, 'new-error'],
    ['an error before sending that nobody has seen, twice in 20', [unread, ...many(18, done), unread], none, seen, 'new-error'],
    ['the same in 21', [refused('Other'), ...many(19, done), refused('Other')], none, seen, null],
    ['two kinds that nobody has seen, once each', [refused('One'), refused('Other')], none, seen, null],
    ['three unconfirmed of 100', [...many(3, { state: 'unconfirmed', words: null })], none, seen, 'unconfirmed-of-100'],
    ['five moved in a row', many(5, { state: 'moved', words: null }), none, seen, 'moved-in-a-row'],
    [
      'four moved, one done, one moved',
      [...many(4, { state: 'moved', words: null }), done, { state: 'moved', words: null }],
      none,
      seen,
      null,
    ],
    ['2 % of 150', [refused()], { ended: 150, refused: 3 }, seen, 'refused-of-all'],
    ['2 % of 149', [refused()], { ended: 149, refused: 3 }, seen, null],
    ['2 % of all, and nothing refused since it went on', [done], { ended: 150, refused: 3 }, seen, null],
    ['keys refused', [{ state: 'refused', words: 'x', stop: 'keys-refused' }], none, seen, 'keys-refused'],
    [
      'keys refused, and rows beside it done',
      [done, { state: 'refused', words: 'x', stop: 'keys-refused' }, done],
      none,
      seen,
      'keys-refused',
    ],
    ['the service away', [{ state: 'not-sent', words: 'x', stop: 'service-away' }], none, seen, 'service-away'],
  ])('%s', (_, ends, totals, known, limit) => {
    expect(tripped(ends, totals, known)).toBe(limit)
  })

  test('and shows how near each limit is before', () => {
    expect(gauges([refused(), done], none, seen).find(({ limit }) => limit === 'refused-of-50')).toEqual({
      limit: 'refused-of-50',
      count: 1,
      at: 3,
    })
  })
})
