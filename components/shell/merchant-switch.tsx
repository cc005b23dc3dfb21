'use client'

import { ChevronsUpDown } from 'lucide'
import { useRouter } from 'next/navigation'
import { initials } from '@/components/ui/avatar'
import { Icon } from '@/components/ui/icon'
import { chooseMerchant } from '@/lib/client/choose-merchant'
import { cn } from '@/lib/core/cn'
import type { MerchantColour } from '@/lib/core/merchant-colour'

export type DashboardMerchant = { code: string; name: string; colour?: MerchantColour | null }

type Props = { merchants: readonly DashboardMerchant[]; merchant: string }

const look =
  'relative flex h-7 min-w-0 flex-none items-center gap-1.5 rounded-control border pr-1.5 pl-1 font-medium text-table max-sm:h-10'

/** Chooses the merchant account. The choice is a cookie, so the server can render the page for it. */
export function MerchantSwitch({ merchants, merchant }: Props) {
  const router = useRouter()
  const chosen = merchants.find(({ code }) => code === merchant)
  const name = chosen?.name ?? merchant

  function choose(code: string) {
    chooseMerchant(code)
    router.refresh()
  }

  if (merchants.length < 2) {
    return (
      <span className={cn(look, 'pr-2')}>
        <span className="sr-only">Merchant account: </span>
        <MerchantTile name={name} colour={chosen?.colour} />
        <span className="max-w-36 truncate">{name}</span>
      </span>
    )
  }
  return (
    <span
      className={cn(
        look,
        'hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2 has-focus-visible:outline-solid',
      )}
    >
      <MerchantTile name={name} colour={chosen?.colour} />
      <span aria-hidden className="max-w-36 truncate">
        {name}
      </span>
      <span aria-hidden className="font-mono font-normal text-meta text-muted max-lg:hidden">
        {merchant}
      </span>
      <Icon of={ChevronsUpDown} size={12} className="text-muted" />
      {/* A native select, invisible on top of the drawn one. */}
      <select
        aria-label="Merchant account"
        value={merchant}
        onChange={(event) => choose(event.target.value)}
        className="absolute inset-0 size-full cursor-pointer appearance-none bg-overlay text-ink opacity-0"
      >
        {merchants.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </span>
  )
}

type MerchantTileProps = {
  name: string
  /** Background colour, if there are several accounts. */
  colour?: string | null
}

/** The initials of a merchant account, on its colour if it has one. */
function MerchantTile({ name, colour }: MerchantTileProps) {
  return (
    <span
      aria-hidden
      data-account={colour}
      className="grid h-5 min-w-5 place-items-center rounded-chip bg-primary px-0.75 font-semibold text-[0.75rem]/5 text-on-primary data-account:bg-account data-account:text-on-account"
    >
      {initials(name)}
    </span>
  )
}
