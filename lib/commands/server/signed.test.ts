import { beforeAll, describe, expect, it } from 'vitest'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { saveFacts } from '@/lib/knowledge/server/facts'
import type { Dishonest } from '@/lib/signatures/authenticator-for-tests'
import type { Asked, KeyHolder } from '@/lib/signatures/person-for-tests'
import { renewal, SigningDashboard, withSignature } from '@/lib/signatures/signing-for-tests'
import { dashboardOrigin, withoutReads } from '@/lib/testing/environment'

const later = () => new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)

describe.each(engines)('a renewal that its sender must sign, on %s', (engine) => {
  const signing = new SigningDashboard(engine, { ...withoutReads, SIGNED_ACTS: 'renew-now' })
  const entries = (kind: string) => signing.entries(kind)
  const verdict = () => signing.verdict()
  const commands = () => signing.commands()
  let max: KeyHolder
  let mia: KeyHolder
  let keyless: KeyHolder
  beforeAll(async () => {
    ;[max, mia] = [await signing.person('manager'), await signing.person('manager')]
    keyless = await signing.person('manager', { hasKey: false })
  })

  const idsIn = ({ path }: Pick<Asked, 'path'>) => {
    const [, , , , buyerId = '', , subscriptionId = ''] = path.split('/')
    return { buyerId, subscriptionId }
  }

  it('is sent once with the signature, which the journal keeps and proves', async () => {
    const asked = renewal()
    const first = await max.ask(asked)
    expect([first.status, first.headers.get('x-outcome')]).toEqual([428, 'not-sent'])
    const { code, signature } = await first.json()
    expect(code).toBe('signature_required')
    expect(JSON.parse(signature.statement)).toMatchObject({
      ...{ v: 1, act: 'renew-now', account: 'northwind', actionId: asked.actionId, origin: dashboardOrigin },
      request: { operation: 'changeExpirationDate', body: asked.body },
      effectHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(commands()).toEqual([])
    const answer = await max.ask(withSignature(asked, max.authenticator.header(signature)))
    expect([answer.headers.get('x-outcome'), commands().length]).toEqual(['done', 1])
    const again = await max.ask(asked)
    expect([again.headers.get('x-replayed'), commands().length]).toEqual(['true', 1])
    const [intent] = await entries('intent')
    expect(JSON.parse(intent?.detail ?? '{}').signature).toMatchObject({ statement: signature.statement })
    expect(await verdict()).toMatchObject({ whole: true })
  })

  it('is sent without one where it moves the end date only', async () => {
    await max.ask(renewal({ expirationDate: later() }))
    expect(commands()).toHaveLength(1)
  })

  it('is not sent by somebody without a passkey', async () => {
    const answer = await keyless.ask(renewal())
    expect([answer.status, (await answer.json()).code, commands()]).toEqual([403, 'passkey_needed', []])
    expect((await entries('signature-refused'))[0]?.detail).toContain('"reason":"no passkey"')
  })

  type Attack = (asked: Asked & { actionId: string }) => Promise<Response>
  const dishonest =
    (how: Dishonest): Attack =>
    (asked) =>
      max.signed(asked, how)
  const attacks: [string, string, Attack][] = [
    [
      'used before',
      'used',
      async (asked) => {
        const header = max.authenticator.header(await max.wanted(asked))
        await max.ask(withSignature(asked, header))
        signing.forgetCommands()
        const store = await database()
        await store.deleteFrom('action_ids').where('id', '=', asked.actionId).execute()
        return max.ask(withSignature(asked, header))
      },
    ],
    [
      'given for another act',
      'other request',
      async (asked) => {
        const other = { ...renewal(), actionId: asked.actionId }
        return max.ask(withSignature(asked, max.authenticator.header(await max.wanted(other))))
      },
    ],
    [
      'given for another day',
      'other request',
      async (asked) => {
        const header = max.authenticator.header(await max.wanted(asked))
        const body = { ...(asked.body as object), reason: 'Agreed with the buyer!' }
        return max.ask(withSignature({ ...asked, body }, header))
      },
    ],
    [
      'of another person',
      'other person',
      async (asked) => max.ask(withSignature(asked, mia.authenticator.header(await mia.wanted(asked)))),
    ],
    [
      'made with another person’s key',
      'key',
      async (asked) => max.ask(withSignature(asked, mia.authenticator.header(await max.wanted(asked)))),
    ],
    ['without user verification', 'verification', dishonest({ verified: false })],
    ['given at another origin', 'origin', dishonest({ origin: 'https://desk.example.test.evil.test' })],
    ['given to another host', 'host', dishonest({ host: 'evil.test' })],
    ['of another challenge', 'challenge', dishonest({ challenge: 'AAAA' })],
    // What the package takes and the record couldn't prove.
    ['given in a frame of another site', 'signature', dishonest({ crossOrigin: true })],
    ['given in a frame, by a word', 'signature', dishonest({ crossOrigin: 'yes' })],
    ['whose client data begins with a mark', 'signature', dishonest({ clientAs: (data) => Buffer.from(`\uFEFF${data}`) })],
    ['with bytes behind it', 'signature', dishonest({ signatureAs: (data) => Buffer.concat([data, Buffer.from([0])]) })],
    [
      'with its length in two bytes',
      'signature',
      dishonest({
        signatureAs: (data) => Buffer.concat([data.subarray(0, 1), Buffer.from([0x81]), data.subarray(1)]),
      }),
    ],
    [
      'by a key that another entry enrolled',
      'signature',
      async (asked) => {
        const store = await database()
        const whose = await store.selectFrom('passkeys').select(['id', 'account_id', 'entry']).execute()
        const mine = whose.find(({ account_id }) => account_id === max.session.accountId)
        const theirs = whose.find(({ account_id }) => account_id === mia.session.accountId)
        const pointTo = (entry: number | null) =>
          store
            .updateTable('passkeys')
            .set({ entry })
            .where('id', '=', mine?.id ?? '')
            .execute()
        await pointTo(theirs?.entry ?? null)
        const answer = await max.signed(asked)
        await pointTo(mine?.entry ?? null)
        return answer
      },
    ],
    [
      'given too late',
      'over',
      async (asked) => {
        const wanted = await max.wanted(asked)
        const store = await database()
        const expires_at = new Date(Date.now() - 1).toISOString()
        await store.updateTable('challenges').set({ expires_at }).where('id', '=', wanted.id).execute()
        return max.ask(withSignature(asked, max.authenticator.header(wanted)))
      },
    ],
    [
      'made up by somebody who has the cookie alone',
      'unreadable',
      async (asked) => {
        await max.wanted(asked)
        return max.ask(withSignature(asked, Buffer.from('{"id":"yes"}').toString('base64url')))
      },
    ],
    [
      'whose counter goes back',
      'counter',
      async (asked) => {
        max.authenticator.counter = 20
        await max.signed(renewal())
        signing.forgetCommands()
        const answer = await max.signed(asked, { counter: 20 })
        return answer
      },
    ],
  ]

  it.each(attacks)('isn’t sent with a signature %s, and the journal says so', async (_, reason, attack) => {
    const before = (await entries('signature-refused')).length
    const asked = renewal()
    const answer = await attack(asked)
    expect([answer.status, (await answer.json()).code, commands()]).toEqual([422, 'signature_refused', []])
    const refused = await entries('signature-refused')
    expect([refused.length, refused[0]?.detail]).toEqual([before + 1, expect.stringContaining(`"reason":"${reason}"`)])
    expect(await verdict()).toMatchObject({ whole: true })
  })

  it('isn’t sent once the facts have moved since it was signed', async () => {
    const asked = renewal()
    const { buyerId, subscriptionId } = idsIn(asked)
    const header = max.authenticator.header(await max.wanted(asked))
    const facts = [{ entity: `subscription:${subscriptionId}`, field: 'endDate', value: `${later()} 10:00:00` }]
    await saveFacts(facts, {
      merchant: 'northwind',
      buyerId,
      source: 'listSubscriptions',
      operation: 'listSubscriptions',
    } as never)
    const answer = await max.ask(withSignature(asked, header))
    expect([answer.status, (await answer.json()).code, commands()]).toEqual([409, 'changed', []])
    expect((await entries('signature-refused'))[0]?.detail).toContain('"reason":"changed"')
  })

  it('is sent once in two tabs at once, and one touch is one act', async () => {
    const asked = renewal()
    const header = max.authenticator.header(await max.wanted(asked))
    await Promise.all([max.ask(withSignature(asked, header)), max.ask(withSignature(asked, header))])
    expect(commands()).toHaveLength(1)
  })

  it('of somebody else is signed by whoever approves it', async () => {
    const agent = await signing.person('agent', { hasKey: false })
    const { path, body, actionId } = renewal()
    const params = idsIn({ path })
    const given = { operation: 'changeExpirationDate', params, body, buyerAddress: null, actionId, ticket: null }
    const { id } = await (await agent.ask({ path: '/api/desk/approvals', body: given, actionId })).json()
    const { effectHash } = await (await max.ask({ method: 'GET', path: `/api/desk/approvals/${id}` })).json()
    const deciding = { path: `/api/desk/approvals/${id}/decide`, body: { approve: true, effectHash, note: null } }
    expect((await keyless.ask(deciding)).status).toBe(403)
    await max.signed(deciding)
    expect(commands()).toHaveLength(1)
    const [approved] = await entries('approved')
    expect(approved?.detail).toContain('"signature":{')
    expect(await verdict()).toMatchObject({ whole: true })
  })
})
