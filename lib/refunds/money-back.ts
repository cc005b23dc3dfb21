/** What events of the service say that money went back by (service-facts, section 5.2). */
const words = {
  subscription_event_refund: 'Refund',
  subscription_event_void: 'Void',
  subscription_event_chargeback: 'Chargeback',
  subscription_manual_chargeback: 'Chargeback recorded manually',
}

/** The condition of such events in SQL, written exactly as in the index of migration 045. */
export const isMoneyBack = `action in (${Object.keys(words)
  .map((action) => `'${action}'`)
  .join(', ')})`

export const describeMoneyBack = (action: string | null): string =>
  new Map<string | null, string>(Object.entries(words)).get(action) ?? 'Money went back'
