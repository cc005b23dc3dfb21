import type { Revealable, Revealed } from '@/lib/reveal'
import { fetchJson } from '../call'
import { type Subject, show } from './revealed'

type Asked = { fields: readonly Revealable[]; reason: string; ticket: string }

/** Asks for values in clear and shows them for as long as the desk says. Returns what was found. Throws a ServiceProblem. */
export async function askToReveal(subject: Subject, asked: Asked): Promise<Revealable[]> {
  const { values, seconds } = await fetchJson<Revealed>(`/api/desk/buyers/${subject.buyerId}/reveal`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-merchant': subject.merchant },
    body: JSON.stringify({ ...asked, ticket: asked.ticket.trim() || null }),
    cache: 'no-store',
  })
  show(subject, values, seconds)
  return Object.keys(values) as Revealable[]
}
