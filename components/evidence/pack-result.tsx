import { Notice } from '@/components/ui/notice'
import { Table } from '@/components/ui/table'
import type { FileVerdict, PackVerdict } from '@/lib/client/evidence/read-pack'
import { isSound } from '@/lib/client/evidence/read-pack'
import { levelWords } from '@/lib/evidence/evidence'

const fileWords: Record<FileVerdict['is'], string> = {
  sound: 'As it was made',
  changed: 'Changed since',
  missing: 'Missing',
  extra: 'Added since',
}

/** Whether a pack is whole and ours, and where it is not. */
export function PackResult({ verdict }: { verdict: PackVerdict }) {
  const { manifest, files, desk } = verdict
  if (manifest === null)
    return (
      <Notice kind="declined" role="alert">
        <b className="font-semibold">Not a whole evidence pack.</b> It cannot be unpacked, or holds no manifest of this desk.
      </Notice>
    )
  return (
    <div className="grid gap-4">
      {isSound(verdict) ? (
        <Notice kind="settled" role="status">
          <b className="font-semibold">This pack is as it was made.</b> Every file has its hash, this desk signed the manifest,
          and the journal still holds the entry it was made at.
        </Notice>
      ) : (
        <Notice kind="declined" role="alert">
          <b className="font-semibold">Do not rely on this pack.</b> {whyNot(verdict)}
        </Notice>
      )}
      <p className="text-ink-2 text-table">
        {levelWords[manifest.level]?.label ?? manifest.level}, buyer{' '}
        <span className="font-mono text-meta">{manifest.buyerId}</span>, made {manifest.madeAt} with{' '}
        {manifest.orders.length === 1 ? '1 order' : `${manifest.orders.length} orders`}
        {desk?.signed && `, at journal entry ${manifest.journal.seq}`}.
      </p>
      <div className="rounded-card border bg-raised">
        <Table>
          <thead>
            <tr>
              <th>File</th>
              <th>Verdict</th>
            </tr>
          </thead>
          <tbody>
            {files.map(({ name, is }) => (
              <tr key={name}>
                <td className="font-mono text-meta">{name}</td>
                <td>{fileWords[is]}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </div>
  )
}

function whyNot({ files, desk }: PackVerdict): string {
  const wrong = files.filter(({ is }) => is !== 'sound').length
  const reasons = [
    wrong > 0 && `${wrong === 1 ? '1 file is' : `${wrong} files are`} not as the manifest says.`,
    desk?.signed === false && 'The manifest was not signed by this desk, or was changed since.',
    desk?.signed && desk.journal !== 'same' && 'The journal does not hold the entry it was made at.',
  ]
  return reasons.filter(Boolean).join(' ')
}
