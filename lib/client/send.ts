import { isProblem, type Problem, problem } from '@/lib/problem'
import type { Sent } from '@/lib/sent'
import { noteAnswered } from './session'

/**
 * Posts what sends a command, under an action id where there is one: the same id twice is sent once. Never rejects.
 * What cannot be told from the answer is unconfirmed, a broken connection to the dashboard itself included.
 */
export async function send(path: string, { actionId, body }: { actionId?: string; body?: unknown } = {}): Promise<Sent> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        ...(actionId === undefined ? {} : { 'x-action-id': actionId }),
      },
      body: JSON.stringify(body ?? {}),
    })
    noteAnswered()
    if (response.ok) return { outcome: 'done', problem: null }
    const told: unknown = await response.json().catch(() => undefined)
    if (!isProblem(told)) return lost(`The dashboard answered ${response.status} and nothing readable.`)
    return { outcome: outcomeIn(response.headers.get('x-outcome'), told), problem: told }
  } catch {
    return lost('The connection to the dashboard broke before it answered.')
  }
}

/** Without the header the dashboard itself said no, before anything was sent; unless something broke in it. */
function outcomeIn(header: string | null, { kind, code }: Problem): Sent['outcome'] {
  if (header === 'refused' || header === 'not-sent' || header === 'unconfirmed') return header
  return kind === 'unconfirmed' || code === 'internal' ? 'unconfirmed' : 'not-sent'
}

const lost = (detail: string): Sent => ({
  outcome: 'unconfirmed',
  problem: problem('unconfirmed', detail, { code: 'connection_lost' }).problem,
})
