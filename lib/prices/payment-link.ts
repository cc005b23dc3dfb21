import { isObject } from '@/lib/core/json'

/** The address of the payment page in the answer to a new order, and whether it may be opened: only https leads where it says. */
export type PaymentLink = { address: string; isSafe: boolean }

export function paymentLinkIn(answer: unknown): PaymentLink | null {
  const data = isObject(answer) && isObject(answer.data) ? answer.data : {}
  const { url } = data
  return typeof url === 'string'
    ? { address: url, isSafe: /^https:\/\/[^\s\\/?#@]+([/?#][^\s\\]*)?$/i.test(url) && URL.canParse(url) }
    : null
}

export const unsafeLinkText =
  'This payment link isn’t a plain https address, so it’s shown as text only. Don’t send it to anybody. Tell an admin before you create another link.'
