import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startAt } from '@/lib/database/engines-for-tests'
import type { Tables } from '@/lib/database/schema'
import { missingFrom, nameOf } from './checkpoint-claims'
import {
  checkpointFile,
  earlierFile,
  emptiedFault,
  goesOnFrom,
  headSeen,
  kept,
  lastCheckpoint,
  olderThan,
  putCheckpointsAway,
  readCheckpoints,
  recordSeen,
  shortenFile,
  writeCheckpoint,
} from './checkpoints'
import { type Head, signatureOf } from './crypto'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'counterfoil-checkpoints-'))
  startAt({ DATA_DIR: folder })
})
afterEach(() => rmSync(folder, { recursive: true }))

const headAt = (seq: number, digit = 'a'): Head => {
  const hash = digit.repeat(64)
  return { seq, hash, signature: signatureOf(seq, hash) }
}
const write = (...seqs: number[]) => {
  for (const seq of seqs) writeCheckpoint(headAt(seq))
}
const numbers = () => readCheckpoints(folder).map(({ seq }) => seq)
const line = (seq: number) => `\n${JSON.stringify({ ...headAt(seq), at: '2026-05-14T12:00:00.000Z' })}\n`
/** Makes the file as long as it takes to be put aside, and puts it aside. */
const putAside = () => {
  writeFileSync(checkpointFile(folder), ' '.repeat(128 * 1_024))
  write(1)
  shortenFile(folder)
}

describe('the checkpoint file', () => {
  test('holds what was written, oldest first, for its owner alone, also where there was no folder', () => {
    const deeper = join(folder, 'a', 'b')
    writeCheckpoint(headAt(1), deeper)
    writeCheckpoint(headAt(2), deeper)
    const [first, second] = readCheckpoints(deeper)
    expect([first, second]).toMatchObject([headAt(1), headAt(2)])
    expect(Object.keys(first ?? {})).toEqual(['seq', 'hash', 'signature', 'at'])
    expect(Math.abs(Date.now() - Date.parse(first?.at ?? ''))).toBeLessThan(60_000)
    expect(statSync(checkpointFile(deeper)).mode & 0o777).toBe(0o600)
  })

  test('that is not there holds nothing', () => {
    expect([readCheckpoints(folder), lastCheckpoint(folder)]).toEqual([[], null])
  })

  test('tells by a line that is cut short, or of another form, nothing', () => {
    const sound = { ...headAt(3), at: '2026-05-14T12:00:00.000Z' }
    const { at: _, ...undated } = sound
    const others = [{ ...sound, seq: 1.5 }, { ...sound, seq: '3' }, { ...sound, hash: 7 }, { ...sound, signature: null }, undated]
    const lines = [...others, null, [], 'text', 7].map((each) => JSON.stringify(each))
    writeFileSync(checkpointFile(folder), ['{"seq":2,"ha', ...lines, JSON.stringify(sound), ...lines].join('\n'))
    expect([numbers(), lastCheckpoint(folder)?.seq]).toEqual([[3], 3])
  })

  test('has the highest number as its newest, for processes that share it may cross', () => {
    write(4, 6, 5)
    expect([numbers(), lastCheckpoint(folder)?.seq]).toEqual([[4, 6, 5], 6])
  })

  test('is put aside once it is long, and the one after it says that it goes on from it', () => {
    write(1)
    shortenFile(folder)
    expect([existsSync(checkpointFile(folder)), existsSync(earlierFile(folder))]).toEqual([true, false])
    putAside()
    expect([existsSync(checkpointFile(folder)), existsSync(earlierFile(folder))]).toEqual([false, true])
    expect([numbers(), lastCheckpoint(folder)?.seq]).toEqual([[1], 1])
    shortenFile(folder) // there is none to put aside
    write(2, 3)
    const [, next, after] = readCheckpoints(folder)
    expect([numbers(), lastCheckpoint(folder)?.seq]).toEqual([[1, 2, 3], 3])
    expect([next && goesOnFrom(next), after && goesOnFrom(after)]).toEqual([true, false])
    expect([next && goesOnFrom({ ...next, seq: 7 }), next && goesOnFrom({ ...next, hash: 'b'.repeat(64) })]).toEqual([
      false,
      false,
    ])
  })

  test('stays where it is up to the last byte that it may have', () => {
    writeFileSync(checkpointFile(folder), ' '.repeat(128 * 1_024))
    shortenFile(folder)
    expect(existsSync(checkpointFile(folder))).toBe(true)
  })

  test('is read from its end, however long it is', () => {
    const all = Array.from({ length: 6_000 }, (_, index) => line(index + 1))
    writeFileSync(checkpointFile(folder), all.join(''))
    const seqs = numbers()
    expect([seqs.at(-1), lastCheckpoint(folder)?.seq]).toEqual([6_000, 6_000])
    expect([seqs.length > 5_000, seqs.length < 6_000]).toEqual([true, true])
  })

  test('is put away with its time, and so is the one before', () => {
    putAside()
    write(2)
    putCheckpointsAway(folder, new Date('2026-05-14T12:00:00.000Z'))
    const ending = 'until-2026-05-14T12-00-00.000Z'
    expect(readdirSync(folder).sort()).toEqual([`journal-checkpoints.1.${ending}`, `journal-checkpoints.${ending}`])
    putCheckpointsAway(folder) // there is nothing left to put away
    expect(readdirSync(folder)).toHaveLength(2)
  })
})

