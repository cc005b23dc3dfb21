import type { Actor } from '../actor'
import type { Scene } from './company'

/** One person takes files until they are told to wait. */
export const tooManyFiles: Scene = async ({ second, buyer }) => {
  const columns = ['orderId', 'amount', 'currency']
  const body = { rows: 'attempts', format: 'csv', order: 'newest-first', zone: 'UTC', columns }
  let taken = 0
  for (let turn = 0; turn < 6; turn += 1) {
    const answer = await second.ask('POST', `/api/desk/buyers/${buyer.id}/export`, { body })
    if (answer?.status === 200) taken += 1
  }
  second.expect(taken <= 5, `Five files an hour: one person took ${taken}`)
}

/** A read that fails for now is asked again twice, and no more: not even by a service that says to come back at once. */
export const failingRead: Scene = async ({ agent, buyer, readsOf }) => {
  const path = `/api/v3/buyers/${buyer.id}/tokens`
  const before = await readsOf(path)
  await agent.setting.trouble('listTokens', '*', {
    name: 'tooMany',
    order: { operation: 'listTokens', fault: 'tooMany', seconds: 0, times: 9 },
  })
  await agent.ask('GET', path)
  const asked = (await readsOf(path)) - before
  agent.expect(asked <= 3, `A read is repeated twice at most: ${path} was asked ${asked} times`)
  await agent.setting.trouble('listTokens', '*', { name: 'none', order: {} })
}

type Notes = { notes: { id: string; version: number; mine: boolean }[] }

/** Only who wrote a note changes it, and of two texts for one version one is taken. */
export const notesOfOthers: Scene = async ({ agent, manager, buyer }) => {
  const path = `/api/desk/buyers/${buyer.id}/notes`
  const headers = { 'x-action-id': agent.id() }
  const written = await agent.json<Notes>('POST', path, { body: { text: 'Called back', ticket: null }, headers })
  const note = written?.notes[0]
  if (!note) return
  const write = (by: Actor, text: string) =>
    by.ask('PUT', `/api/desk/notes/${note.id}`, { body: { text, version: note.version }, headers: { 'x-action-id': by.id() } })
  const other = await write(manager, 'Never called')
  manager.expect(!other || other.status >= 400, `Only who wrote a note changes it: it was answered ${other?.status}`)
  const both = await Promise.all([write(agent, 'Called twice'), write(agent, 'Called once')])
  const taken = both.filter((answer) => answer?.status === 200).length
  agent.expect(taken <= 1, `Of two texts for one version of a note one is taken: ${taken} were`)
}

/** What was done is known at once: a page that is read afterwards does not say the old. */
export const knownAtOnce: Scene = async ({ agent, second, buyer }) => {
  const [token] = buyer.tokens
  await agent.ask('GET', `/api/v3/buyers/${buyer.id}/tokens`)
  for (const to of ['disable', 'enable'] as const) {
    const body = { chargeMethodTokenId: token }
    const answer = await agent.give(agent.id(), { method: 'PUT', path: `/api/v3/buyers/${buyer.id}/${to}-token`, body })
    if (answer?.headers['x-outcome'] !== 'done') return
    const known = await second.ask('GET', `/api/desk/buyers/${buyer.id}/known`)
    if (known?.status !== 200) return
    const read: { methods: { tokens: { id: number; isEnabled: boolean }[] }[] } = JSON.parse(known.text)
    const value = read.methods.flatMap(({ tokens }) => tokens).find(({ id }) => id === token)?.isEnabled
    second.expect(
      value === undefined || value === (to === 'enable'),
      `What was done is known at once: a token that was ${to}d is not`,
    )
  }
}
