import { Check, Image, Link } from 'lucide'
import { useContext, useState } from 'react'
import { Amount } from '@/components/ui/amount'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Icon } from '@/components/ui/icon'
import { State } from '@/components/ui/state'
import { type Counterfoil, counterfoilText } from '@/lib/charges/counterfoil'
import { cn } from '@/lib/core/cn'
import { OrderLinkContext } from './charge-verbs'

type Props = { foil: Counterfoil; orderId: string }

/** What is handed out about one charge, with its copies as text, picture and link. */
export function CounterfoilCard({ foil, orderId }: Props) {
  const { title, amount, currency, usd, isReceived, kind, status, facts, number } = foil
  const linkOf = useContext(OrderLinkContext)
  return (
    <div className="relative grid rounded-card border border-line-strong bg-raised text-table sm:grid-cols-[10.5rem_minmax(0,1fr)]">
      <div className="relative flex flex-col border-line-control border-dashed py-3.5 pr-3.5 pl-4 max-sm:border-b sm:border-r">
        <Notch className="-top-2.25 [clip-path:inset(8px_-1px_-1px_-1px)]" />
        <Notch className="-bottom-2.25 [clip-path:inset(-1px_-1px_8px_-1px)]" />
        <span className="mb-1 font-medium text-meta text-muted">{title}</span>
        <Amount value={amount} currency={currency} usd={usd} usdNote="per the service" received={isReceived} size="total" />
        <span className="mt-auto pt-2">
          <State kind={kind} className="font-medium">
            {status}
          </State>
        </span>
      </div>
      <div className="min-w-0 py-3.5 pr-4 pl-4 sm:pl-6">
        <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1">
          {facts.map(({ term, says }) => (
            <div key={term} className="contents">
              <dt className="text-muted">{term}</dt>
              <dd className="tabular-nums wrap-anywhere" dir="auto">
                {says}
              </dd>
            </div>
          ))}
        </dl>
        <div className="flex flex-wrap items-center gap-1.5 pt-2">
          <span className="mr-auto text-meta text-muted">Counterfoil {number}</span>
          <CopyButton variant="default" label="Copy text" text={() => counterfoilText(foil)} />
          <CopyImage foil={foil} />
          {linkOf && <CopyButton variant="default" icon={Link} label="Copy link" text={() => linkOf(orderId)} />}
        </div>
      </div>
    </div>
  )
}

/** A half circle cut out of the edge, where the perforation ends. */
function Notch({ className }: { className: string }) {
  return (
    <span
      aria-hidden
      className={cn('absolute -right-2 z-1 size-3.75 rounded-full border border-line-strong bg-raised max-sm:hidden', className)}
    />
  )
}

type Outcome = 'idle' | 'drawing' | 'copied' | 'saved' | 'failed'

const words: Record<Outcome, string> = {
  idle: 'Copy image',
  drawing: 'Copy image',
  copied: 'Image copied',
  saved: 'Image saved',
  failed: 'Couldn’t copy',
}

/** Copies the counterfoil as a picture; where the browser takes none, it saves it as a file. */
function CopyImage({ foil }: { foil: Counterfoil }) {
  const [outcome, setOutcome] = useState<Outcome>('idle')
  async function copy() {
    setOutcome('drawing')
    try {
      const { copyCounterfoil } = await import('@/lib/charges/client/counterfoil-image')
      setOutcome(await copyCounterfoil(foil))
    } catch {
      setOutcome('failed')
    }
  }
  const isDone = outcome === 'copied' || outcome === 'saved'
  return (
    <>
      <Button size="tiny" onClick={copy} aria-busy={outcome === 'drawing' || undefined}>
        <Icon of={isDone ? Check : Image} size={14} />
        {words[outcome]}
      </Button>
      <span role="status" className="sr-only">
        {isDone || outcome === 'failed' ? words[outcome] : ''}
      </span>
    </>
  )
}
