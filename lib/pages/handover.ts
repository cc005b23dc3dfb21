/** What of a shift isn't ended. */
export type HandoverKind = 'unconfirmed' | 'approval' | 'refund' | 'guide' | 'promise' | 'note' | 'incident' | 'alert' | 'gap'

/** One open thing, as it was when the sheet was made. It names a buyer by id alone. */
export type HandoverItem = {
  kind: HandoverKind
  id: string
  /** What it is: "Turn off autocharge". */
  words: string
  person: string
  at: string
  buyerId: string | null
  ticket: string | null
}

/** The same as it is now: what has become of it, whose it is, masked, and where it is. */
export type HandoverItemNow = HandoverItem & {
  now: string
  isOpen: boolean
  buyer: string | null
  href: string
  /** Who has an unconfirmed action: whose name is on it, else who sent it while they're here; null for nobody and for anything else. */
  owner: { person: string; mine: boolean } | null
}

/** What was left to the next shift, and who took it. Times are ISO in UTC. */
export type HandoverInShort = {
  id: string
  person: string
  mine: boolean
  madeAt: string
  remark: string
  count: number
  takenBy: string | null
  takenAt: string | null
}

export type Handover = HandoverInShort & { items: HandoverItemNow[] }

export type Handovers = {
  data: HandoverInShort[]
  meta: {
    type: 'collection'
    total: number
    asOf: string
    /** What a sheet would hold that is made now. */
    now: HandoverItemNow[]
    /** Whether it would hold only what is the person's own. */
    own: boolean
  }
}

/** The most of a kind that a sheet holds, the oldest first; one that holds so many says so. */
export const maxOfKind = 1_000

export const kindLabels: Record<HandoverKind, string> = {
  unconfirmed: 'Unconfirmed actions',
  approval: 'Approvals waiting',
  refund: 'Refunds to decide',
  guide: 'Open guided steps',
  promise: 'Promises due',
  note: 'Notes for the next shift',
  incident: 'Incidents not closed',
  alert: 'Open alerts',
  gap: 'Gaps in events',
}

export const maxRemark = 500
