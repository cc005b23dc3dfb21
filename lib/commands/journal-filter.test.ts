import { expect, it } from 'vitest'
import { journalFilter, journalPath } from './journal-filter'

it('takes what it knows from an address and leaves the rest', () => {
  expect(journalFilter({ ticket: ' T-1 ', outcome: ['open', 'done'], person: '', entry: 'x' })).toEqual({
    outcome: 'open',
    ticket: 'T-1',
  })
})

it('leaves out what makes no sense there, so that a page never shows it', () => {
  expect(journalFilter({ outcome: 'lost', from: '2026-02-30', to: '2026-03-01', ticket: 'x'.repeat(201) })).toEqual({
    to: '2026-03-01',
  })
})

it('makes equal filters equal as keys, however they were asked for', () => {
  const one = journalFilter({ ticket: 'T-1', outcome: 'open' })
  expect(JSON.stringify(one)).toBe(JSON.stringify(journalFilter({ outcome: 'open', ticket: 'T-1' })))
})

it('asks for a piece, and for the file of the same entries', () => {
  expect(journalPath({})).toBe('/api/desk/journal')
  expect(journalPath({ outcome: 'open' }, { before: '2026-03-02T09:00:00.000Z' })).toBe(
    '/api/desk/journal?outcome=open&before=2026-03-02T09%3A00%3A00.000Z',
  )
  expect(journalPath({ person: 'Ines Dahl' }, { file: true })).toBe('/api/desk/journal/export?person=Ines+Dahl')
})
