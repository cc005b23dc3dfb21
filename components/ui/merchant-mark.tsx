/** A small square of a merchant account's colour, beside its name; nothing where there is only one account. */
export const MerchantMark = ({ colour }: { colour?: string | null }) =>
  colour ? <span aria-hidden data-account={colour} className="size-2.5 flex-none rounded-bar bg-account" /> : null
