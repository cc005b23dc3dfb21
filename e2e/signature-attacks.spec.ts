import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import Database from 'better-sqlite3'
import { ids } from '@/standin/seed/stories'
import { addPasskey, signIn, test, VirtualAuthenticator } from './passkey-holders'

test.use({ signedActs: 'renew-now' }) // and so a dashboard of its own

type Signature = { id: string; options: PublicKeyCredentialRequestOptionsJSON }
type Renewal = { buyer: string; subscription: string; day?: string; reason?: string; actionId?: string; signature?: string }
type Answer = { status: number; outcome: string | null; code: string | undefined; signature: Signature | undefined }

const today = () => new Date().toISOString().slice(0, 10)
const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Asks for a renewal, or for another end date, from a page of the dashboard, with its session. */
const renew = (page: Page, { buyer, subscription, actionId = randomUUID(), signature, day, reason }: Renewal): Promise<Answer> =>
  page.evaluate(
    async ({ path, headers, body }) => {
      const answer = await fetch(path, { method: 'POST', headers, body })
      const { code, signature } = await answer.json().catch(() => ({}))
      return { status: answer.status, outcome: answer.headers.get('x-outcome'), code, signature }
    },
    {
      path: `/api/v2/buyers/${buyer}/subscriptions/${subscription}/change_expiration_date`,
      headers: {
        'content-type': 'application/json',
        'x-action-id': actionId,
        'x-confirmed-renewal': 'yes',
        ...(signature && { 'x-signature': signature }),
      },
      body: JSON.stringify({ expirationDate: day ?? today(), reason: reason ?? 'Agreed with the buyer' }),
    },
  )

/** What the browser's authenticator makes of it, as the dashboard's own page would send it. */
const sign = (page: Page, { id, options }: Signature): Promise<string> =>
  page.evaluate(
    async ({ id, options }) => {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
      const given = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
      const text = JSON.stringify({ id, assertion: given.toJSON() })
      return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
    },
    { id, options },
  )

