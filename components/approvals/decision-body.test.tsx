// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { describeOutcome } from '@/lib/commands/client/outcome-words'
import { problem } from '@/lib/core/problem'
import { detailLike } from './approval-for-tests'
import { SentNotice } from './decision-body'
import { RequestDetail } from './request-detail'

afterEach(cleanup)

test('what the service refuses of an approved command is told in full', () => {
  const refused = problem('invalid', 'Validation failed', {
    code: '0',
    traceId: 'da685e022db52df88ecd58b37ac34121',
    uuid: '45beacf7-54f7-4706-836c-0019c0c0f6d2',
    fields: [{ field: 'autochargeStatus', title: 'Must be disabled.', values: { reason: 'Asked by phone' } }],
  }).problem
  render(<SentNotice {...describeOutcome({ kind: 'refused', problem: refused, replayed: false }, '')} />)
  expect(screen.getByRole('listitem').textContent).toBe('autochargeStatus: Must be disabled. (reason: Asked by phone)')
  expect(screen.getByRole('alert').textContent).toMatch(/Refused.*Validation failed.*code 0.*uuid.*trace/)
  expect(screen.getByRole('button', { name: 'Copy details' })).toBeTruthy()
})

test('a request gives the amount that is expected, or says that it’s unknown, and never both', () => {
  const { effect, about, ...detail } = detailLike()
  const later = [{ from: null, until: null, danger: true, says: 'The buyer is charged. We don’t know the amount.' }]
  const lastPaid = { amount: '51.00', currency: 'EUR', day: '2026-02-25', card: null, isUsual: true }
  const given = { ...detail, effect: { ...effect, later }, about: { ...about, lastPaid } }
  render(<RequestDetail detail={given} mustCheck={false} context={{ role: 'manager', merchants: [] }} zone="UTC" now={0} />)
  const next = screen.getByRole('region', { name: 'What happens next' }).textContent
  expect(next).toContain('Expect about 51.00 EUR, the amount of every payment we know of.')
  expect(next).not.toContain('We don’t know the amount')
})

test('a request for what was already done says so, with who did it, and leads there', () => {
  const given = detailLike()
  const repeats = { actionId: 'a-1', words: 'Renew now', person: 'Max', at: '2026-11-30T10:05:00.000Z' }
  render(
    <RequestDetail
      detail={{ ...given, effect: { ...given.effect, repeats } }}
      mustCheck={false}
      context={{ role: 'manager', merchants: [] }}
      zone="UTC"
      now={0}
    />,
  )
  const notice = screen.getByText('The same was already done.').closest('[role="alert"]')
  expect(notice?.textContent).toMatch(/Renew now by Max.*it will be done again/)
  expect(screen.getByRole('link', { name: 'Open it in the journal' }).getAttribute('href')).toBe('/journal?entry=a-1')
})
