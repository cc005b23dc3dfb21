import { createContext, type ReactNode } from 'react'

/** What stands beside a charge that was received. It belongs to another subject, and is given by the page. */
export type ChargeVerbs = (orderId: string, chargeId: string) => ReactNode

export const ChargeVerbsContext = createContext<ChargeVerbs | null>(null)
