import { maskTyped } from '@/lib/core/masking'

// Fewer than any card or phone number has.
const maxDigits = 6

/**
 * Whether a provider's name may stand in what an alert says and in its link, which leave the dashboard through hooks. Whoever posts events
 * chooses the name, so it may be an e-mail address, a card number or a line break.
 */
export function isPlainName(name: string): boolean {
  const digits = name.match(/\p{N}/gu) ?? []
  return /^[\p{L}\p{N}][\p{L}\p{N}_. -]{0,63}$/u.test(name) && digits.length <= maxDigits && maskTyped(name) === name
}
