import { initials } from '@/components/ui/initials'

/** The letters of a merchant account, in ink. */
export function MerchantTile({ name }: { name: string }) {
  return (
    <span
      aria-hidden
      className="grid h-5 min-w-5 place-items-center rounded-chip bg-primary px-0.75 font-semibold text-[0.75rem]/5 text-on-primary"
    >
      {initials(name)}
    </span>
  )
}
