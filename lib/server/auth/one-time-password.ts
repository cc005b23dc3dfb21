import 'server-only'
import { randomInt } from 'node:crypto'

// Without those that are read for one another.
const signs = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A password to hand over, good for one sign-in: 20 characters in groups of five, about 98 bits. */
export const oneTimePassword = () =>
  Array.from({ length: 4 }, () => Array.from({ length: 5 }, () => signs[randomInt(signs.length)]).join('')).join('-')
