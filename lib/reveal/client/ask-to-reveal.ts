import { request } from '@/lib/client/request'
import * as routes from '@/lib/core/routes'
import type { Revealable, Revealed } from '../reveal'
import { type Subject, show } from './revealed'

type RevealRequest = { fields: readonly Revealable[]; reason: string; ticket: string }

/** Asks for values in clear and shows them for as long as the server says. Returns what was found. Throws a ServiceProblem. */
export async function askToReveal(subject: Subject, toReveal: RevealRequest): Promise<Revealable[]> {
  const { values, seconds } = await request<Revealed>(routes.buyerReveal(subject.buyerId), {
    merchant: subject.merchant,
    body: { ...toReveal, ticket: toReveal.ticket.trim() || null },
  })
  show(subject, values, seconds)
  return Object.keys(values) as Revealable[]
}
