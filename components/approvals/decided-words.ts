import type { Approval } from '@/lib/approval'
import type { Sent } from '@/lib/sent'
import { type SentWords, sentWords } from '@/lib/sent-words'

export type Decided = { approve: boolean; sent: Sent }

/** What a decision led to. Declining sends nothing; approving ends as the command did. */
export function decidedWords({ approve, sent }: Decided, { person, words }: Approval): SentWords {
  if (sent.outcome === 'done' && !approve)
    return { kind: 'settled', title: 'Declined', says: ['Nothing was sent.', `${person} sees it at once.`], traceId: null }
  if (sent.outcome === 'done') return sentWords(sent, `“${words}” was approved by you and sent in the name of ${person}.`)
  if (sent.outcome !== 'unconfirmed') return sentWords(sent, '')
  const told = sentWords(sent, '')
  return { ...told, says: [...told.says, `It stays on the desk of ${person} until somebody settles it.`] }
}
