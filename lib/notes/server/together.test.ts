import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { verify } from '@/lib/journal/verify'
import { createPerson } from '@/lib/people/server/person-accounts'
import type { Person } from '@/lib/people/server/sessions'
import { mentionSeen } from './mentions'
import { mentionsOf, notesOn, rewriteNote, versionsOf, writeNote } from './notes'
import { endedOn, gone, here } from './presence'

describe.each(engines)('on %s', (engine) => {
  const own = new OwnDatabase(engine)
  let ada: Person
  let ines: Person

  beforeAll(async () => {
    const person = async (name: string): Promise<Person> => {
      const email = `${randomUUID()}@desk.example.test`
      const id = await createPerson(own.store, { email, name, role: 'agent', password: 'a long enough password' })
      return { accountId: id ?? '', sessionId: randomUUID(), email, name, role: 'agent' }
    }
    ada = await person('Ada Okoye')
    ines = await person('Ines Dahl')
  })

  const about = () => ({ merchant: 'northwind', buyerId: randomUUID(), ticket: 'T-1' })
  const texts = async (who: Person, buyerId: string) => (await notesOn(who, 'northwind', buyerId)).notes.map(({ text }) => text)

  describe('a note', () => {
    test('is read by everybody, newest first, and its writer knows their own', async () => {
      const on = about()
      await writeNote(ada, { ...on, text: 'First' })
      await writeNote(ines, { ...on, text: 'Second' })
      const { notes, colleagues } = await notesOn(ines, 'northwind', on.buyerId)
      expect(notes.map(({ text, person, mine, ticket }) => [text, person, mine, ticket]).sort()).toEqual([
        ['First', 'Ada Okoye', false, 'T-1'],
        ['Second', 'Ines Dahl', true, 'T-1'],
      ])
      expect(colleagues).toEqual(['Ada Okoye'])
    })

    test('belongs to one buyer of one merchant account', async () => {
      const on = about()
      await writeNote(ada, { ...on, text: 'Here' })
      expect((await notesOn(ada, 'southbay', on.buyerId)).notes).toEqual([])
      expect(await texts(ada, randomUUID())).toEqual([])
    })

    test('keeps no e-mail address in clear', async () => {
      const on = about()
      await writeNote(ada, { ...on, text: 'Write to tainara@example.test' })
      expect(await texts(ines, on.buyerId)).toEqual(['Write to t•••••a@e••••••.test'])
      const stored = await own.store.selectFrom('note_versions').select('text').execute()
      expect(JSON.stringify(stored)).not.toContain('tainara@example.test')
    })

    test('is changed by its writer alone, from the text that was shown, and keeps every earlier one', async () => {
      const on = about()
      await writeNote(ada, { ...on, text: 'Wrong' })
      const [note] = (await notesOn(ada, 'northwind', on.buyerId)).notes
      const id = note?.id ?? ''
      await expect(rewriteNote(ines, id, { text: 'Mine now', version: 1 })).rejects.toMatchObject({
        problem: { kind: 'forbidden' },
      })
      await rewriteNote(ada, id, { text: 'Right', version: 1 })
      await expect(rewriteNote(ada, id, { text: 'Late', version: 1 })).rejects.toMatchObject({ problem: { kind: 'conflict' } })
      expect((await versionsOf(ada, id)).map(({ version, text }) => [version, text])).toEqual([
        [2, 'Right'],
        [1, 'Wrong'],
      ])
      expect(await texts(ines, on.buyerId)).toEqual(['Right'])
      await expect(rewriteNote(ada, randomUUID(), { text: 'x', version: 1 })).rejects.toMatchObject({
        problem: { kind: 'notFound' },
      })
    })

    test('waits for a colleague it names until they put it away', async () => {
      const on = about()
      await writeNote(ada, { ...on, text: 'Please look, @ines dahl' })
      const [mention] = await mentionsOf(ines)
      expect(mention).toMatchObject({ buyerId: on.buyerId, person: 'Ada Okoye', text: 'Please look, @ines dahl' })
      expect(await mentionsOf(ada)).toEqual([])
      await mentionSeen(ada, mention?.noteId ?? '')
      expect(await mentionsOf(ines)).toHaveLength(1)
      await mentionSeen(ines, mention?.noteId ?? '')
      await rewriteNote(ada, mention?.noteId ?? '', { text: 'Please look again, @Ines Dahl', version: 1 })
      expect(await mentionsOf(ines)).toEqual([])
    })

    test('stands in the journal without its text, and the chain verifies', async () => {
      const on = about()
      await writeNote(ada, { ...on, text: 'Nobody else may read this' })
      const rows = await own.store.selectFrom('journal').selectAll().where('buyer_id', '=', on.buyerId).execute()
      expect(rows.map(({ kind, person, ticket }) => [kind, person, ticket])).toEqual([['note', 'Ada Okoye', 'T-1']])
      expect(JSON.stringify(rows)).not.toContain('Nobody else')
      expect(await verify(own.store, own.place.DATA_DIR)).toMatchObject({ whole: true })
    })
  })

  describe('somebody who has a buyer open', () => {
    const noon = new Date('2026-05-14T12:00:00Z')
    const later = (seconds: number) => new Date(noon.getTime() + seconds * 1_000)

    test('is told to the others and not to themselves, once for all their pages, with what they are about to do', async () => {
      const on = { merchant: 'northwind', buyerId: randomUUID() }
      expect(await here(ada, { ...on, tab: randomUUID() }, null, noon)).toEqual([])
      await here(ada, { ...on, tab: randomUUID() }, 'changeEndDate', noon)
      expect(await here(ines, { ...on, tab: randomUUID() }, null, noon)).toEqual([
        { id: ada.accountId, name: 'Ada Okoye', verb: 'changeEndDate' },
      ])
      expect(await here(ines, { ...on, buyerId: randomUUID(), tab: randomUUID() }, null, noon)).toEqual([])
    })

    test('is there while their page says so, and gone when it leaves or falls silent', async () => {
      const on = { merchant: 'northwind', buyerId: randomUUID() }
      const adas = { ...on, tab: randomUUID() }
      const ineses = { ...on, tab: randomUUID() }
      const seenBy = async (seconds: number) => (await here(ines, ineses, null, later(seconds))).length
      for (const seconds of [0, 4, 8, 12, 16, 20, 24, 28, 32]) await here(ada, adas, null, later(seconds))
      expect(await seenBy(34)).toBe(1)
      expect(await seenBy(90)).toBe(0)
      await here(ada, adas, null, later(91))
      expect(await seenBy(92)).toBe(1)
      await gone(ada, adas)
      expect(await seenBy(93)).toBe(0)
    })

    test('is not written down anew every few seconds, but a dialog that opens is at once', async () => {
      const at = { merchant: 'northwind', buyerId: randomUUID(), tab: randomUUID() }
      const written = async () =>
        own.store.selectFrom('presence').select(['seen_at', 'verb']).where('tab', '=', at.tab).executeTakeFirst()
      await here(ada, at, null, noon)
      await here(ada, at, null, later(4))
      expect((await written())?.seen_at).toBe(noon.toISOString())
      await here(ada, at, 'downgrade', later(5))
      expect(await written()).toEqual({ seen_at: later(5).toISOString(), verb: 'downgrade' })
      await here(ada, at, 'downgrade', later(14))
      expect((await written())?.seen_at).toBe(later(14).toISOString())
    })

    test('is told that an action on the buyer has ended or was settled, and of no other', async () => {
      const on = { merchant: 'northwind', buyerId: randomUUID() }
      const action_id = randomUUID()
      const told = [await endedOn(on)]
      const row = {
        ...{ action_id, digest: 'd', state: 'sent' as const, settled_as: null, operation: 'changeBuyerEmail', target: action_id },
        ...{ merchant: on.merchant, buyer_id: on.buyerId, account_id: ada.accountId, person: 'Ada', ticket: null, process: 'p' },
        ...{ effect: 'null', request: '{}', sealed: '', undoes: null, answered_at: null, answer: null },
      }
      await own.store
        .insertInto('actions')
        .values({ ...row, created_at: noon.toISOString() })
        .execute()
      expect(await endedOn(on)).toBe(told[0])
      for (const change of [{ state: 'unconfirmed' as const }, { settled_at: later(60).toISOString() }]) {
        await own.store.updateTable('actions').set(change).where('action_id', '=', action_id).execute()
        told.push(await endedOn(on))
      }
      expect(new Set(told).size).toBe(3)
      expect(await endedOn({ ...on, buyerId: randomUUID() })).toBe(told[0])
    })

    test('keeps their place: nobody speaks or leaves for another’s page', async () => {
      const at = { merchant: 'northwind', buyerId: randomUUID(), tab: randomUUID() }
      await here(ada, at, 'downgrade', noon)
      await here(ines, at, null, noon)
      await gone(ines, at)
      expect(await here(ines, { ...at, tab: randomUUID() }, null, noon)).toMatchObject([{ name: 'Ada Okoye', verb: 'downgrade' }])
    })
  })
})
