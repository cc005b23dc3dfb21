/** Who the pack is for, which decides what stands in it (docs/evidence.md). */
export const evidenceLevels = ['bank', 'internal', 'customer'] as const
export type EvidenceLevel = (typeof evidenceLevels)[number]

export const levelWords: Record<EvidenceLevel, { label: string; shows: string }> = {
  bank: { label: 'For the bank', shows: 'Name, addresses and e-mail in clear; no names of staff, no risk marks.' },
  internal: { label: 'Internal', shows: 'Everything as on the desk: personal values masked, staff and providers named.' },
  customer: { label: 'For the customer', shows: 'What was ordered, tried and charged; no providers, codes, staff or reasons.' },
}

/** `POST /api/desk/buyers/{buyerId}/evidence`. Days are `YYYY-MM-DD`, both included, and bound what staff did; `reason` is needed for the bank's level. */
export type EvidenceAsked = {
  orderIds: string[]
  level: EvidenceLevel
  from: string | null
  to: string | null
  reason?: string
  ticket?: string
}

export const mostOrders = 100

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

/** The desk's answer about a manifest: whether it signed exactly this text, and whether its journal still holds that head. */
export type ManifestVerdict = { signed: boolean; journal: 'same' | 'other' | 'missing' }

export const evidencePath = (buyerId: string) => `/api/desk/buyers/${buyerId}/evidence`
export const verifyPath = '/api/desk/evidence/verify'
