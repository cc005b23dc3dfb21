import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardHead } from '@/components/ui/card-head'
import { Table } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import type { Alert } from '@/lib/desk-health'

/** Who came to the end of what a person may do so often, within a day. `alerts` is null where the database is away. */
export function AlertsCard({ alerts }: { alerts: readonly Alert[] | null }) {
  return (
    <Card aria-labelledby="alerts">
      <CardHead title="Alerts of the last 24 hours" id="alerts" count={alerts?.length ?? 0} />
      {alerts === null || alerts.length === 0 ? (
        <CardBody>
          <p className="text-muted">
            {alerts === null ? 'Not known while the database is away.' : 'None: nobody came to a limit.'}
          </p>
        </CardBody>
      ) : (
        <Table>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Who</th>
              <th scope="col">Came to the limit of</th>
              <th scope="col" className="text-right">
                Entry
              </th>
            </tr>
          </thead>
          <tbody>
            {alerts.map(({ seq, at, person, words }) => (
              <tr key={seq}>
                <td>
                  <Time at={at} align="start" />
                </td>
                <td>{person}</td>
                <td>{words}</td>
                <td className="text-right tabular-nums">{seq}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  )
}
