import {
  Calculator,
  ChartNoAxesColumn,
  FileText,
  Handshake,
  type IconNode,
  Link as LinkIcon,
  List,
  Lock,
  ScrollText,
  Undo2,
  UserPlus,
} from 'lucide'
import Link from 'next/link'
import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { Icon } from '@/components/ui/icon'
import { Kbd } from '@/components/ui/kbd'
import { may, needsRole, type Role } from '@/lib/core/roles'

const line = 'flex min-h-10 items-center gap-2.5 px-4 text-table'

/** What one may want without a buyer, each with its key. */
export function GoTo({ role }: { role: Role }) {
  return (
    <Card aria-labelledby="go-to">
      <CardHead title="Go to" id="go-to" />
      <ul className="divide-y">
        {may(role, 'act') ? (
          <>
            <Place href="/buyers/new" icon={UserPlus} keys={['N', 'B']}>
              Create buyer
            </Place>
            <Place href="/orders/new" icon={LinkIcon} keys={['N', 'O']}>
              Create payment link
            </Place>
          </>
        ) : (
          ['Create buyer', 'Create payment link'].map((verb) => (
            <li key={verb} className={`${line} text-muted`}>
              <Icon of={Lock} />
              <span>{verb}</span>
              <span className="ml-auto text-meta">{needsRole('act')}</span>
            </li>
          ))
        )}
        <Place href="/lists" icon={List} keys={['G', 'L']}>
          Lists
        </Place>
        <Place href="/prices" icon={Calculator} keys={['G', 'P']}>
          Prices
        </Place>
        <Place href="/quotes" icon={FileText} keys={[]}>
          Quotes
        </Place>
        <Place href="/journal" icon={ScrollText} keys={['G', 'J']}>
          Journal
        </Place>
        <Place href="/handover" icon={Handshake} keys={[]}>
          Hand-over
        </Place>
        <Place href="/report" icon={ChartNoAxesColumn} keys={[]}>
          Team report
        </Place>
        <Place href="/refunds" icon={Undo2} keys={['G', 'R']}>
          Refunds
        </Place>
      </ul>
    </Card>
  )
}

function Place({ href, icon, keys, children }: { href: string; icon: IconNode; keys: string[]; children: string }) {
  return (
    <li>
      <Link href={href} prefetch={false} className={`${line} hover:bg-hover focus-visible:-outline-offset-2`}>
        <Icon of={icon} className="text-muted" />
        {children}
        <span aria-hidden className="ml-auto flex gap-1">
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      </Link>
    </li>
  )
}
