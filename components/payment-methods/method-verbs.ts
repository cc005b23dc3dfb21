import type { ReactNode } from 'react'
import type { PaymentMethod, Token } from '@/lib/operations/schemas/tokens'

/** What can be done to a token and to all of a method's. The page puts it in: this subject only shows what is known. */
export type MethodVerbs = {
  token: (token: Token, method: PaymentMethod) => ReactNode
  method: (method: PaymentMethod) => ReactNode
  /** Where none can be listed. */
  byId: ReactNode
}
