/** What events of the service say that money went back by. */
const words: Record<string, string> = {
  event_refund: 'Refund',
  event_void: 'Void',
  event_chargeback: 'Chargeback',
  manual_chargeback: 'Chargeback recorded manually',
}

export const moneyBackWords = (action: string | null): string => words[action ?? ''] ?? 'Money went back'
