import 'server-only'
import type { Transaction } from 'kysely'
import { problem } from '@/lib/core/problem'
import type { Tables } from '@/lib/database/schema'
import type { RequestOfCharge } from './ask-refund'
import type { RefundRow } from './refund-row'

type Seen = { row: RefundRow; others: readonly RequestOfCharge[]; seen: readonly string[] }

/** Throws `conflict` where the requests of a charge, `others` than this one, aren't those that the person saw. */
export async function requireAsSeen(tx: Transaction<Tables>, { row, others, seen }: Seen): Promise<void> {
  const unseen = others.find(({ id }) => !seen.includes(id))
  const isGone = seen.some((id) => !others.some((other) => other.id === id))
  if (!unseen && !isGone) return
  const what = unseen ? await describeUnseen(tx, row, unseen) : 'A refund that was requested for this charge was refused'
  throw problem('conflict', `${what} since you opened this. Nothing was requested now. Check it, then request again.`, {
    code: 'changed',
  })
}

/** A request that nobody saw because it was refused then wasn't made since. */
async function describeUnseen(tx: Transaction<Tables>, { account_id }: RefundRow, unseen: RequestOfCharge): Promise<string> {
  const { id, amount, currency, person } = unseen
  const reopened = await tx
    .selectFrom('refund_steps')
    .select('id')
    .where('refund_id', '=', id)
    .where('kind', '=', 'reopened')
    .limit(1)
    .executeTakeFirst()
  const who = unseen.account_id === account_id ? 'You' : person
  if (!reopened) return `${who} requested a refund of ${amount} ${currency} for this charge`
  return `The refund of ${amount} ${currency} that ${who === 'You' ? 'you' : who} requested for this charge was reopened`
}
