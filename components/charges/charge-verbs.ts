import { createContext, type ReactNode } from 'react'
import type { OfRefunds } from '@/lib/charges/answer-parts'
import type { OrderOrUnreadable } from '@/lib/operations/schemas/charge-history'

/** What stands beside a charge that was received. It belongs to another subject, and is given by the page. */
export type ChargeVerbs = (orderId: string, chargeId: string) => ReactNode

export const ChargeVerbsContext = createContext<ChargeVerbs | null>(null)

/** What became of a charge since, beside its attempt while the order is closed. */
export const ChargeNewsContext = createContext<((chargeId: string) => ReactNode) | null>(null)

/** What may be said of the refunds of each order, by order id; null while they are read. */
export const OrderRefundsContext = createContext<ReadonlyMap<string, OfRefunds> | null>(new Map())

/** The whole address of an order's own page, for a link that is handed to a colleague. */
export const OrderLinkContext = createContext<((orderId: string) => string) | null>(null)

/** The charge that guided steps are about, and who chose it, in words. Given by the page; null without such steps. */
export type ChosenCharge = { orderId: string; chargeId: string; says: string }

/** The orders of the buyer as far as they are here: what is said of one has to be true beside the others. */
export const OrdersContext = createContext<readonly OrderOrUnreadable[]>([])

export const ChosenChargeContext = createContext<ChosenCharge | null>(null)
