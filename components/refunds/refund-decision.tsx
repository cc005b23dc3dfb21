'use client'

import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { CardBody } from '@/components/ui/card-body'
import { Input } from '@/components/ui/input'
import { Kbd } from '@/components/ui/kbd'
import { SendingButton } from '@/components/ui/sending-button'
import { usePageKeys } from '@/components/ui/use-page-keys'
import { cn } from '@/lib/core/cn'
import { formatAmount, sum } from '@/lib/core/money'
import type { ServiceProblem } from '@/lib/core/problem'
import { batchesQuery, decideRefund, type RefundDecisionGiven } from '@/lib/refunds/client/refund-queries'
import type { Refund } from '@/lib/refunds/refund'
import { decisionReasons } from '@/lib/refunds/refund-reasons'
import { signedFrom, usePasskey } from '@/lib/signatures/client/use-passkey'
import { isSignedAmount } from '@/lib/signatures/signed-amount'
import { DespiteField } from './despite-field'
import { useOnce } from './use-once'

type Props = {
  refund: Refund
  /** When the newest event came that says that money went back to the buyer: then approving takes a reason of one's own. */
  wentBackAt: string | null
  onProblem: (problem: ServiceProblem | null) => void
  onDecided: (refund: Refund) => void
}
type Way = keyof typeof decisionReasons

const first = (way: Way): string => decisionReasons[way][0] ?? ''

/**
 * Approve or refuse, each with the first of its reasons unless another is chosen. Refuse shows its reasons first and decides at the second
 * press, so that `R` and Enter refuse. If two people decide at once, the second sees that somebody was first.
 */
export function RefundDecision({ refund, wentBackAt, onProblem, onDecided }: Props) {
  const mayBeBack = wentBackAt !== null
  const [way, setWay] = useState<Way>('approve')
  const [reason, setReason] = useState<string | null>(null)
  const [despite, setDespite] = useState('')
  const [isChecked, setChecked] = useState(false)
  const refuse = useRef<HTMLSpanElement>(null)
  const chosen = reason ?? first(way)
  const deciding = useOnce((actionId, decision: RefundDecisionGiven) => decideRefund(actionId, refund, decision), onProblem)

  function decide(as: Way) {
    const given = as === way ? chosen.trim() : first(as)
    const approve = as === 'approve'
    const why = approve && mayBeBack ? despite.trim() : null
    if (approve && why === '') turnTo('approve')
    setChecked(true)
    if (!deciding.isPending && given !== '' && why !== '')
      deciding.mutate({ approve, reason: given, despite: why, seen: why === null ? null : wentBackAt }, { onSuccess: onDecided })
  }
  function turnTo(next: Way) {
    setWay(next)
    setReason(null)
    setChecked(false)
  }
  function startRefusing() {
    if (way === 'approve') turnTo('refuse')
    refuse.current?.querySelector('button')?.focus()
  }
  const stopRefusing = () => turnTo('approve')
  // From the reasons to refuse A only goes back: it mustn't approve with a reason that wasn't on the screen.
  usePageKeys(
    way === 'approve'
      ? { a: () => decide('approve'), r: startRefusing }
      : { a: stopRefusing, r: startRefusing, Escape: stopRefusing },
  )
  const passkey = usePasskey('refund-over', isSignedAmount(signedFrom(), refund.amount, refund.currency))
  const sending = deciding.isPending ? (deciding.variables.approve ? 'approve' : 'refuse') : null
  return (
    <CardBody className="grid gap-2.5">
      <Reasons key={way} way={way} reason={reason} onChange={setReason} isMissing={isChecked && chosen.trim() === ''} />
      {way === 'approve' && mayBeBack && (
        <DespiteField value={despite} isMissing={isChecked && despite.trim() === ''} onChange={setDespite} />
      )}
      <div className="grid grid-cols-[1fr_1.6fr] gap-2">
        <span ref={refuse} className="grid [&_button]:w-full">
          <SendingButton
            variant={way === 'refuse' ? 'danger' : 'danger-quiet'}
            sending={sending === 'refuse'}
            disabledBecause={sending === 'approve' ? 'Approving…' : passkey.missing}
            aria-keyshortcuts="R"
            onClick={() => (way === 'refuse' ? decide('refuse') : turnTo('refuse'))}
          >
            {way === 'refuse' ? passkey.says('Refuse') : 'Refuse'}
          </SendingButton>
        </span>
        <span className="grid [&_button]:w-full">
          <SendingButton
            variant={way === 'approve' ? 'primary' : 'default'}
            sending={sending === 'approve'}
            disabledBecause={sending === 'refuse' ? 'Refusing…' : passkey.missing}
            aria-keyshortcuts="A"
            onClick={() => decide('approve')}
          >
            {passkey.says(`Approve ${formatAmount(refund.amount)} ${refund.currency}`)}
          </SendingButton>
        </span>
      </div>
      <DecisionFoot refund={refund} />
    </CardBody>
  )
}