test('twelve attacks with a browser’s authenticator renew nothing, and what isn’t attacked is renewed once', async ({
  page,
  context,
  browser,
  servers,
  address,
  dataDir,
}) => {
  test.setTimeout(180_000)
  const database = new Database(join(dataDir, 'counterfoil.sqlite'), { timeout: 10_000 })
  const refusedEntries = () =>
    Number(database.prepare("select count(*) from journal where kind = 'signature-refused'").pluck().get())
  const renewals = async () =>
    ((await servers.fromStandin('requests')) as { path: string; body: string }[]).filter(
      ({ path, body }) => path.endsWith('/change_expiration_date') && body.includes(today()),
    ).length

  const authenticator = await VirtualAuthenticator.of(page)
  await signIn(page, 'manager')
  await addPasskey(page, 'Blue key')
  const [elsewhere, strangers] = [await browser.newContext({ baseURL: address }), await browser.newContext()]
  const other = await elsewhere.newPage()
  await VirtualAuthenticator.of(other)
  await signIn(other, 'admin')
  await addPasskey(other, 'Green key')

  const { buyer, activeSubscription } = ids.cascade
  const cascade = { buyer, subscription: activeSubscription }
  const yen = { buyer: ids.yen.buyer, subscription: ids.yen.subscription }
  /** What somebody is asked to sign of a renewal. */
  const wanted = async (asked: Renewal, by = page): Promise<Signature> => {
    const answer = await renew(by, asked)
    expect(answer).toMatchObject({ status: 428, outcome: 'not-sent', code: 'signature_required' })
    return answer.signature as Signature
  }
  /** A page of another site, whose authenticator holds a copy of the manager's key. */
  async function stranger(url: string, change: { rpId?: string; signCount?: number }): Promise<Page> {
    await strangers.route(`${url}/**`, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Another site</p>' }))
    const there = await strangers.newPage()
    const [key] = await authenticator.credentials()
    if (!key) throw new Error('The authenticator holds no key')
    await (await VirtualAuthenticator.of(there)).holds({ ...key, ...change })
    await there.goto(`${url}/`)
    return there
  }

  const used = { ...cascade, actionId: randomUUID() }
  const once = await sign(page, await wanted(used))
  expect(await renew(page, { ...used, signature: once })).toMatchObject({ status: 200, outcome: 'done' })
  expect(await renewals()).toBe(1)

  const attacks: Record<string, (asked: Renewal & { actionId: string }) => Promise<Renewal & { by?: Page }>> = {
    'replayed for another action': async (asked) => ({ ...asked, signature: once }),
    'given for another act': async (asked) => ({
      ...asked,
      signature: await sign(page, await wanted({ ...cascade, actionId: asked.actionId })),
    }),
    'with another reason than was signed': async (asked) => ({
      ...asked,
      reason: 'Agreed with the buyes',
      signature: await sign(page, await wanted(asked)),
    }),
    'another person’s': async (asked) => ({ ...asked, signature: await sign(other, await wanted(asked, other)) }),
    'another person’s, from that person’s session to the first one’s challenge': async (asked) => {
      const mine = await wanted(asked)
      const theirs = await wanted(asked, other)
      return {
        ...asked,
        signature: await sign(other, {
          ...mine,
          options: { ...mine.options, allowCredentials: theirs.options.allowCredentials },
        }),
      }
    },
    'without the person’s verification': async (asked) => {
      const { id, options } = await wanted(asked)
      await authenticator.verifies(false)
      const signature = await sign(page, { id, options: { ...options, userVerification: 'discouraged' } })
      await authenticator.verifies(true)
      return { ...asked, signature }
    },
    'from another origin of the same host': async (asked) => {
      const there = await stranger('http://localhost:9', {})
      return { ...asked, signature: await sign(there, await wanted(asked)) }
    },
    'to another host': async (asked) => {
      const there = await stranger('http://evil.localhost:9', { rpId: 'evil.localhost' })
      const { id, options } = await wanted(asked)
      return { ...asked, signature: await sign(there, { id, options: { ...options, rpId: 'evil.localhost' } }) }
    },
    'that is too old': async (asked) => {
      const signature = await wanted(asked)
      database
        .prepare('update challenges set expires_at = ? where id = ?')
        .run(new Date(Date.now() - 1).toISOString(), signature.id)
      return { ...asked, signature: await sign(page, signature) }
    },
    'made up by who has the session alone': async (asked) => {
      const { id } = await wanted(asked)
      return { ...asked, signature: Buffer.from(JSON.stringify({ id, assertion: 'yes' })).toString('base64url') }
    },
    'by a copy whose counter is behind': async (asked) => {
      const there = await stranger('http://localhost:9', { signCount: 0 })
      // Its page is the dashboard's own: only the copied key is wrong.
      await there.goto(address)
      return { ...asked, signature: await sign(there, await wanted(asked)) }
    },
  }
  for (const [how, attack] of Object.entries(attacks)) {
    const [before, entries] = [await renewals(), refusedEntries()]
    const answer = await renew(page, await attack({ ...yen, actionId: randomUUID() }))
    expect([how, answer.status, answer.code]).toEqual([how, 422, 'signature_refused'])
    expect([how, (await renewals()) - before, refusedEntries() - entries]).toEqual([how, 0, 1])
  }

  await test.step('once the facts have moved', async () => {
    const asked = { ...yen, actionId: randomUUID() }
    const signature = await sign(page, await wanted(asked))
    expect(await renew(page, { ...yen, day: daysFromNow(40) })).toMatchObject({ status: 200, outcome: 'done' })
    const before = await renewals()
    expect(await renew(page, { ...asked, signature })).toMatchObject({ status: 409, code: 'changed' })
    expect((await renewals()) - before).toBe(0)
  })

  await test.step('in two tabs at once it is renewed once', async () => {
    const tab = await context.newPage()
    await tab.goto(address)
    const asked = { ...yen, actionId: randomUUID() }
    const signature = await sign(page, await wanted(asked))
    const before = await renewals()
    await Promise.all([page, tab].map((each) => renew(each, { ...asked, signature })))
    expect((await renewals()) - before).toBe(1)
  })
  database.close()
  await Promise.all([elsewhere.close(), strangers.close()])
})
