import { useQueries } from '@tanstack/react-query'
import { previewQuery } from '@/lib/commands/client/preview-query'
import { useFollowReads } from '@/lib/commands/client/use-follow-reads'
import type { Preview } from '@/lib/commands/preview'
import { compare } from '@/lib/core/money'
import { refundableQuery } from '@/lib/refunds/client/refund-queries'
import type { Refundable } from '@/lib/refunds/refund'
import type { Act } from '../playbook'
import type { ActSenders } from './perform-act'

/** What an act would do now. `held` says why it can't go from here; undefined while the preview loads. */
export type ActPreview = { preview: Preview | null; refundable: Refundable | null; held: string | null | undefined }

type Previewing = ActSenders & { buyerId: string; acts: readonly Act[] }

/** The previews of acts that are still to be done, by their keys. */
export function useActPreviews({ merchant, buyerId, acts, commandOf }: Previewing): ReadonlyMap<string, ActPreview> {
  useFollowReads(merchant, buyerId)
  const commands = acts.filter((act) => act.kind === 'command')
  const refunds = acts.filter((act) => act.kind === 'refund')
  const previews = useQueries({
    queries: commands.map((act) => {
      const { operation, params, body, buyerAddress } = commandOf(act)
      return previewQuery({ merchant, operation: operation.name, params, body, buyerAddress })
    }),
  })
  const refundables = useQueries({
    queries: refunds.map(({ orderId, chargeId }) => refundableQuery(merchant, buyerId, { orderId, chargeId })),
  })
  return new Map([
    ...commands.map(({ key }, place): [string, ActPreview] => {
      const { data = null, error = null } = previews[place] ?? {}
      const held = data ? describeUnsettled(data) : error ? heldBy(error) : undefined
      return [key, { preview: data, refundable: null, held }]
    }),
    ...refunds.map(({ key, amount }, place): [string, ActPreview] => {
      const { data = null, error = null } = refundables[place] ?? {}
      const held = data ? describeTooMuch(data, amount) : error ? error.problem.detail : undefined
      return [key, { preview: null, refundable: data, held }]
    }),
  ])
}

function describeUnsettled({ unsettled }: Preview): string | null {
  if (unsettled === null || unsettled.done) return null
  return unsettled.running ? 'Another action here is still in progress.' : `“${unsettled.words}” isn’t confirmed. Check it first.`
}

const heldBy = ({ problem }: { problem: { detail: string; fields: readonly { field: string }[] } }) =>
  problem.fields.some(({ field }) => field === 'x-buyer-ip')
    ? 'We don’t know the buyer’s IP address. Open the action to enter one.'
    : problem.detail

const describeTooMuch = ({ left, currency }: Refundable, amount: string) =>
  compare(amount, left) > 0 ? `Only ${left} ${currency} of this charge can be requested now.` : null