const DecisionFoot = ({ refund }: { refund: Refund }) => (
  <p className="flex flex-wrap items-center gap-x-2 text-meta text-muted tabular-nums">
    <BatchAfter refund={refund} />
    <span className="ml-auto flex items-center gap-1 max-lg:hidden">
      <Kbd>A</Kbd> approve <Kbd>R</Kbd> refuse
    </span>
  </p>
)

const maxReason = 255

type ReasonsProps = { way: Way; reason: string | null; onChange: (reason: string | null) => void; isMissing: boolean }

/** The reasons of a decision, the first chosen; or one of the person's own. */
function Reasons({ way, reason, onChange, isMissing }: ReasonsProps) {
  const presets = decisionReasons[way]
  const chosen = reason ?? presets[0]
  const isOwn = chosen === undefined || !presets.includes(chosen)
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="sr-only">Reason to {way}</legend>
      <span className="flex gap-1.5 overflow-x-auto p-0.5 sm:flex-wrap">
        {presets.map((preset) => (
          <Chip key={preset} isChosen={preset === chosen} onClick={() => onChange(preset)}>
            {preset}
          </Chip>
        ))}
        <Chip isChosen={isOwn} onClick={() => onChange('')}>
          Other
        </Chip>
      </span>
      {isOwn && (
        <>
          <Input
            aria-label="Reason"
            aria-invalid={isMissing || undefined}
            value={chosen ?? ''}
            dir="auto"
            autoComplete="off"
            autoFocus
            maxLength={maxReason}
            onChange={(event) => onChange(event.target.value)}
          />
          {isMissing && (
            <p role="alert" className="text-declined text-meta">
              Enter a reason
            </p>
          )}
        </>
      )}
    </fieldset>
  )
}

function Chip({ isChosen, onClick, children }: { isChosen: boolean; onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onClick}
      className={cn(
        'h-7 flex-none rounded-full border border-line-strong px-2.5 md:max-lg:px-2 text-ink-2 text-table hover:bg-hover focus-visible:rounded-full max-sm:h-10 max-sm:px-3',
        'aria-pressed:border-ink aria-pressed:font-medium aria-pressed:text-ink aria-pressed:ring-1 aria-pressed:ring-ink',
      )}
    >
      {children}
    </button>
  )
}

/** What the file of its provider comes to with this refund. */
function BatchAfter({ refund: { merchant, amount, currency, charge } }: { refund: Refund }) {
  const { data } = useQuery(batchesQuery)
  if (!data) return null
  const place = charge.provider ?? 'unknown provider'
  const offer = data.offers.find(
    (each) => each.merchant === merchant && each.provider === charge.provider && each.mid === charge.mid,
  )
  const before = offer?.sums.find((each) => each.currency === currency)?.amount
  const after = `${formatAmount(before === undefined ? amount : sum([before, amount]))} ${currency}`
  return (
    <span>
      Batch for {place} {before === undefined ? '' : `${formatAmount(before)} → `}
      <b className="font-semibold text-ink-2">{after}</b>
    </span>
  )
}
