import type { Parts } from './parts'

/** The parts of the script that draw. */
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

export const drawing = { element, icon, line, card, say, buyer, draw, tell }
