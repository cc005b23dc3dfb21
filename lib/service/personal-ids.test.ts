import { expect, it } from 'vitest'
import { parsedJson } from '@/lib/core/json'
import { createBuyer } from '@/lib/operations/create-buyer/operation'
import { problemOf, refusalOf, ServiceFailure, withoutPersonal } from './failure'

const refused = (said: string) => {
  const values = { userId: said, orderId: said, code: said, apiKey: said }
  const body = { uuid: said, code: 2001, message: 'No', traceId: said, errors: [{ field: 'email', title: 'No', values }] }
  const answer = { status: 422, body: Buffer.from(''), encoding: null, retryAfter: null, clockDifference: null, isOld: false }
  const { problem } = problemOf(createBuyer, new ServiceFailure(refusalOf(answer, parsedJson(JSON.stringify(body)))))
  return [problem.traceId, problem.uuid, ...Object.values((problem.fields[0]?.values ?? {}) as object)]
}

it.each([
  ['203.0.113.24', '203.0.113.•••'],
  ['2001:db8:85a3::8a2e:370:7334', '2001:db8:•••'],
  ['::ffff:203.0.113.24', '::ffff:203.0.113.•••'],
  ['4111-1111-1111-1111', '•••• 1111'],
  ['4111.1111.1111.1111', '•••• 1111'],
  ['3782-822463-10005', '•••• 0005'],
  ['card:4111-1111-1111-1111', 'card:•••• 1111'],
  ['ip=203.0.113.24', 'ip=203.0.113.•••'],
  ['pay_203.0.113.24_2', 'pay_203.0.113.•••_2'],
  ['ip_2001:db8:85a3::7334', 'ip_2001:db8:•••'],
])('an id that is %s is shown as %s', (said, shown) => {
  expect(new Set(refused(said))).toEqual(new Set([shown]))
})

it.each([
  '4111111111111111',
  'ch_4111111111111111-1',
  'da685e022db52df88ecd58b37ac34121',
  '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  'fe0a51c2-1d3f-4b6e-9c7a-0d2e4f6a8b1c',
  '41111111-1111-4111-8111-111111111111',
  'Wq7LmR2x',
  'v1.2.3.4',
  'acq_1.2.3',
  '2001',
])('an id that is %s stays whole', (said) => {
  expect(new Set(refused(said))).toEqual(new Set([said]))
})

it('an id in an answer that is done is treated so, too, and the address of a payment page isn’t', () => {
  const url = 'https://pay.example.test/?card=4111-1111-1111-1111'
  const said = { id: '203.0.113.24', ids: 7, orderIds: ['4111-1111-1111-1111', '4111111111111111'], url }
  expect(withoutPersonal(said)).toEqual({ id: '203.0.113.•••', ids: 7, orderIds: ['•••• 1111', '4111111111111111'], url })
})
