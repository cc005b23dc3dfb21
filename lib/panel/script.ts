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

type Child = Node | string | null
type Told = { email?: string; ticket?: string }
type Problem = { problem: string; isOver: boolean }

/**
 * The script of the panel. Its functions reach each other through the first argument alone and nothing else around them, because their text
 * is what a browser gets: see `scriptOf`.
 */
type Parts = {
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
  fromTicket: (config: PanelConfig) => Promise<Told>
  start: (parts: Parts, config: PanelConfig) => Promise<void>
}

const element: Parts['element'] = (tag, given, ...children) => {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(given)) made.setAttribute(name, value)
  made.append(...children.filter((child) => child !== null))
  return made
}

const icon: Parts['icon'] = (name) => {
  const shapes: Record<string, string> = {
    settled: 'M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0M9 12l2 2 4-4',
    declined: 'M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0M15 9l-6 6M9 9l6 6',
    deferred:
      'M5 22h14M5 2h14M17 22v-4.2a2 2 0 0 0-.6-1.4L12 12l-4.4 4.4a2 2 0 0 0-.6 1.4V22M7 2v4.2a2 2 0 0 0 .6 1.4L12 12l4.4-4.4a2 2 0 0 0 .6-1.4V2',
    unconfirmed: 'M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0M9.1 9a3 3 0 0 1 5.8 1c0 2-3 3-3 3M12 17h.01',
    refresh: 'M3 12a9 9 0 0 1 9-9 9.8 9.8 0 0 1 6.7 2.7L21 8M21 3v5h-5M21 12a9 9 0 0 1-9 9 9.8 9.8 0 0 1-6.7-2.7L3 16M8 16H3v5',
    away: 'M15 3h6v6M10 14L21 3M18 13v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h6',
    neutral: 'M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0M8 12h8',
  }
  const space = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(space, 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(space, 'path')
  path.setAttribute('d', shapes[name] ?? shapes.neutral ?? '')
  svg.append(path)
  return svg
}

const line: Parts['line'] = (parts, { kind, words, note, amount }, isBox = false) => {
  const text = parts.element('div', { dir: 'auto' }, parts.element(isBox ? 'b' : 'span', {}, words))
  if (note !== null) text.append(parts.element('span', { class: 'sub', dir: 'auto' }, note))
  const money =
    amount &&
    parts.element(
      'span',
      { class: amount.isReceived ? 'num' : 'num asked' },
      amount.value,
      parts.element('small', {}, amount.currency),
    )
  return parts.element('div', { class: `row ${kind}${isBox ? ' box' : ''}` }, parts.icon(kind), text, money)
}

const card: Parts['card'] = (parts, title, aside, ...children) => {
  const heading = parts.element('h2', {}, title)
  return parts.element(
    'section',
    { 'aria-label': title },
    parts.element('div', { class: 'head' }, heading, ...aside),
    ...children,
  )
}

const say: Parts['say'] = (parts, { text, lang }, config) => {
  const copying = parts.element('button', { type: 'button' }, 'Copy')
  copying.addEventListener('click', () => {
    parts.copy(text).then(
      () => parts.tell(parts, 'Copied.'),
      () => parts.tell(parts, 'Your browser doesn’t allow copying here. Select the text instead.'),
    )
  })
  const inserting = parts.element('button', { type: 'button' }, 'Insert')
  inserting.addEventListener('click', () => {
    parts.insert(config, text)
    parts.tell(parts, 'Sent to the ticket.')
  })
  const buttons = window.parent === window ? [copying] : [copying, inserting]
  return parts.card(parts, 'Reply', buttons, parts.element('p', { class: 'text', lang, dir: 'auto' }, text))
}

const copy: Parts['copy'] = async (text) => {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    // A frame may copy only what is selected, unless the page around it allows more.
    const field = document.createElement('textarea')
    field.value = text
    document.body.append(field)
    field.select()
    const isCopied = document.execCommand('copy')
    field.remove()
    if (!isCopied) throw new Error('not copied')
  }
}

const insert: Parts['insert'] = ({ kind, origin }, text) => {
  const appGuid = new URLSearchParams(location.search).get('app_guid')
  const params = { 'ticket.comment.appendText': [text] }
  const message =
    kind === 'zendesk'
      ? JSON.stringify({ id: 2, request: 'invoke', params, appGuid, instanceGuid: appGuid })
      : { counterfoil: 'insert', text }
  window.parent.postMessage(message, origin)
}

const buyer: Parts['buyer'] = (parts, shown, config) => {
  const { who, country, subscriptions, more, answer, orders, waits } = shown
  const plans = subscriptions.map(({ plan, kind, words }) =>
    parts.line(parts, { kind: kind === 'frozen' ? 'neutral' : kind, words: plan, note: words, amount: null }),
  )
  const name = parts.element('h2', {}, parts.element('bdi', {}, who))
  const chip = country === null ? null : parts.element('span', { class: 'chip' }, country)
  const rest = more === null ? null : parts.element('p', { class: 'text sub' }, more)
  const said =
    answer && parts.element('div', { class: 'row' }, parts.icon(answer.kind), parts.element('div', {}, answer.says.join(' ')))
  said?.classList.add(answer?.kind ?? 'neutral')
  return [
    parts.element('section', { 'aria-label': 'Buyer' }, parts.element('div', { class: 'head' }, name, chip), ...plans, rest),
    said && parts.card(parts, 'Answer', [], said),
    orders.lines.length === 0
      ? null
      : parts.card(
          parts,
          'Last orders',
          [parts.element('span', { class: 'stamp' }, orders.count)],
          ...orders.lines.map((each) => parts.line(parts, each)),
        ),
    waits.length === 0 ? null : parts.card(parts, 'Waiting', [], ...waits.map((each) => parts.line(parts, each))),
    shown.say && parts.say(parts, shown.say, config),
  ]
}

