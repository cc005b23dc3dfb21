import 'server-only'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { jwtVerify } from 'jose'
import * as z from 'zod/mini'
import { parsed } from '@/lib/core/json'
import { uuid } from '@/lib/operations/schemas/scalars'
import type { HelpDesk } from '@/lib/platform/merchants'
import { keptLine } from '@/lib/platform/request'
import { type Context, takeOnce } from './passes'

export type Proven<D extends HelpDesk = HelpDesk> = { helpDesk: D; context: Context }
type Zendesk = Extract<HelpDesk, { kind: 'zendesk' }>
type Signing = Extract<HelpDesk, { kind: 'hmac' }>

const oldestSeconds = 600
/** The clocks of two machines may differ by this much. */
const aheadSeconds = 5

const claimsOf = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(200)),
  iss: z.string(),
  aud: z.string(),
  exp: z.number(),
  jti: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  email: z.optional(z.string().check(z.maxLength(200))),
})

/**
 * Who opened the panel by the token that Zendesk posts with a signed address: it proves the installation and the colleague, and nothing of
 * the ticket. Null for whatever isn't such a token, or was one before.
 */
export async function provenByToken(desks: readonly HelpDesk[], token: string): Promise<Proven<Zendesk> | null> {
  if (token.length > 8_192) return null
  for (const helpDesk of desks) {
    const claims = helpDesk.kind === 'zendesk' ? await claimsFor(helpDesk, token) : null
    if (claims === null || helpDesk.kind !== 'zendesk') continue
    // What is signed, not the token: other letters at its end may stand for the same signature.
    const name = claims.jti ?? token.slice(0, token.lastIndexOf('.'))
    const until = Date.now() + 2 * oldestSeconds * 1_000
    if (!(await takeOnce(helpDesk.code, name, until))) return null
    const context = { colleague: claims.email ?? claims.sub, ticket: null, email: null, buyerId: null, orderId: null }
    return { helpDesk, context }
  }
  return null
}

async function claimsFor({ publicKey, audience, origin }: Zendesk, token: string): Promise<z.output<typeof claimsOf> | null> {
  try {
    const { payload } = await jwtVerify(token, publicKey, {
      algorithms: ['RS256'],
      audience,
      issuer: [new URL(origin).host, origin],
      maxTokenAge: oldestSeconds,
      clockTolerance: aheadSeconds,
    })
    return claimsOf.safeParse(payload).data ?? null
  } catch {
    return null // whatever is wrong with it: the caller tells nobody which
  }
}

export const line = (max: number) => z.string().check(z.minLength(1), z.maxLength(max), z.regex(/^\P{Cc}+$/u))

/** As it's kept with every action: without addresses in it. */
export const ticketLine = keptLine(64, 'Enter a ticket')

const body = z.strictObject({
  ticket: ticketLine,
  person: line(200),
  email: z.optional(line(200)),
  buyerId: z.optional(uuid),
  orderId: z.optional(line(64)),
})

const skewSeconds = 300
const nobody = 'x'.repeat(64)

/** What a help desk's own server signed, by the header `t={unix},v1={hex}` over `{t}.{body}`. Null for anything else, and the second time. */
export async function provenBySignature(
  desks: readonly HelpDesk[],
  code: string,
  header: string,
  text: string,
): Promise<Proven<Signing> | null> {
  const desk = desks.find((each): each is Signing => each.code === code && each.kind === 'hmac')
  const [, time = '', given = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) ?? []
  // An unknown code takes as long as a known one.
  const expected = createHmac('sha256', desk?.secret ?? nobody)
    .update(`${time}.${text}`)
    .digest()
  const isSigned = timingSafeEqual(expected, Buffer.from(given.padEnd(64, '0'), 'hex'))
  if (desk === undefined || !isSigned || given === '') return null
  if (Math.abs(Date.now() / 1_000 - Number(time)) > skewSeconds) return null
  const context = parsed(body, text)
  if (context === null) return null
  if (!(await takeOnce(desk.code, given, (Number(time) + 2 * skewSeconds) * 1_000))) return null
  const { person: colleague, ticket, email = null, buyerId = null, orderId = null } = context
  return { helpDesk: desk, context: { colleague, ticket, email, buyerId, orderId } }
}
