import { strFromU8, unzipSync } from 'fflate'
import { type Manifest, type ManifestVerdict, manifestName, signatureName, verifyPath } from '@/lib/evidence/evidence'
import { postJson } from '../commands/post-json'

/** What became of one file of a pack: `extra` stands in it without being in the manifest. */
export type FileVerdict = { name: string; is: 'sound' | 'changed' | 'missing' | 'extra' }

/** Whether a pack is what the desk made. Null `manifest`: it is none of ours, or too damaged to read. */
export type PackVerdict = { manifest: Manifest | null; files: FileVerdict[]; desk: ManifestVerdict | null }

const mostBytes = 50_000_000
const unreadable: PackVerdict = { manifest: null, files: [], desk: null }

/** Checks a pack in the browser: each file against its SHA-256, and the manifest, which alone goes to the desk, against its signature. */
export async function readPack(pack: Blob, merchant: string): Promise<PackVerdict> {
  const files = pack.size > mostBytes ? null : unpacked(new Uint8Array(await pack.arrayBuffer()))
  const text = files?.[manifestName]
  const manifest = text ? manifestIn(strFromU8(text)) : null
  if (!files || !text || !manifest) return unreadable
  const named = manifest.files.map(async ({ name, sha256 }): Promise<FileVerdict> => {
    const bytes = files[name]
    return { name, is: bytes === undefined ? 'missing' : (await sha256Of(bytes)) === sha256 ? 'sound' : 'changed' }
  })
  const known = new Set([...manifest.files.map(({ name }) => name), manifestName, signatureName])
  const extra = Object.keys(files).filter((name) => !known.has(name))
  const signature = strFromU8(files[signatureName] ?? new Uint8Array())
  return {
    manifest,
    files: [...(await Promise.all(named)), ...extra.map((name) => ({ name, is: 'extra' as const }))],
    desk: await postJson<ManifestVerdict>(verifyPath, merchant, { manifest: strFromU8(text), signature }),
  }
}

export const isSound = ({ files, desk }: PackVerdict) =>
  desk?.signed === true && desk.journal === 'same' && files.every((file) => file.is === 'sound')

/** The files of a zip, or null where it cannot be unpacked. One that would unpack to more than a pack ever holds is not. */
function unpacked(bytes: Uint8Array): Record<string, Uint8Array> | null {
  let left = mostBytes
  const filter = ({ originalSize }: { originalSize: number }) => {
    left -= originalSize
    return left > 0
  }
  try {
    const files = unzipSync(bytes, { filter })
    return left > 0 ? files : null
  } catch {
    return null
  }
}

function manifestIn(text: string): Manifest | null {
  try {
    const read = JSON.parse(text) as Partial<Manifest> | null
    return read?.format === 'counterfoil-evidence/1' && Array.isArray(read.files) && Array.isArray(read.orders)
      ? (read as Manifest)
      : null
  } catch {
    return null
  }
}

async function sha256Of(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
