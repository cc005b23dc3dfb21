import 'server-only'
import { createHmac, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { parsed } from '@/lib/core/json'
import { problem, ServiceProblem } from '@/lib/core/problem'
import { panelFacts as factsAddress, panelPath } from '@/lib/core/routes'
import { database } from '@/lib/database/open'
import { lockProblem } from '@/lib/database/patience'
import { append } from '@/lib/journal/chain'
import { derived } from '@/lib/journal/crypto'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import { recordBuyerShown } from '@/lib/people/server/record-buyer-shown'
import { jsonResponse, problemResponse } from '@/lib/platform/answers'
import { env } from '@/lib/platform/env'
import type { HelpDesk } from '@/lib/platform/merchants'
import { noSuchAddress } from '@/lib/platform/not-served'
import { observed } from '@/lib/platform/observed'
import { readText } from '@/lib/platform/request'
import { panelPage, refusedPage, refusedText, unsignedPage } from '../page'
import { type Onlooker, onlookerOf } from './colleague'
import { factsFor, outcomesFor } from './facts'
import { askedIn, type Match, matchOf } from './match'
import { bindKey, type Context, type Key, keyNamed, makeKey, makeOpening, recordFound, takeOpening } from './passes'
import { line, provenBySignature, provenByToken, ticketLine } from './proofs'

const maxBytes = 64 * 1_024

/** Whatever is wrong with what was shown, the answer is the same: nobody learns which part it was. */
const refused = () => problem('signedOut', refusedText, { code: 'panel_refused' })

/** Where no help desk is set up, there is no such address. No cookie is read here: what a browser carries along opens nothing. */
const served = (operation: string, request: Request, work: () => Promise<Response>): Promise<Response> =>
  observed(operation, request, async () => {
    if (env().helpDesks.length === 0) return noSuchAddress()
    try {
      return await work()
    } catch (cause) {
      if (request.signal.aborted) return new Response(null, { status: 499 })
      return problemResponse(lockProblem(cause))
    }
  })

/** `GET /panel`: with `?open=` the page that a help desk's server was given the address of; without it the way to the sign-in. */
export const openPanel = (request: Request): Promise<Response> =>
  served(`GET ${panelPath}`, request, async () => {
    const { searchParams } = new URL(request.url)
    const named = helpDeskNamed(searchParams.get('desk'))
    const opening = searchParams.get('open')
    if (opening === null) return unsigned(searchParams, named)
    const opened = await takeOpening(opening)
    const helpDesk = opened && helpDeskNamed(opened.desk)
    return opened && helpDesk ? framed(helpDesk, opened.context) : refusedIn(named)
  })

/** `POST /panel`: what Zendesk posts when an address is signed, the form field `token`. */
export const openSignedPanel = (request: Request): Promise<Response> =>
  served(`POST ${panelPath}`, request, async () => {
    const desks = env().helpDesks
    const form = new URLSearchParams(await textOf(request))
    const proven = await provenByToken(desks, form.get('token') ?? '')
    if (proven && (await onlookerOf(proven.helpDesk, proven.context.colleague))) return framed(proven.helpDesk, proven.context)
    return refusedIn(desks.find(({ origin }) => origin === request.headers.get('origin')) ?? null)
  })

/** `POST /api/desk/panel/{code}`: a help desk's server says whom a ticket is about, and gets an address that opens once. */
export const makePanelOpening = (request: Request, { params }: { params: Promise<{ code: string }> }): Promise<Response> =>
  served('POST /api/desk/panel/{code}', request, async () => {
    const { code } = await params
    const header = request.headers.get('x-counterfoil-signature') ?? ''
    const proven = await provenBySignature(env().helpDesks, code, header, await textOf(request))
    if (proven === null || !(await onlookerOf(proven.helpDesk, proven.context.colleague))) throw refused()
    const open = await makeOpening(proven.helpDesk.code, proven.context)
    return jsonResponse({ address: `${new URL(env().NEXTAUTH_URL).origin}${panelPath}?${new URLSearchParams({ open })}` })
  })

const question = z.strictObject({
  key: z.string().check(z.regex(/^[\w-]{43}$/)),
  email: z.optional(line(200)),
  ticket: z.optional(ticketLine),
  only: z.optional(z.literal('outcomes')),
})

/** `POST /api/desk/panel-facts`: what an open page asks with its key. */
export const readPanelFacts = (request: Request): Promise<Response> =>
  served(`POST ${factsAddress()}`, request, async () => {
    const asked = parsed(question, await textOf(request))
    const key = asked && (await keyNamed(asked.key))
    const helpDesk = key && helpDeskNamed(key.desk)
    const onlooker = helpDesk && (await onlookerOf(helpDesk, key.context.colleague))
    if (!asked || !onlooker) throw refused()
    const context = withTicket(key.context, helpDesk, asked)
    if (!(await isBound(key, digestOf(context)))) throw refused()
    if (asked.only === undefined) return jsonResponse(await wholeFacts(onlooker, key, context, request.signal))
    if (key.merchant === null || key.buyer_id === null) return jsonResponse({ outcomes: [], version: null })
    const whose = { person: onlooker.person, merchant: merchantByCode(key.merchant), buyerId: key.buyer_id }
    return jsonResponse(await outcomesFor({ ...whose, ticket: context.ticket }))
  })

async function wholeFacts(onlooker: Onlooker, key: Key, context: Context, signal: AbortSignal): Promise<object> {
  const match = await matchOf(onlooker, askedIn(context), signal)
  const { found } = match
  if (found) await recordBuyerShown(onlooker.person, found.merchant.code, found.buyerId)
  await recordOpening(onlooker, key, { match, ticket: context.ticket })
  return factsFor({ onlooker, match, ticket: context.ticket }, signal)
}

/** Asked every few seconds, so nothing is written where it's bound already. */
const isBound = async (key: Key, about: string) => key.about === about || (key.about === null && (await bindKey(key, about)))

/** Once for each page, before anything is shown: who opened whom, beside which ticket, and how the buyer was told. */
async function recordOpening(
  { person, helpDesk }: Onlooker,
  key: Key,
  { match: { by, state, found }, ticket }: { match: Match; ticket: string | null },
): Promise<void> {
  const about = found && { merchant: found.merchant.code, buyerId: found.buyerId }
  await (await database()).transaction().execute(async (tx) => {
    if (!(await recordFound(tx, key, about))) return
    await append(tx, {
      kind: 'panel-opened',
      actionId: null,
      operation: null,
      accountId: person.accountId,
      person: person.name,
      merchant: about?.merchant ?? '',
      buyerId: about?.buyerId ?? null,
      ticket,
      detail: { helpDesk: helpDesk.code, by, state },
    })
  })
}

/** A ticket's own word counts only where the help desk signed nothing about the buyer, and is never taken for proven. */
function withTicket(context: Context, { kind }: HelpDesk, { email, ticket }: z.output<typeof question>): Context {
  return kind === 'zendesk' ? { ...context, email: email ?? null, ticket: ticket ?? null } : context
}

/** Keyed: without a key, whoever reads it could guess an address. */
const digestOf = ({ email, buyerId, orderId, ticket }: Context) =>
  createHmac('sha256', derived(env().NEXTAUTH_SECRET, 'counterfoil panel keys'))
    .update(JSON.stringify([email, buyerId, orderId, ticket]))
    .digest('hex')

const helpDeskNamed = (code: string | null) => env().helpDesks.find((helpDesk) => helpDesk.code === code) ?? null

async function textOf(request: Request): Promise<string> {
  try {
    return await readText(request, maxBytes)
  } catch (cause) {
    if (cause instanceof ServiceProblem) throw refused()
    throw cause
  }
}

async function framed(helpDesk: HelpDesk, context: Context): Promise<Response> {
  const key = await makeKey(helpDesk.code, context)
  const config = { key, kind: helpDesk.kind, origin: helpDesk.origin, facts: factsAddress(), everyMs: 4_000 }
  return html(200, helpDesk, (nonce) => panelPage(nonce, config))
}

const refusedIn = (helpDesk: HelpDesk | null) => html(401, helpDesk, refusedPage)

/** The link leads to Find, which takes both; the page itself reads neither. */
function unsigned(given: URLSearchParams, helpDesk: HelpDesk | null): Response {
  const taken = ['q', 'ticket'].flatMap((name) => {
    const value = given.get(name)
    return value === null ? [] : [[name, value]]
  })
  const search = new URLSearchParams(taken)
  return html(200, helpDesk, (nonce) => unsignedPage(nonce, taken.length === 0 ? '/' : `/?${search}`))
}

/** A page that loads nothing, runs the one script of its own and stands in a frame of one origin, or in none. */
function html(status: number, helpDesk: HelpDesk | null, page: (nonce: string) => string): Response {
  const nonce = randomBytes(16).toString('base64')
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${helpDesk?.origin ?? "'none'"}`,
  ]
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': policy.join('; '),
  }
  return new Response(page(nonce), { status, headers })
}
