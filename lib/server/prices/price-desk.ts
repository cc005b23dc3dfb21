import 'server-only'
import { maskAddress, maskEmail } from '@/lib/masking'
import { listDowngradeTargets, listSubscriptions } from '@/lib/operations'
import type { PriceBuyer, PriceDesk } from '@/lib/prices/price-desk'
import { ServiceProblem } from '@/lib/problem'
import { may, roleFor } from '@/lib/roles'
import type { Person } from '../auth/sessions'
import { factsOf } from '../knowledge/facts'
import { recentBuyers } from '../knowledge/recent-buyers'
import { merchantForPeople } from '../merchant-for-people'
import type { Merchant } from '../merchants'
import { buyerAddress } from '../service/buyer-address'
import { hasRead } from '../service/extra-reads'

/** What a page that calculates prices starts with. Nothing is asked of the service. */
export async function priceDesk(person: Person, merchant: Merchant, buyerId: string | null): Promise<PriceDesk> {
  return {
    merchant: merchantForPeople(merchant),
    buyer: buyerId === null ? null : await priceBuyer(merchant, buyerId),
    products: merchant.products.map(({ code, name }) => ({ code, name })),
    recent: (await recentBuyers(person, merchant.code)).map((buyer) => ({
      buyerId: buyer.buyerId,
      email: buyer.email,
      country: buyer.country,
    })),
    reads: {
      listSubscriptions: hasRead(merchant, listSubscriptions),
      listDowngradeTargets: hasRead(merchant, listDowngradeTargets),
    },
    mayAct: may(person.role, 'act') ? null : `needs the ${roleFor('act')} role`,
  }
}

/** What is known of a buyer without asking anybody, masked. */
export async function priceBuyer(merchant: Merchant, buyerId: string): Promise<PriceBuyer> {
  const facts = await factsOf(merchant.code, buyerId, 'buyer')
  const known = (name: string) => facts.find(({ field }) => field === name)?.value as string | undefined
  const email = known('email')
  return {
    id: buyerId,
    email: email === undefined ? null : maskEmail(email),
    country: known('country') ?? null,
    address: await knownAddress(merchant, buyerId),
  }
}

async function knownAddress(merchant: Merchant, buyerId: string): Promise<PriceBuyer['address']> {
  try {
    const { address, source } = await buyerAddress(merchant, buyerId, null)
    return { address: maskAddress(address), source }
  } catch (cause) {
    if (cause instanceof ServiceProblem) return null
    throw cause
  }
}
