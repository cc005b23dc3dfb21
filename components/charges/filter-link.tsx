'use client'

import { useSearchParams } from 'next/navigation'
import { createContext, type ReactNode, use } from 'react'
import { type ChargeFilter, chargeFilterFields, chargeParamsOf, noChargeFilter } from '@/lib/charges/order-filter'
import { cn } from '@/lib/core/cn'

/** The filter the numbers on screen are made under. */
export const ShownFilter = createContext<ChargeFilter>(noChargeFilter)

/** Where the rows stand that a number is made of. */
export const rowsHeading = 'orders-shown'

type Props = {
  to: Partial<ChargeFilter>
  /** What the number is of, for who does not see where it stands. */
  label: string
  children: ReactNode
  className?: string
}

/** The rest of the address stays: the order of the rows, the ticket. */
function searchFor(filter: ChargeFilter, current: Iterable<[string, string]>): string {
  const search = new URLSearchParams([...current])
  for (const field of chargeFilterFields) search.delete(field)
  for (const [name, value] of Object.entries(chargeParamsOf(filter))) search.set(name, value)
  return `?${search}`
}

/** A number that leads to the rows it is made of, within the filter it was made under. It is an address: Back comes back. */
export function FilterLink({ to, label, children, className }: Props) {
  const filter = use(ShownFilter)
  const href = searchFor({ ...filter, ...to }, useSearchParams())
  return (
    <a
      href={href}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        history.pushState(null, '', href)
        document.getElementById(rowsHeading)?.focus()
      }}
      className={cn('rounded-chip hover:underline hover:decoration-line-control hover:underline-offset-3', className)}
    >
      <span className="sr-only">{label}: </span>
      {children}
    </a>
  )
}
