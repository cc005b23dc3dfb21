'use client'

import { Settings2 } from 'lucide'
import dynamic from 'next/dynamic'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Icon } from '@/components/ui/icon'
import { Input } from '@/components/ui/input'
import { compare } from '@/lib/core/money'
import type { WorkbenchProblems } from '@/lib/prices/line-problems'
import type { PriceBuyer } from '@/lib/prices/pricing-context'
import type { Workbench } from '@/lib/prices/workbench'

// Loaded where no address is known.
const BuyerAddressField = dynamic(() => import('./setting-fields').then((file) => file.BuyerAddressField))

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
        <div className="min-w-0 flex-auto px-4 sm:border-l max-sm:order-last max-sm:basis-full max-sm:px-0">
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
      <span className="ml-auto pr-2 max-sm:self-end max-sm:pr-0">
        <Button size="small" variant="quiet" onClick={onOpen} className="max-sm:-mr-3 max-sm:w-control max-sm:px-0!">
          <Icon of={Settings2} size={14} />
          <span className="max-sm:sr-only">Change conditions</span>
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
  // What is typed stays as it is typed until the field is left: "0" is the beginning of 0.5.
  const [typed, setTyped] = useState<string | null>(null)
  const [priced, setPriced] = useState(problem === null ? discount : '')
  if (problem === null && priced !== discount) setPriced(discount)
  const shown = priced === '' ? '0' : priced
  return (
    <div className="min-w-0 max-w-125 flex-1 px-4 max-sm:max-w-none max-sm:px-0">
      <label htmlFor={id} className="text-meta text-muted">
        Common discount, %
      </label>
      <div className="flex items-center gap-4">
        <input
          type="range"
          aria-label="Common discount"
          aria-valuetext={`${shown}%`}
          min="0"
          max={compare(shown, '60') > 0 ? '99.99' : '60'}
          step={shown.includes('.') ? 'any' : '1'}
          value={shown}
          onChange={({ target }) => {
            setTyped(null)
            const whole = target.value.replace(/\..*$/, '')
            onChange(whole === '0' ? '' : whole)
          }}
          className="h-7 min-w-0 flex-auto accent-primary max-sm:h-10"
        />
        <Input
          id={id}
          size="small"
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          value={typed ?? discount}
          aria-invalid={problem === null ? undefined : true}
          aria-describedby={problem === null ? undefined : `${id}-error`}
          onChange={({ target }) => {
            setTyped(target.value)
            onChange(asTyped(target.value))
          }}
          onBlur={() => setTyped(null)}
          className="w-17! flex-none text-right tabular-nums"
        />
      </div>
      {problem !== null && (
        <p id={`${id}-error`} className="text-danger text-meta">
          {problem}. Prices still show {priced === '' ? 'no discount' : `${priced}%`}.
        </p>
      )}
    </div>
  )
}

/** A decimal comma is a point, one that nothing follows yet is none, and nothing at all is no discount. */
function asTyped(text: string): string {
  const plain = text.trim().replace(',', '.').replace(/\.$/, '')
  return /^0*(\.0*)?$/.test(plain) ? '' : plain.replace(/^\./, '0.')
}
