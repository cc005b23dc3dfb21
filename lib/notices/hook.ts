import type { NoticeKind } from './notice'

export const hookFormats = ['json', 'slack'] as const
export type HookFormat = (typeof hookFormats)[number]

/** A hook as Settings shows it. Its secret is shown once, and of its address only what tells it from others: the rest may let somebody in. */
export type Hook = {
  id: string
  name: string
  /** `https://hooks.example.test/…9aZk` */
  url: string
  format: HookFormat
  kinds: NoticeKind[]
  /** Codes of the merchant accounts it tells of; null for all of them. */
  accounts: string[] | null
  on: boolean
  /** Why it's off, where no person turned it off. */
  offWhy: string | null
  /** Since when nothing has come through. */
  failedSince: string | null
  nextAt: string | null
  lastAt: string | null
  lastStatus: string | null
  changedBy: string
  changedAt: string
  waiting: number
  givenUp: number
  /** The newest, and what was given up. */
  deliveries: Delivery[]
}

export type Delivery = {
  id: string
  kind: NoticeKind
  account: string
  words: string
  at: string
  state: 'waiting' | 'delivered' | 'given-up'
  tries: number
  status: string | null
  endedAt: string | null
}

/** `hosts`: what `HOOK_HOSTS` lists; without any there are no hooks. */
export type Hooks = { data: Hook[]; meta: { type: 'collection'; total: number; hosts: string[] } }

/** The only answer with the secret that signs what is sent. */
export type MadeHook = { data: { id: string; secret: string } }

export type HookToSave = { name: string; url: string; format: HookFormat; kinds: NoticeKind[]; accounts: string[] | null }

export const maxHooks = 20

const second = 1_000
const pauses = [10 * second, 60 * second, 600 * second, 1_800 * second, 3_600 * second] as const
/** A receiver that refuses a delivery has it so many times in all; the next one is sent then. */
export const triesOfRefused = pauses.length + 1
/** A hook that has failed for so long is turned off. */
export const failsForMs = 24 * 3_600 * second

/** How long after its `failures`th failure a delivery is tried again: 10 s, 1, 10, 30 and 60 minutes, and from then on every hour. */
export const pauseAfter = (failures: number): number => pauses[Math.min(failures, pauses.length) - 1] ?? pauses[0]

/** Whether a status says that the receiver doesn't take this one, and not that it can't take any now. */
export function isRefusal(status: string): boolean {
  const code = Number(status)
  return code >= 300 && code < 500 && ![408, 425, 429].includes(code)
}

/** What a delivery tells. `href` is a whole address. */
export type HookNotice = { id: string; kind: NoticeKind; at: string; account: string; words: string; href: string }

/** The body that is signed and sent: the same at every try. */
export function hookBody(format: HookFormat, { id, kind, at, account, words, href }: HookNotice): string {
  if (format === 'json') return JSON.stringify({ id, kind, at, account, words, href })
  const plain = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
  const text = `${plain(account)}: ${plain(words)}`
  const section = { type: 'section', text: { type: 'mrkdwn', text: `*${plain(words).replace(/\*/g, '')}*\n${plain(account)}` } }
  const link = { type: 'context', elements: [{ type: 'mrkdwn', text: `<${href}|Open in Counterfoil>` }] }
  return JSON.stringify({ text, blocks: [section, link] })
}
