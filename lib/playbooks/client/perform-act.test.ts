import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import type { CommandRequest } from '@/lib/commands/client/send'
import { problem } from '@/lib/core/problem'
import { commands } from '@/lib/operations'
import type { Operation } from '@/lib/operations/declare/operation'
import { ownJson } from '@/lib/testing/own-answers'
import type { Act } from '../playbook'
import { performAct } from './perform-act'

const [buyerId, subscriptionId] = ['31d21526-a9d9-4b2f-ae75-32594eee2787', '3ab9ff0c-a838-4084-83f1-97edc016c350']

/** What becomes of an act of guided steps that sends this, where the service has answered that. */
const performed = (name: keyof typeof commands, body: Record<string, unknown>, data: object) =>
  answered(name, body, () => ownJson({ data }, { headers: { 'x-outcome': 'done' } }))

async function answered(name: keyof typeof commands, body: Record<string, unknown>, answer: () => Response) {
  vi.stubGlobal('fetch', async () => answer())
  const commandOf = (): CommandRequest => ({
    operation: commands[name] as Operation<'command'>,
    merchant: 'northwind',
    params: { buyerId, subscriptionId },
    body,
    ticket: null,
    shownVersion: 1,
    acknowledges: null,
    renewalConfirmed: false,
    buyerAddress: null,
  })
  const senders = { merchant: 'northwind', commandOf, refundOf: () => expect.fail() }
  const act = { kind: 'command', key: 'a' } as Act
  const shown = { approval: null, version: 1 }
  return (await performAct(new QueryClient(), senders, { act, actionId: crypto.randomUUID(), shown })).result.kind
}

it.each([
  ['done', { product: { id: 'cloud' } }],
  ['done', { product: null }],
  ['done', {}],
  ['differs', { product: { id: 'pro' } }],
])('a downgrade is %s where the answer says %j', async (kind, data) => {
  expect(await performed('downgradeSubscription', { productId: 'cloud' }, data)).toBe(kind)
})

it.each([
  ['done', { autoChargeStatus: false }],
  ['done', { autoChargeStatus: null }],
  ['differs', { autoChargeStatus: true }],
])('autocharge turned off is %s where the answer says %j', async (kind, data) => {
  expect(await performed('changeAutochargeStatus', { autochargeStatus: false }, data)).toBe(kind)
})

it.each([
  ['unconfirmed', 'forbidden', { 'x-action-id': 'a' }],
  ['unconfirmed', 'signedOut', { 'x-action-id': 'a' }],
  ['not-sent', 'forbidden', { 'x-action-id': 'a', 'x-outcome': 'not-sent' }],
] as const)('an act is %s where it was turned away as %s with %j', async (kind, why, headers) => {
  const { problem: told } = problem(why, 'This needs the agent role.')
  const answer = () => ownJson(told, { status: told.status, headers })
  expect(await answered('changeAutochargeStatus', { autochargeStatus: false }, answer)).toBe(kind)
})
