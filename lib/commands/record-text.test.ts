import { describe, expect, it } from 'vitest'
import { recordText } from './record-text'

const about = { operation: null, called: null, product: null }
const textOf = (kind: string, detail: object, more: object = {}) => recordText({ ...about, kind, detail, ...more })

describe('an entry in words', () => {
  it('of a refund says what happened to how much, and why', () => {
    const refund = { chargeId: 'c-1', amount: '1234.50', currency: 'EUR', reason: 'Paid twice', batchId: null, askedBy: 'Alma' }
    expect(textOf('refund', { step: 'approved', note: 'Goodwill', refund })).toEqual({
      words: 'Refund approved',
      gist: '1,234.50 EUR, Goodwill',
      details: [
        ['amount', '1,234.50 EUR'],
        ['note', 'Goodwill'],
        ['charge id', 'c-1'],
        ['reason', 'Paid twice'],
        ['asked by', 'Alma'],
      ],
    })
    expect(textOf('refund', { step: 'done', note: 'RF-1', refund }).gist).toBe('1,234.50 EUR, reference RF-1')
    expect(textOf('refund', { step: 'batched', note: 'file-id', refund }).gist).toBe('1,234.50 EUR')
    const { details } = textOf('refund', { step: 'batched', note: 'file-id', despite: 'Another order', refund })
    expect(details).toContainEqual(['although money may have gone back', 'Another order'])
    expect(textOf('refund', { step: 'charged_back', note: null, refund }).words).toBe('Refund charged_back')
    expect(textOf('refund', { anything: 'else' })).toMatchObject({ words: 'Refund', gist: 'anything: else' })
  })

  it('of an alert says what a rule found, or which limit somebody reached', () => {
    const found = { alert: '1', rule: '2', version: 1, words: 'Chargebacks: 3 in 24 hours', href: '/settings/events', count: 3 }
    expect(textOf('alert', found)).toMatchObject({ words: 'Alert', gist: 'Chargebacks: 3 in 24 hours' })
    const limit = { limit: 'reveals', most: 40, words: '40 revealed values per hour' }
    expect(textOf('alert', limit)).toMatchObject({ words: 'Reached a limit', gist: '40 revealed values per hour' })
    expect(textOf('alert-closed', { alert: '1', words: found.words })).toMatchObject({
      words: 'Closed an alert',
      gist: 'Chargebacks: 3 in 24 hours',
    })
  })

  it('of a request for approval says what it would change, by the name that people give the command', () => {
    const row = { field: 'endDate', label: 'End date', before: '26 Aug 2027', after: '30 Sep 2027', changes: true }
    const effect = { rows: [row, { ...row, field: 'status', label: 'Status', changes: false }], later: [{ danger: false }] }
    const request = { params: { subscriptionId: 's-1' }, body: { expirationDate: '2027-09-30', reason: 'Goodwill' } }
    const asked = { operation: 'changeExpirationDate', called: 'Renew now', product: 'Northwind Plus' }
    expect(textOf('approval-asked', { effect, request }, asked)).toEqual({
      words: 'Requested approval: Renew now',
      gist: '35 days more, to 30 Sep 2027',
      details: [
        ['product', 'Northwind Plus'],
        ['End date', '26 Aug 2027 → 30 Sep 2027'],
        ['reason', 'Goodwill'],
      ],
    })
    expect(textOf('declined', { askedBy: 'Alma' }, asked)).toMatchObject({ words: 'Declined: Renew now', gist: 'asked by: Alma' })
  })

  it('of a file says how much it holds of what, and of a setting which rule', () => {
    const filter = { operation: 'changeBuyerEmail', buyerId: '31d21526-a9d9-4b2f-ae75-32594eee2787' }
    const file = textOf('exported', { filter, rows: 1 }, { operation: 'exportRefunds' })
    expect([file.words, file.gist]).toEqual(['Exported a file: refunds', '1 row, action: Change e-mail'])
    expect(textOf('exported', { rows: 'orders' }, { operation: 'exportCharges' }).gist).toBe('rows of orders')
    const place = { provider: 'acq', mid: null, refunds: 3, file: 'f-1' }
    expect(textOf('refund-file', place).gist).toBe('acq, 3 refunds')
    const added = { operation: 'createInitialOrder', condition: 'discountOver', threshold: 20 }
    expect(textOf('setting', { setting: 'approval-rule', added }).gist).toBe(
      'approval rule added, a discount above this percentage: 20',
    )
  })

  it('of a quote says what was done with which, and of a token and an address whether it was made or revoked', () => {
    expect(textOf('quote', { did: 'saved', quote: 'Q-7KM3X9' })).toEqual({
      words: 'Quote saved',
      gist: 'Q-7KM3X9',
      details: [['quote', 'Q-7KM3X9']],
    })
    expect(textOf('setting', { setting: 'machine-token', made: 't-1', name: 'helpdesk-bot' }).gist).toBe('helpdesk-bot created')
    expect(textOf('setting', { setting: 'machine-token', revoked: 't-1' }).gist).toBe('revoked')
    expect(textOf('setting', { setting: 'event-address', made: 'a-1' }).gist).toBe('created')
  })

  it('of facts that somebody typed says them by the names of their fields', () => {
    const entity = 'subscription:s-1'
    const facts = [
      { entity, field: 'autoChargeStatus', value: false },
      { entity, field: 'endDate', value: '2027-09-30T12:00:00+00:00' },
      { entity, field: 'later', value: 'x' },
    ]
    expect(textOf('typed', { facts }).gist).toBe('Autocharge: Off · End date: 30 Sep 2027 · later: x')
    expect(textOf('typed', {}).gist).toBe('')
  })
})
