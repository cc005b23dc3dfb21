'use client'

import { Settings2 } from 'lucide'
import { useId } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Icon } from '@/components/ui/icon'
import { Input } from '@/components/ui/input'
import type { WorkbenchProblems } from '@/lib/prices/line-problems'
import type { PriceBuyer } from '@/lib/prices/pricing-context'
import type { Workbench } from '@/lib/prices/workbench'
import { BuyerAddressField } from './setting-fields'

type Props = {
  workbench: Workbench
  problems: WorkbenchProblems
  buyer: PriceBuyer | null
  buyerAddress: string
  addressProblem: string | undefined
  onChange: (changed: Partial<Workbench>) => void
  onAddress: (address: string) => void
  onOpen: () => void
}

const sources = { typed: 'typed', history: 'latest in their history', fallback: 'the account’s fallback' } as const

/** What holds for every option: the common discount at hand, the rest as facts with a way to change them. */
export function Conditions({ workbench, problems, buyer, onChange, onOpen, ...address }: Props) {
  const { locale, isMobile } = workbench
  const isUnsigned = buyer !== null && buyer.address === null
  return (
    <Card
      aria-label="For all options"
      className="mb-3 flex min-h-16 flex-wrap items-center gap-y-3 py-2.5 max-sm:px-4 print:hidden"
    >
      <CommonDiscount discount={workbench.discount} problem={problems.discount} onChange={(discount) => onChange({ discount })} />
      {isUnsigned ? (
        <div className="min-w-0 flex-auto px-4 sm:border-l max-sm:basis-full max-sm:px-0">
          <BuyerAddressField buyer={buyer} {...address} />
        </div>
      ) : (
        buyer?.address && (
          <Fact label="Priced for">
            {address.buyerAddress.trim() === ''
              ? `${buyer.address.address}, ${sources[buyer.address.source]}`
              : 'the address you entered'}
          </Fact>
        )
      )}
      <Fact label="Device, locale">
        {isMobile ? 'Mobile' : 'Desktop'}
        {`, ${locale === '' ? 'default' : locale}`}
      </Fact>
      <span className="ml-auto pr-2 max-sm:-ml-2">
        <Button size="small" variant="quiet" onClick={onOpen}>
          <Icon of={Settings2} size={14} />
          Change conditions
        </Button>
      </span>
    </Card>
  )
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <p className="grid gap-1 border-l px-4 text-table max-md:hidden">
      <span className="text-meta text-muted">{label}</span>
      <span className="flex h-6 items-center whitespace-nowrap">{children}</span>
    </p>
  )
}

type DiscountProps = { discount: string; problem: string | null; onChange: (discount: string) => void }

/** A slider up to 60 beside a field that takes all the service does; options with a discount of their own keep it. */
function CommonDiscount({ discount, problem, onChange }: DiscountProps) {
  const id = useId()
  return (
    <div className="min-w-0 max-w-125 flex-1 px-4 max-sm:max-w-none max-sm:basis-full max-sm:px-0">
      <label htmlFor={id} className="text-meta text-muted">
        Common discount, %
      </label>
      <div className="flex items-center gap-4">
        <input
          type="range"
          aria-label="Common discount"
          min="0"
          max="60"
          step="1"
          value={problem === null && discount !== '' ? discount : '0'}
          onChange={({ target }) => onChange(target.value === '0' ? '' : target.value)}
          className="h-7 min-w-0 flex-auto accent-primary max-sm:h-10"
        />
        <Input
          id={id}
          size="small"
          inputMode="decimal"
          autoComplete="off"
          maxLength={5}
          placeholder="0"
          value={discount}
          aria-invalid={problem === null ? undefined : true}
          aria-describedby={problem === null ? undefined : `${id}-error`}
          onChange={({ target }) => onChange(asTyped(target.value))}
          className="w-17! flex-none text-right tabular-nums"
        />
      </div>
      {problem !== null && (
        <p id={`${id}-error`} className="text-danger text-meta">
          {problem}. Prices still show the previous discount.
        </p>
      )}
    </div>
  )
}

/** A decimal comma is a point, and nothing at all is no discount. */
const asTyped = (text: string) => (/^0?$/.test(text.trim()) ? '' : text.trim().replace(',', '.'))
