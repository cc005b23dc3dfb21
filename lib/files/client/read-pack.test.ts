import { createHash } from 'node:crypto'
import { strToU8, type Zippable, zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ownJson } from '@/lib/testing/own-answers'
import { describePack } from './pack-words'
import { readPack } from './read-pack'

const summary = strToU8('<h1>Received 42.84 EUR</h1>')
const forged = strToU8('<h1>Received 9,999.00 EUR</h1>')
const manifest = {
  format: 'counterfoil-evidence/1',
  madeAt: '2026-11-23T08:41:00.000Z',
  level: 'bank',
  buyerId: '83b5ce0d-119e-46aa-98b8-b47d67a58213',
  orders: ['Tw1ceP4d'],
  journal: { seq: 4 },
  files: [{ name: 'summary.html', bytes: summary.length, sha256: createHash('sha256').update(summary).digest('hex') }],
}
const whole: Zippable = {
  'summary.html': summary,
  'manifest.json': strToU8(JSON.stringify(manifest)),
  'manifest.sig': strToU8('signature'),
}

beforeEach(() => {
  vi.stubGlobal('fetch', async () => ownJson({ signed: true, journal: 'same', madeBy: null, buyer: null }))
})
afterEach(() => vi.unstubAllGlobals())

const verdictOn = async (bytes: Uint8Array) => describePack(await readPack(new Blob([new Uint8Array(bytes)]), 'northwind'), 'UTC')

/** A zip whose file of the first name is called by the second, as no program would write it. */
function renamed(files: Zippable, from: string, to: string): Buffer {
  const zip = Buffer.from(zipSync(files))
  for (let at = zip.indexOf(from); at >= 0; at = zip.indexOf(from)) zip.write(to, at, 'latin1')
  return zip
}

/** With a file in front that the directory doesn't name. */
function withUnlisted(files: Zippable): Buffer {
  const other = Buffer.from(zipSync({ 'summary.html': forged }))
  const front = other.subarray(0, other.indexOf('PK\x01\x02', 0, 'latin1'))
  const zip = Buffer.from(zipSync(files))
  const end = zip.length - 22
  for (let at = zip.readUInt32LE(end + 16); at < end; at = zip.indexOf('PK\x01\x02', at + 1, 'latin1')) {
    if (at < 0) break
    zip.writeUInt32LE(zip.readUInt32LE(at + 42) + front.length, at + 42)
  }
  zip.writeUInt32LE(zip.readUInt32LE(end + 16) + front.length, end + 16)
  return Buffer.concat([front, zip])
}

/** With more in the summary than the directory says. */
function withLongerFile(): Buffer {
  const zip = Buffer.from(zipSync({ ...whole, 'summary.html': Buffer.concat([summary, forged]) }))
  zip.writeUInt32LE(summary.length, zip.indexOf('PK\x01\x02', 0, 'latin1') + 24)
  return zip
}

describe('a pack', () => {
  it('is unchanged, however its files are packed', async () => {
    expect((await verdictOn(zipSync(whole))).kind).toBe('ours')
    expect((await verdictOn(zipSync(whole, { level: 0 }))).kind).toBe('ours')
  })

  it.each<[string, () => Buffer]>([
    ['a second file of a name in front', () => renamed({ 'summary.htmX': forged, ...whole }, 'summary.htmX', 'summary.html')],
    ['a second file of a name at the end', () => renamed({ ...whole, 'summary.htmX': forged }, 'summary.htmX', 'summary.html')],
    ['a file that objects hide', () => renamed({ ...whole, __protoX_: forged }, '__protoX_', '__proto__')],
    ['a file that its directory doesn’t name', () => withUnlisted(whole)],
    ['a file that is longer than its directory says', withLongerFile],
    ['something after its end', () => Buffer.concat([zipSync(whole), forged])],
  ])('with %s is not', async (_, made) => {
    expect((await verdictOn(made())).kind).not.toBe('ours')
  })
})
