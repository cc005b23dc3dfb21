import type { PanelFacts, PanelLine, PanelOutcomes } from './facts'

/** What a page of the panel is begun with. The key is nowhere else: neither in an address nor in a storage of the browser. */
export type PanelConfig = {
  key: string
  kind: 'zendesk' | 'hmac'
  /** The one origin that messages go to and come from. */
  origin: string
  facts: string
  everyMs: number
}

export type Child = Node | string | null
export type TicketFacts = { email?: string; ticket?: string }
export type Problem = { problem: string; isOver: boolean }

/**
 * The script of the panel. Its functions reach each other through the first argument alone and nothing else around them, because their text
 * is what a browser gets: see `scriptOf`.
 */
export type Parts = {
  element: (tag: string, given: Record<string, string>, ...children: Child[]) => HTMLElement
  icon: (name: string) => SVGElement
  line: (parts: Parts, line: PanelLine, isBox?: boolean) => HTMLElement
  card: (parts: Parts, title: string, aside: Child[], ...children: Child[]) => HTMLElement
  say: (parts: Parts, text: { text: string; lang: string }, config: PanelConfig) => HTMLElement
  copy: (text: string) => Promise<void>
  insert: (config: PanelConfig, text: string) => void
  buyer: (parts: Parts, shown: NonNullable<PanelFacts['buyer']>, config: PanelConfig) => Child[]
  draw: (parts: Parts, facts: PanelFacts, config: PanelConfig) => void
  tell: (parts: Parts, words: string) => void
  ask: (config: PanelConfig, more: object) => Promise<PanelFacts | PanelOutcomes | Problem>
  fromTicket: (config: PanelConfig) => Promise<TicketFacts>
  start: (parts: Parts, config: PanelConfig) => Promise<void>
}
