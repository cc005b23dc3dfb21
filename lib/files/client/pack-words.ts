import { formatDay, inZone } from '@/lib/core/dates'
import type { EvidenceLevel } from '../evidence'
import type { FileVerdict, PackVerdict } from './read-pack'

/** What is said of a pack. `ours` is unchanged, `changed` must not be relied on, `unknown` is one that we can say nothing good or bad of. */
export type PackWords = { kind: 'ours' | 'changed' | 'unknown'; title: string; says: string }

/** The verdict on a pack in a sentence. `zone` is the viewer's, for when it was made. */
export function describePack({ manifest, files, dashboard }: PackVerdict, zone: string): PackWords {
  if (manifest === null || dashboard === null)
    return {
      kind: 'unknown',
      title: 'Not an evidence pack',
      says: 'We couldn’t open it, or it has no Counterfoil manifest. Download it again and retry.',
    }
  if (!dashboard.signed)
    return {
      kind: 'unknown',
      title: 'This Counterfoil didn’t make it',
      says: 'Another one did, or somebody changed its list of fingerprints. Don’t rely on it.',
    }
  const wrong = files.filter(({ is }) => is !== 'sound')
  const made = formatMoment(manifest.madeAt, zone)
  const [first] = wrong
  if (first)
    return { kind: 'changed', title: wrongTitle(wrong), says: `${describeWrong(first, wrong.length, made)} Don’t rely on it.` }
  if (dashboard.journal !== 'same')
    return {
      kind: 'changed',
      title: 'The journal doesn’t have its entry',
      says: `Its files match, but the journal doesn’t have the entry it was made with on ${made}. Don’t rely on it until an admin has verified the journal.`,
    }
  const by = dashboard.madeBy === null ? '' : ` by ${dashboard.madeBy}`
  const about = dashboard.buyer === null ? '' : `, about ${dashboard.buyer}`
  const orders = manifest.orders.length === 1 ? '1 order' : `${manifest.orders.length} orders`
  return {
    kind: 'ours',
    title: 'Unchanged since it was made',
    says: `${files.length === 1 ? 'Its file matches' : `All ${files.length} files match`}. Made${by} on ${made}${about}, with ${orders}, ${madeFor[manifest.level]}.`,
  }
}

const madeFor: Record<EvidenceLevel, string> = {
  bank: 'for the bank',
  internal: 'for internal use',
  customer: 'for the customer',
}

function formatMoment(at: string, zone: string): string {
  const moment = Date.parse(at)
  if (Number.isNaN(moment)) return 'an unknown day'
  const { day, time } = inZone(moment, zone)
  return `${formatDay(day)}, ${time.slice(0, 5)}`
}

const wrongIs = { sound: 'as made', changed: 'changed', missing: 'missing', extra: 'added' }

function wrongTitle(wrong: readonly FileVerdict[]): string {
  const kinds = new Set(wrong.map(({ is }) => is))
  const [kind] = kinds
  const what = kinds.size === 1 && kind ? (kind === 'missing' ? 'missing' : wrongIs[kind]) : 'not as made'
  const count = wrong.length === 1 ? 'One file' : `${wrong.length} files`
  const verb = kind === 'missing' && kinds.size === 1 ? (wrong.length === 1 ? 'is' : 'are') : wrong.length === 1 ? 'was' : 'were'
  return `${count} ${verb} ${what}`
}

/** About the first of the files that are wrong: the table has all of them. */
function describeWrong({ name, is }: FileVerdict, count: number, made: string): string {
  const more = count === 1 ? '' : ` ${count - 1} more ${count === 2 ? 'is' : 'are'} wrong.`
  if (is === 'missing') return `${name} was in the pack made on ${made} and isn’t any more.${more}`
  if (is === 'extra') return `${name} wasn’t in the pack made on ${made}.${more}`
  return `${name} isn’t the one in the pack made on ${made}.${more}`
}
