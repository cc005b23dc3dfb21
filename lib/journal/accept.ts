import 'server-only'
import { createSecretKey } from 'node:crypto'
import type { Database } from '@/lib/database/open'
import { append, lookAtEnd } from './chain'
import { claim, nameOf } from './checkpoint-claims'
import { lastCheckpoint, putCheckpointsAway, writeCheckpoint } from './checkpoints'
import { signatureOf } from './crypto'
import { verify } from './verify'

/**
 * Starts the checkpoint file anew from the journal as it is, after an operator has looked at why the two differ: a backup that was restored
 * is older than the file, or the file was lost. The earlier file is kept aside, and an entry says who did it and why. Throws where the
 * chain itself is broken, which nobody can accept.
 */
export async function acceptJournal(store: Database, folder: string, reason: string): Promise<void> {
  const verdict = await verify(store, `${folder}/none`) // the chain and the rows, whatever the checkpoints say
  if (!verdict.whole) throw new Error(`${verdict.why}. Only lost or older checkpoints can be accepted, and nothing was changed`)
  const last = lastCheckpoint(folder)?.seq ?? null
  putCheckpointsAway(folder)
  await beginAgain(store, folder, { setting: 'checkpoints', reason, last })
}

/**
 * Signs the journal's head with another key, once it is whole under the key of now; the checkpoint file begins again. Every copy must be
 * stopped, and is started with the new key.
 */
export async function changeKey(store: Database, folder: string, newKey: string): Promise<void> {
  const verdict = await verify(store, folder)
  if (!verdict.whole)
    throw new Error(
      `${verdict.why}. Only a journal that verifies with the key in use now can be signed with another. Nothing was changed`,
    )
  putCheckpointsAway(folder)
  const key = createSecretKey(newKey, 'utf8')
  await beginAgain(store, folder, { setting: 'journal-key' })
  putCheckpointsAway(folder) // they are signed with the old key; the next outcome starts a new file
  await store.transaction().execute(async (tx) => {
    const { seq, hash } = await tx.selectFrom('journal_head').selectAll().executeTakeFirstOrThrow()
    await tx
      .updateTable('journal_head')
      .set({ signature: signatureOf(seq, hash, key) })
      .execute()
    await tx.deleteFrom('journal_checkpoints').execute()
  })
}

async function beginAgain(store: Database, folder: string, detail: object): Promise<void> {
  const file = nameOf(store, folder)
  await store.transaction().execute(async (tx) => {
    await tx.deleteFrom('journal_checkpoints').where('file', '=', file).execute()
    await append(tx, {
      kind: 'checkpoints-accepted',
      actionId: null,
      accountId: '',
      person: 'npm run verify',
      merchant: '',
      operation: null,
      buyerId: null,
      ticket: null,
      detail,
      checkpoint: { file, seq: 0 },
    })
  })
  const { head } = await lookAtEnd(store)
  if (!head) throw new Error('The journal has no head')
  writeCheckpoint(head, folder)
  await claim(store, file, head.seq)
}
