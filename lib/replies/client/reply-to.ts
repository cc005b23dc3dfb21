import { createContext } from 'react'

/** The buyer a reply is for. `country` is what the page knows of it. */
export type ReplyTo = { merchant: string; buyerId: string; country: string | null }

/** Whom the replies inside are for. */
export const ReplyToContext = createContext<ReplyTo>({ merchant: '', buyerId: '', country: null })
