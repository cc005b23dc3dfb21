import 'server-only'
import * as z from 'zod/mini'

/** The buyer's address as a person typed it, where none is known; what is wrong with it is told as of `x-buyer-ip`, where it travels. */
export const typedAddress = z.optional(z.nullable(z.string()))
