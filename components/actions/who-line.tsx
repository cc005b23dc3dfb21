import { Ident } from '@/components/ui/ident'
import { MerchantMark } from '@/components/ui/merchant-mark'

/** `email` is null where it is not known, and left out where nobody has looked. */
export type Who = {
  buyer: { id: string; email?: string | null; country?: string | null } | null
  merchant: { name: string; code?: string; colour?: string | null }
}

/** On whom, on every dialog: nobody acts on the wrong buyer or the wrong account. */
export function WhoLine({ buyer, merchant }: Who) {
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 rounded-control bg-sunken px-3 py-2 text-table">
      {buyer && (
        <>
          {buyer.email !== undefined && (
            <>
              <b dir="auto" className="min-w-0 font-semibold wrap-anywhere">
                {buyer.email ?? <span className="font-normal text-muted">no e-mail known</span>}
              </b>
              <Divider />
            </>
          )}
          {buyer.country && (
            <>
              <span>{buyer.country}</span>
              <Divider />
            </>
          )}
          <span className="inline-flex items-center gap-1.5">
            buyer <Ident value={buyer.id} head={0} side="bottom" />
          </span>
          <Divider />
        </>
      )}
      <span className="inline-flex items-center gap-1.5">
        <MerchantMark colour={merchant.colour} />
        <bdi>{merchant.name}</bdi>
        {merchant.colour && <span className="font-mono text-meta text-muted">{merchant.code}</span>}
      </span>
    </div>
  )
}

const Divider = () => <span aria-hidden className="h-3 w-px bg-line-strong max-sm:hidden" />
