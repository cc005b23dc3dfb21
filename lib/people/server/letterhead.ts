import 'server-only'
import * as z from 'zod/mini'
import { fromOwnJson } from '@/lib/core/json'
import { maskTyped } from '@/lib/core/masking'
import { problem } from '@/lib/core/problem'
import { type Database, database } from '@/lib/database/open'
import type { Claim } from '@/lib/journal/action-ids'
import { append } from '@/lib/journal/chain'
import { requireStoredAsRecorded } from '@/lib/journal/row-digests'
import { filled, line } from '@/lib/operations/schemas/scalars'
import type { Merchant } from '@/lib/platform/merchants'
import { checked, readJson } from '@/lib/platform/request'
import { type Letterhead, letterheadLimits, maxAddressLines } from '../letterhead'
import { answerOnce, askedIn } from './answer-once'
import { merchantFor } from './merchant-rights'
import type { Person } from './sessions'

type Written = Omit<Letterhead, 'changedAt'>

const settingOf = (merchant: string) => `letterhead ${merchant}`

/** The letterhead of a merchant account; its name alone while nobody has written one. */
export async function letterheadOf({ code, name }: Pick<Merchant, 'code' | 'name'>, store?: Database): Promise<Letterhead> {
  const from = store ?? (await database())
  const row = await from
    .selectFrom('desk_settings')
    .select(['value', 'changed_at'])
    .where('name', '=', settingOf(code))
    .executeTakeFirst()
  if (!row) return { name, address: [], taxNumber: '', contact: '', changedAt: null }
  return { ...fromOwnJson<Written>(row.value), changedAt: row.changed_at }
}

const { name, address, taxNumber, contact } = letterheadLimits
// What turns the direction of writing around would make a paper read as another.
const plain = <S extends z.ZodMiniType<string>>(schema: S) =>
  schema.check(z.refine((text) => !/\p{Bidi_Control}/u.test(text), 'Remove control characters'))
const body = z.strictObject({
  name: plain(filled(name, 'Enter a name')),
  address: z
    .array(plain(line(address)), 'Enter an address')
    .check(z.maxLength(maxAddressLines, `Use ${maxAddressLines} lines or fewer`)),
  taxNumber: plain(line(taxNumber)),
  contact: plain(line(contact)),
  changedAt: z.nullable(z.string().check(z.maxLength(40))),
})

/** `PUT /api/desk/letterhead`: writes the merchant account's letterhead. `changedAt` is that of the one that was shown. */
export async function putLetterhead(request: Request, person: Person): Promise<Letterhead | Response> {
  const merchant = merchantFor(request, person)
  const { changedAt, ...given } = checked(body, await readJson(request))
  const letterhead = { ...given, address: given.address.filter((text) => text !== '') }
  return answerOnce(
    askedIn(request, person, { what: 'putLetterhead', merchant: merchant.code, content: { ...given, changedAt } }),
    (claim) => setLetterhead(person, merchant, { wanted: letterhead, changedAt }, claim),
    () => letterheadOf(merchant),
  )
}

/** Writes it, and into the journal who did, from what to what. Throws `conflict` where somebody else has since the one that was shown. */
export async function setLetterhead(
  person: Person,
  merchant: Merchant,
  { wanted: letterhead, changedAt }: { wanted: Written; changedAt: string | null },
  claim?: Claim,
): Promise<void> {
  const store = await database()
  await store.transaction().execute(async (tx) => {
    await claim?.take(tx)
    await requireStoredAsRecorded(tx, 'desk_settings', settingOf(merchant.code))
    const shown = await letterheadOf(merchant, tx)
    const row = { name: settingOf(merchant.code), value: JSON.stringify(letterhead), changed_at: new Date().toISOString() }
    // The entry comes first: writers wait for each other there, so that the one that was shown is still the newest when this is written.
    await append(tx, {
      kind: 'setting',
      detail: { setting: 'letterhead', before: forJournal(shown), after: forJournal(letterhead) },
      rows: [{ table: 'desk_settings', id: row.name, values: row }],
      actionId: row.name,
      accountId: person.accountId,
      person: person.name,
      merchant: merchant.code,
      operation: 'letterhead',
      buyerId: null,
      ticket: null,
    })
    if ((await letterheadOf(merchant, tx)).changedAt !== changedAt)
      throw problem('conflict', 'Somebody else saved the letterhead since you opened it. Yours wasn’t saved.', {
        code: 'changed',
      })
    await tx
      .insertInto('desk_settings')
      .values(row)
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute()
  })
}

/** An address in a letterhead is the account's own, but the journal keeps none. */
const forJournal = ({ name, address, taxNumber, contact }: Written) =>
  [name, ...address, taxNumber, contact]
    .filter((text) => text !== '')
    .map(maskTyped)
    .join(' | ')
