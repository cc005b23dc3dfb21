import type { Action } from '@/lib/action'
import { pathFor } from '@/lib/operations/path'
import type { CommandOnWire } from './journal-desk'

const json = (value: unknown) => JSON.stringify(value, null, 2)

/** Method and path of the command, then its body. */
export function sentLines({ operation, request }: Action, commands: readonly CommandOnWire[]): string {
  const command = commands.find(({ name }) => name === operation)
  const line = command ? `${command.method} ${pathFor(command, request.params)}` : `${operation} ${json(request.params)}`
  return request.body == null ? line : `${line}\n\n${json(request.body)}`
}

/** Status and what came with it. What is unconfirmed has no answer: its status is our own and is left out. */
export function answerLines({ state, answer }: Action, body?: unknown): string {
  if (answer === null) return state === 'sent' ? 'nothing yet' : 'nothing'
  if (state === 'unconfirmed') return lines('nothing that could be read', answer.detail)
  if (state === 'not-sent') return lines('it was never sent', answer.detail)
  if (state === 'done')
    return lines(
      answer.status === 204 ? '204, nothing in it' : String(answer.status),
      body === undefined ? null : `\n${json(body)}`,
    )
  const code = answer.code === null ? '' : `, code ${answer.code}`
  return lines(`${answer.status}${code}`, answer.detail, ...answer.fields.map(({ field, title }) => `${field}: ${title}`))
}

const lines = (...all: (string | null)[]) => all.filter((line) => line !== null && line !== '').join('\n')
