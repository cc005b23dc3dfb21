import Link from 'next/link'
import { buyerPath } from '@/lib/buyer-path'
import type { PriceDesk } from '@/lib/prices/price-desk'

/** For whom, and that the address is the link. */
export function WhosePrices({ desk: { buyer, merchant }, isTooLong }: { desk: PriceDesk; isTooLong: boolean }) {
  const link = isTooLong
    ? 'This calculation is too long for a link.'
    : 'The whole calculation is in the address: a link reproduces it.'
  if (buyer === null) return `On ${merchant.name}. ${link}`
  return (
    <>
      For{' '}
      <Link href={buyerPath(buyer.id, null)} prefetch={false} className="text-accent underline">
        {buyer.email ?? `buyer ${buyer.id.slice(0, 8)}`}
      </Link>
      {buyer.country && `, ${buyer.country}`}. {link}
    </>
  )
}
