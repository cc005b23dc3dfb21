/** Who the pack is for, which decides what stands in it (docs/evidence.md). */
export const evidenceLevels = ['bank', 'internal', 'customer'] as const
export type EvidenceLevel = (typeof evidenceLevels)[number]

export const levelLabels: Record<EvidenceLevel, { label: string; shows: string }> = {
  bank: { label: 'For the bank', shows: 'Name, addresses and e-mail unmasked. No staff names or risk flags.' },
  internal: { label: 'Internal', shows: 'What staff see: personal values masked, staff and providers named.' },
  customer: {
    label: 'For the customer',
    shows: 'What was ordered, attempted and charged. No providers, codes, staff or reasons.',
  },
}

export const maxOrders = 100

/** What a pack says of itself. `journal` is the head of the chain when it was made, its own entry included. */
export type Manifest = {
  format: 'counterfoil-evidence/1'
  madeAt: string
  level: EvidenceLevel
  merchant: string
  buyerId: string
  period: { from: string | null; to: string | null }
  orders: string[]
  leftOut: string[]
  journal: { seq: number; hash: string }
  files: { name: string; bytes: number; sha256: string }[]
}

export const manifestName = 'manifest.json'
export const signatureName = 'manifest.sig'

/**
 * Our answer about a manifest: whether we signed exactly this text, and whether our journal still holds that head; then also who made the pack
 * and for whom, masked, where the person who asks may know.
 */
export type ManifestVerdict = {
  signed: boolean
  journal: 'same' | 'other' | 'missing'
  madeBy: string | null
  buyer: string | null
}
