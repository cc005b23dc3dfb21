import { strFromU8, unzipSync } from 'fflate'
import * as z from 'zod/mini'
import { request } from '@/lib/client/request'
import { parsed } from '@/lib/core/json'
import * as routes from '@/lib/core/routes'
import { evidenceLevels, type ManifestVerdict, manifestName, signatureName } from '../evidence'

/** What became of one file of a pack: `extra` is in it without being in the manifest. `was` is its size when it was made. */
export type FileVerdict = {
  name: string
  is: 'sound' | 'changed' | 'missing' | 'extra'
  bytes: number | null
  was: number | null
}

/** What is checked and shown of a manifest; whether the rest of it is as we wrote it, its signature says. */
const manifestSchema = z.object({
  format: z.literal('counterfoil-evidence/1'),
  madeAt: z.string(),
  level: z.enum(evidenceLevels),
  buyerId: z.string(),
  orders: z.array(z.string()),
  journal: z.object({ seq: z.number() }),
  files: z.array(z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })),
})

/** Whether a pack is one we made. Null `manifest`: it is none of ours, or too damaged to read. */
export type PackVerdict = {
  manifest: z.output<typeof manifestSchema> | null
  files: FileVerdict[]
  dashboard: ManifestVerdict | null
}

const maxBytes = 50_000_000
const unreadable: PackVerdict = { manifest: null, files: [], dashboard: null }

/** Checks a pack in the browser: each file against its SHA-256, and the manifest, which alone goes to the server, against its signature. */
export async function readPack(pack: Blob, merchant: string): Promise<PackVerdict> {
  const files = pack.size > maxBytes ? null : unpacked(new Uint8Array(await pack.arrayBuffer()))
  const text = files?.[manifestName]
  const manifest = text ? parsed(manifestSchema, strFromU8(text)) : null
  if (!files || !text || !manifest) return unreadable
  const named = manifest.files.map(async ({ name, bytes: was, sha256 }): Promise<FileVerdict> => {
    const bytes = files[name]
    if (bytes === undefined) return { name, is: 'missing', bytes: null, was }
    return { name, is: (await sha256Of(bytes)) === sha256 ? 'sound' : 'changed', bytes: bytes.length, was }
  })
  const known = new Set([...manifest.files.map(({ name }) => name), manifestName, signatureName])
  const extra = Object.keys(files).filter((name) => !known.has(name))
  const signature = strFromU8(files[signatureName] ?? new Uint8Array())
  return {
    manifest,
    files: [
      ...(await Promise.all(named)),
      ...extra.map((name) => ({ name, is: 'extra' as const, bytes: files[name]?.length ?? null, was: null })),
    ],
    dashboard: await request<ManifestVerdict>(routes.evidenceVerify(), {
      merchant,
      body: { manifest: strFromU8(text), signature },
    }),
  }
}

/** The files of a zip, or null where it cannot be unpacked. One that would unpack to more than a pack ever holds is not. */
function unpacked(bytes: Uint8Array): Record<string, Uint8Array> | null {
  let left = maxBytes
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

async function sha256Of(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
