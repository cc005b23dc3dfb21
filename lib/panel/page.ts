import type { PanelConfig } from './parts'
import { scriptOf } from './script'
import { styles } from './styles'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? '')

const mark =
  '<svg viewBox="0 0 22 16" aria-hidden="true"><path fill="currentColor" stroke="none" d="M2.5.75h17A1.75 1.75 0 0 1 21.25 2.5v2.6a2.9 2.9 0 0 0 0 5.8v2.6a1.75 1.75 0 0 1-1.75 1.75h-17A1.75 1.75 0 0 1 .75 13.5v-11C.75 1.53 1.53.75 2.5.75Z"/></svg>'
const refresh =
  '<button type="button" class="icon" aria-label="Refresh" title="Refresh"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M3 12a9 9 0 0 1 9-9 9.8 9.8 0 0 1 6.7 2.7L21 8M21 3v5h-5M21 12a9 9 0 0 1-9 9 9.8 9.8 0 0 1-6.7-2.7L3 16M8 16H3v5"/></svg></button>'

type Page = { nonce: string; head?: string; main: string; foot: string; script?: string }

const page = ({ nonce, head = '', main, foot, script }: Page) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Counterfoil</title><style nonce="${nonce}">${styles}</style></head><body><header>${mark}<h1>Counterfoil</h1>${head}</header>${main}<footer>${foot}</footer>${
    script === undefined ? '' : `<script nonce="${nonce}">${script}</script>`
  }</body></html>`

/** The page of somebody whom a help desk vouches for. It holds no fact: its script asks for them. */
export const panelPage = (nonce: string, config: PanelConfig): string =>
  page({
    nonce,
    head: `<span class="stamp">loading…</span>${refresh}`,
    main: '<main aria-busy="true"><p>Loading the buyer…</p></main>',
    foot: 'Read only. Actions open in a Counterfoil window.',
    script: scriptOf(config),
  })

/** The page for whom nobody vouches: the way to the dashboard, where they sign in, and no fact. */
export function unsignedPage(nonce: string, href: string): string {
  const link = `<a href="${escaped(href)}" target="_blank" rel="noopener noreferrer">Sign in to Counterfoil to see this buyer</a>`
  return page({ nonce, main: `<main><p>${link}</p></main>`, foot: 'Nothing is shown without a sign-in.' })
}

export const refusedText = 'We couldn’t verify this request, so nothing is shown. Open the ticket again.'

export const refusedPage = (nonce: string): string =>
  page({ nonce, main: `<main><p role="alert">${refusedText}</p></main>`, foot: 'Nothing was read.' })
