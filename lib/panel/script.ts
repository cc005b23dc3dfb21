import { drawing } from './drawing'
import type { PanelFacts } from './facts'
import type { PanelConfig, Parts } from './parts'

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

const ask: Parts['ask'] = async ({ key, facts }, more) => {
  try {
    const answer = await fetch(facts, {
      method: 'POST',
      credentials: 'omit',
      cache: 'no-store',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key, ...more }),
    })
    const body = await answer.json()
    return answer.ok ? body : { problem: String(body.detail ?? ''), isOver: answer.status === 401 }
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
      const posted = JSON.parse(data)
      if (posted.key === 'zaf.app.registered') send({ id: 1, request: 'get', params: ['ticket.id', 'ticket.requester.email'] })
      if (posted.id !== 1 || !posted.result) return
      const { 'ticket.id': ticket, 'ticket.requester.email': email } = posted.result
      resolve({ ...(email ? { email: String(email) } : {}), ...(ticket ? { ticket: String(ticket) } : {}) })
    })
    send({ key: 'iframe.handshake', message: { version: '2.0.0' } })
  })
}

const start: Parts['start'] = async (parts, config) => {
  const ticketFacts = await parts.fromTicket(config)
  let facts: PanelFacts | null = null
  let version: number | null = null
  let isOver = false
  let isAsking = false
  const look = async (isWhole: boolean) => {
    if (isOver || isAsking) return
    isAsking = true
    const answer = await parts.ask(config, isWhole ? ticketFacts : { ...ticketFacts, only: 'outcomes' })
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

const parts: Parts = { ...drawing, copy, insert, ask, fromTicket, start }

/** The text of the script. A function that is built keeps what it does and loses its name, so each is written down under its own here. */
export function scriptOf(config: PanelConfig): string {
  const functions = Object.entries(parts).map(([name, part]) => `${name}:${part}`)
  const given = JSON.stringify(config).replaceAll('<', '\\u003c')
  return `{const parts={${functions.join(',')}};parts.start(parts,${given})}`
}
