import type { CopyOutcome } from './use-copy'

const words = { idle: '', copied: 'Copied', failed: 'Could not copy' }

/** Reads the outcome out. It stands there empty before, or nothing would be announced. */
export function CopyStatus({ outcome }: { outcome: CopyOutcome }) {
  return (
    <span role="status" className="sr-only">
      {words[outcome]}
    </span>
  )
}
