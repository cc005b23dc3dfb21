import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardHead } from '@/components/ui/card-head'
import { Table } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import type { DeskEntry } from '@/lib/desk-entry'
import { BuyerLink } from './buyer-link'
import type { JournalDesk } from './journal-desk'

const verbs: Record<DeskEntry['kind'], string> = { revealed: 'Reveal', exported: 'Export', alert: 'Alert' }
const none = <span className="text-muted">–</span>

/** What was seen in clear, what left the desk as a file, and who came to a limit: with the reason that was given. */
export function DeskEntriesCard({ entries, desk }: { entries: readonly DeskEntry[]; desk: JournalDesk }) {
  return (
    <Card aria-labelledby="seen-and-taken" className="mt-6">
      <CardHead title="Revealed, exported, limits reached" id="seen-and-taken" count={entries.length} />
      {entries.length === 0 ? (
        <CardBody>
          <p className="text-muted">Nothing yet.</p>
        </CardBody>
      ) : (
        <Table>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Who</th>
              <th scope="col">What</th>
              <th scope="col">Buyer</th>
              <th scope="col">Reason</th>
              <th scope="col">Ticket</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={entry.seq}>
                <td>
                  <Time at={entry.at} align="start" />
                </td>
                <td>{entry.person}</td>
                <td>
                  {entry.kind === 'alert' ? (
                    <Badge kind="deferred">Alert</Badge>
                  ) : (
                    <b className="font-medium">{verbs[entry.kind]}</b>
                  )}{' '}
                  <span className="text-ink-2">{entry.words}</span>
                </td>
                <td>
                  {entry.buyerId === null ? (
                    none
                  ) : (
                    <BuyerLink buyerId={entry.buyerId} merchant={entry.merchant || desk.merchant} desk={desk} />
                  )}
                </td>
                <td className="max-w-72 truncate text-ink-2" title={entry.reason ?? undefined}>
                  {entry.reason ?? none}
                </td>
                <td>{entry.ticket ?? none}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  )
}