describe('the newest head that was seen', () => {
  const storeOf = () => {
    const adapter = {}
    return { getExecutor: () => ({ adapter }) } as unknown as Kysely<Tables>
  }

  test('is the newest checkpoint until anything is seen, if it is signed', () => {
    expect(headSeen(storeOf())).toBeNull()
    write(3)
    expect(headSeen(storeOf())).toMatchObject(headAt(3))
    writeCheckpoint({ ...headAt(4), signature: 'f'.repeat(64) })
    expect(headSeen(storeOf())).toBeNull()
  })

  test('never becomes an older one, and is kept apart for each database', () => {
    const [one, other] = [storeOf(), storeOf()]
    for (const seq of [5, 4]) recordSeen(one, headAt(seq))
    expect([headSeen(one), headSeen(other)]).toEqual([headAt(5), null])
    recordSeen(one, headAt(6, 'c'))
    expect([headSeen(one), emptiedFault()]).toEqual([headAt(6, 'c'), null])
  })

  test('becomes none where the journal was emptied, and what it was is still known', () => {
    const store = storeOf()
    recordSeen(store, headAt(0))
    expect(emptiedFault()).toBeNull()
    recordSeen(store, headAt(7))
    Object.assign(kept(), { written: headAt(7), onDisk: { file: 'f', seq: 7 } })
    recordSeen(store, headAt(0))
    expect([emptiedFault(), headSeen(store)]).toEqual(['it was emptied after entry 7', headAt(0)])
    expect(kept()).toMatchObject({ written: null, onDisk: null })
    recordSeen(store, headAt(1))
    expect([emptiedFault(), headSeen(store)]).toEqual(['it was emptied after entry 7', headAt(1)])
  })

  test('shows that a head is of an older copy', () => {
    const seen = headAt(5)
    const back = 'an older copy was put back'
    expect(olderThan(seen, headAt(4), undefined)).toBe(`it ends at 4, but entry 5 was written before that, so ${back}`)
    expect(olderThan(seen, headAt(5, 'b'), 'b'.repeat(64))).toBe(`entry 5 isn’t the one written before, so ${back}`)
    expect(olderThan(seen, headAt(9), 'b'.repeat(64))).toBe(`entry 5 isn’t the one written before, so ${back}`)
    for (const hash of [seen.hash, undefined]) expect(olderThan(seen, headAt(5), hash)).toBeNull()
    expect(olderThan(seen, headAt(9), seen.hash)).toBeNull()
  })
})

test('of the checkpoints that must be in the file the first that is not is named', () => {
  expect(missingFrom(new Set([1, 3]), [1, 3])).toBeNull()
  expect(missingFrom(new Set(), [])).toBeNull()
  expect(missingFrom(new Set([1]), [1, 2, 3])).toBe('the checkpoint file was shortened: checkpoint 2 isn’t in it')
  expect(missingFrom(new Set(), [2])).toBe('the checkpoint file is missing: checkpoint 2 was in it')
})

test('a folder has one name in the database, by whatever path it is reached', () => {
  const store = { getExecutor: () => ({ adapter: {} }) } as unknown as Kysely<Tables>
  const link = `${folder}-link`
  symlinkSync(folder, link)
  const paths = [folder, link, relative(process.cwd(), folder), `${folder}/../${folder.split('/').at(-1)}`]
  expect(new Set(paths.map((path) => nameOf(store, path))).size).toBe(1)
  rmSync(link)
  const embedded = { getExecutor: () => ({ adapter: { isEmbedded: true } }) } as unknown as Kysely<Tables>
  expect(nameOf(embedded, folder)).not.toBe(nameOf(store, folder)) // a server has the folders of several machines
  expect(nameOf(store, folder)).toMatch(/^[0-9a-f]{12}$/)
  const [none, same] = [join(folder, 'none'), join(folder, 'a', '..', 'none')]
  expect(nameOf(store, none)).toBe(nameOf(store, same))
  expect(new Set([none, join(folder, 'other'), folder].map((path) => nameOf(store, path))).size).toBe(3)
  expect(nameOf(embedded, '/')).toBe('d9b9149d90aa') // as every version has named it
})
