import 'server-only'
import { maskAddress, maskEmail } from '@/lib/core/masking'
import { ServiceProblem } from '@/lib/core/problem'
import { may, needsRole } from '@/lib/core/roles'
import { factsOf } from '@/lib/knowledge/server/facts'
import { recentBuyers } from '@/lib/knowledge/server/recent-buyers'
import { buyerAddress } from '@/lib/knowledge/server/signing-buyer'
import { listDowngradeTargets, listSubscriptions } from '@/lib/operations/queries'
import { merchantForPeople } from '@/lib/people/server/merchant-for-people'
import type { Person } from '@/lib/people/server/sessions'
import type { Merchant } from '@/lib/platform/merchants'
import { hasRead } from '@/lib/service/account-state'
import type { PriceBuyer, PricingContext } from '../pricing-context'

/** What a page that calculates prices starts with. Nothing is asked of the service. */
export async function pricingContext(person: Person, merchant: Merchant, buyerId: string | null): Promise<PricingContext> {
  return {
    merchant: merchantForPeople(merchant),
    buyer: buyerId === null ? null : await priceBuyer(merchant, buyerId),
    products: merchant.products.map(({ code, name }) => ({ code, name })),
    recent: (await recentBuyers(person, merchant.code)).map((buyer) => ({
      buyerId: buyer.buyerId,
      title: buyer.title,
      country: buyer.country,
    })),
    reads: {
      listSubscriptions: hasRead(merchant, listSubscriptions),
      listDowngradeTargets: hasRead(merchant, listDowngradeTargets),
    },
    mayAct: may(person.role, 'act') ? null : needsRole('act'),
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
