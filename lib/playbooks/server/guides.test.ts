import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '@/lib/core/roles'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { verify } from '@/lib/journal/verify'
import { createPerson } from '@/lib/people/server/person-accounts'
import type { Person } from '@/lib/people/server/sessions'
import { somebody } from '@/lib/refunds/server/refunds-for-tests'
import { problemIn } from '@/lib/testing/endings'
import type { Guide } from '../guide'
import { addGuideStep, buyerGuides, type GuideStepGiven, openGuides, startGuide } from './guides'

describe.each(engines)('guided steps on %s', (engine) => {
  const own = new OwnDatabase(engine)
  let ines: Person
  let remy: Person
  beforeAll(async () => {
    ines = await person('ines', 'agent')
    remy = await person('remy', 'manager')
    await person('fay', 'finance')
  })

  async function person(name: string, role: Role): Promise<Person> {
    const given = { email: `${name}@desk.test`, name, role, password: 'a long enough password' }
    return { ...somebody((await createPerson(own.store, given)) ?? '', role), name }
  }

  const buyerId = '83b5ce0d-119e-46aa-98b8-b47d67a58213'
  const startedBy = (person: Person, id = randomUUID()) =>
    startGuide(person, { id, playbook: 'refund', merchant: 'northwind', buyerId, ticket: 'T-9' })
  const begun = (id = randomUUID()) => startedBy(ines, id)
  const step = ({ id, version }: Guide, more: Partial<GuideStepGiven> = {}): GuideStepGiven => ({
    stepId: randomUUID(),
    guideId: id,
    version,
    kind: 'answered',
    question: 'charge',
    answer: 'o-1 c-1',
    words: 'as odile@example.test said',
    ...more,
  })

  it('are recorded step by step, masked, under the ticket', async () => {
    const id = randomUUID()
    const guide = await begun(id)
    const after = await addGuideStep(ines, step(guide))
    expect(after).toMatchObject({ version: 2, ticket: 'T-9', steps: [{ kind: 'started' }, { kind: 'answered' }] })
    expect(after.steps[1]?.words).toBe('as o•••e@e••••••.test said')
    const store = own.store
    const entries = await store.selectFrom('journal').select(['kind', 'ticket']).where('action_id', '=', id).execute()
    expect(entries).toEqual([
      { kind: 'guide', ticket: 'T-9' },
      { kind: 'guide', ticket: 'T-9' },
    ])
    expect(await verify(store, own.place.DATA_DIR)).toMatchObject({ whole: true })
  })

  it('stay among those that a person has, however many others the person only looked at or answered since', async () => {
    const ids: string[] = []
    for (let at = 0; at < 25; at++) ids.push((await addGuideStep(remy, step(await startedBy(remy)))).id)
    for (let at = 0; at < 101; at++) await startedBy(remy)
    expect((await openGuides(remy)).map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  })

  it('are gone on with where they were left', async () => {
    const guide = await addGuideStep(ines, step(await begun()))
    const { guides } = await buyerGuides(ines, 'northwind', buyerId)
    expect(guides.find(({ id }) => id === guide.id)).toEqual(guide)
  })

  it('are one person’s at a time: handed over, or taken over by whoever says so', async () => {
    const guide = await begun()
    expect(await problemIn(addGuideStep(remy, step(guide)))).toMatchObject({ kind: 'conflict', code: 'not_holder' })
    const { colleagues } = await buyerGuides(ines, 'northwind', buyerId)
    expect(colleagues.map(({ name }) => name)).toEqual(['remy'])
    const handed = await addGuideStep(ines, step(guide, { kind: 'handed-over', answer: remy.accountId }))
    expect([handed.person, handed.mine, handed.steps.at(-1)?.words]).toEqual(['remy', false, 'remy'])
    const went = await addGuideStep(remy, step(handed))
    const back = await addGuideStep(ines, step(went, { kind: 'taken-over', answer: null }))
    expect([back.person, back.mine]).toEqual(['ines', true])
    const nobody = addGuideStep(ines, step(back, { kind: 'handed-over', answer: randomUUID() }))
    expect((await problemIn(nobody)).code).toBe('no_such_colleague')
  })

  it('do not move on from what is no longer so, nor after their end', async () => {
    const guide = await begun()
    const after = await addGuideStep(ines, step(guide))
    expect((await problemIn(addGuideStep(ines, step(guide)))).code).toBe('moved_on')
    const ended = await addGuideStep(ines, step(after, { kind: 'ended', question: null, answer: null, words: 'Hello,' }))
    expect(ended.endedAt).not.toBeNull()
    expect((await problemIn(addGuideStep(ines, step(ended)))).code).toBe('moved_on')
  })
})
