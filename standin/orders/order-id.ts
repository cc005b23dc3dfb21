import { randomInt } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Eight letters and digits (service-facts 2.11). */
export const newOrderId = (): string => Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')