const draw: Parts['draw'] = (parts, facts, config) => {
  const { account, match, links, outcomes } = facts
  const place = document.querySelector('main')
  const head = document.querySelector('header')
  if (account?.colour) head?.setAttribute('data-account', account.colour)
  const title = head?.querySelector('h1')
  if (title && account) title.textContent = account.name
  const stamp = head?.querySelector('.stamp')
  if (stamp) stamp.textContent = `as of ${facts.asOf}`
  const ways = links.map(({ words, href }) =>
    parts.element(
      'a',
      { href, target: '_blank', rel: 'noopener noreferrer' },
      parts.element('span', {}, words),
      parts.icon('away'),
    ),
  )
  const shown = [
    parts.line(parts, { kind: match.kind, words: `${match.title}.`, note: match.says, amount: null }, true),
    parts.element('div', { id: 'outcomes', role: 'status' }, ...outcomes.map((each) => parts.line(parts, each, true))),
    ...(facts.buyer ? parts.buyer(parts, facts.buyer, config) : []),
    parts.element('nav', { 'aria-label': 'Opens in Counterfoil' }, parts.element('section', { class: 'links' }, ...ways)),
  ]
  place?.replaceChildren(...shown.filter((child) => child !== null))
  place?.removeAttribute('aria-busy')
}

const tell: Parts['tell'] = (parts, words) => {
  const note = document.querySelector('footer')
  note?.replaceChildren(parts.element('span', {}, words))
}

const ask: Parts['ask'] = async ({ key, facts }, more) => {
  try {
    const answer = await fetch(facts, {
      method: 'POST',
      credentials: 'omit',
      cache: 'no-store',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key, ...more }),
    })
    const said = await answer.json()
    return answer.ok ? said : { problem: String(said.detail ?? ''), isOver: answer.status === 401 }
  } catch {
    return { problem: 'We couldn’t reach Counterfoil. Trying again.', isOver: false }
  }
}

/** Asks the help desk whose ticket is open. By the messages of Zendesk's apps framework, of which its own library is more than the panel may load. */
const fromTicket: Parts['fromTicket'] = ({ kind, origin }) => {
  if (kind !== 'zendesk') return Promise.resolve({})
  const appGuid = new URLSearchParams(location.search).get('app_guid')
  const send = (message: object) =>
    window.parent.postMessage(JSON.stringify({ ...message, appGuid, instanceGuid: appGuid }), origin)
  return new Promise((resolve) => {
    addEventListener('message', ({ data, source, origin: from }) => {
      if (source !== window.parent || from !== origin || typeof data !== 'string') return
      const said = JSON.parse(data)
      if (said.key === 'zaf.app.registered') send({ id: 1, request: 'get', params: ['ticket.id', 'ticket.requester.email'] })
      if (said.id !== 1 || !said.result) return
      const { 'ticket.id': ticket, 'ticket.requester.email': email } = said.result
      resolve({ ...(email ? { email: String(email) } : {}), ...(ticket ? { ticket: String(ticket) } : {}) })
    })
    send({ key: 'iframe.handshake', message: { version: '2.0.0' } })
  })
}

const start: Parts['start'] = async (parts, config) => {
  const told = await parts.fromTicket(config)
  let facts: PanelFacts | null = null
  let version: number | null = null
  let isOver = false
  let isAsking = false
  const look = async (isWhole: boolean) => {
    if (isOver || isAsking) return
    isAsking = true
    const answer = await parts.ask(config, isWhole ? told : { ...told, only: 'outcomes' })
    isAsking = false
    if ('problem' in answer) {
      isOver = answer.isOver
      return parts.tell(parts, isOver ? 'This view has expired. Open the ticket again to refresh it.' : answer.problem)
    }
    if ('match' in answer) facts = answer
    else if (facts) facts = { ...facts, outcomes: answer.outcomes }
    if ('match' in answer) parts.draw(parts, answer, config)
    else document.getElementById('outcomes')?.replaceChildren(...answer.outcomes.map((each) => parts.line(parts, each, true)))
    const isNew = !isWhole && answer.version !== version
    version = answer.version
    if (isNew) await look(true)
  }
  document.querySelector('header button')?.addEventListener('click', () => void look(true))
  await look(true)
  setInterval(() => {
    if (!document.hidden) void look(facts === null)
  }, config.everyMs)
}

const parts: Parts = { element, icon, line, card, say, copy, insert, buyer, draw, tell, ask, fromTicket, start }

/** The text of the script. A function that is built keeps what it does and loses its name, so each is written down under its own here. */
export function scriptOf(config: PanelConfig): string {
  const functions = Object.entries(parts).map(([name, part]) => `${name}:${part}`)
  const given = JSON.stringify(config).replaceAll('<', '\\u003c')
  return `{const parts={${functions.join(',')}};parts.start(parts,${given})}`
}
