import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardHead } from '@/components/ui/card-head'
import { DataItem } from '@/components/ui/data-item'
import { DataList } from '@/components/ui/data-list'
import { State } from '@/components/ui/state'
import { Time } from '@/components/ui/time'
import type { DeskHealth } from '@/lib/desk-health'

const units = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** Database and journal: whether what is done is kept. */
export function RecordCard({ database, journal, versions }: Pick<DeskHealth, 'database' | 'journal' | 'versions'>) {
  return (
    <Card aria-labelledby="record">
      <CardHead title="Database and journal" id="record" />
      <CardBody>
        <DataList>
          <DataItem term="Database">
            <State kind={database.reachable ? 'settled' : 'declined'}>{database.reachable ? 'answers' : 'does not answer'}</State>
            <span className="text-muted">{database.engine}</span>
          </DataItem>
          <DataItem term="Size">{database.bytes === null ? <Unknown /> : sizeWords(database.bytes)}</DataItem>
          <DataItem term="Schema">{versions.schema ?? <Unknown />}</DataItem>
          <DataItem term="Journal">
            {journal === null ? <Unknown /> : `${journal.head} ${journal.head === 1 ? 'entry' : 'entries'}`}
          </DataItem>
          <DataItem term="Checkpoint">
            {journal?.checkpoint ? (
              <>
                entry {journal.checkpoint.seq}, <Time at={journal.checkpoint.at} />
              </>
            ) : (
              <span className="text-muted">none written yet</span>
            )}
          </DataItem>
        </DataList>
      </CardBody>
    </Card>
  )
}

const Unknown = () => <span className="text-muted">not known while the database is away</span>

function sizeWords(bytes: number): string {
  const power = bytes === 0 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  return `${(bytes / 1_000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`
}
