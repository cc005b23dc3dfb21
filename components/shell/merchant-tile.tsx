import { initials } from '@/components/ui/initials'

type Props = {
  name: string
  /** Where there are several accounts: the colour of this one, under its letters. */
  colour?: string | null
}

/** The letters of a merchant account, in ink or on its colour. */
export function MerchantTile({ name, colour }: Props) {
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
