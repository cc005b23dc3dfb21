import * as z from 'zod/mini'
import { request } from '@/lib/client/request'
import { parsed } from '@/lib/core/json'
import * as routes from '@/lib/core/routes'
import { evidenceLevels, type ManifestVerdict, manifestName, signatureName } from '../evidence'
import { type Unzipped, unzip } from './unzip'

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
  const all = pack.size > maxBytes ? null : await unzip(new Uint8Array(await pack.arrayBuffer()), maxBytes)
  const files = new Map<string, Uint8Array>()
  for (const { name, bytes } of all ?? []) if (!files.has(name)) files.set(name, bytes)
  const text = textOf(files.get(manifestName))
  const manifest = parsed(manifestSchema, text)
  if (all === null || manifest === null) return unreadable
  const named = manifest.files.map(async ({ name, bytes: was, sha256 }): Promise<FileVerdict> => {
    const bytes = files.get(name)
    if (bytes === undefined) return { name, is: 'missing', bytes: null, was }
    return { name, is: (await sha256Of(bytes)) === sha256 ? 'sound' : 'changed', bytes: bytes.length, was }
  })
  const known = new Set([...manifest.files.map(({ name }) => name), manifestName, signatureName])
  const added = ({ name, bytes }: Unzipped) => !known.has(name) || files.get(name) !== bytes
  return {
    manifest,
    files: [
      ...(await Promise.all(named)),
      ...all.filter(added).map(({ name, bytes }) => ({ name, is: 'extra' as const, bytes: bytes.length, was: null })),
    ],
    dashboard: await request<ManifestVerdict>(routes.evidenceVerify(), {
      merchant,
      body: { manifest: text, signature: textOf(files.get(signatureName)) },
    }),
  }
}

const textOf = (bytes: Uint8Array | undefined) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

async function sha256Of(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
