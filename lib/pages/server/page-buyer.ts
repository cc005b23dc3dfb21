import 'server-only'
import { notFound } from 'next/navigation'
import { ServiceProblem } from '@/lib/core/problem'
import { uuid } from '@/lib/operations/schemas/scalars'
import { pagePerson } from '@/lib/people/server/page-person'
import { recordBuyerShown } from '@/lib/people/server/record-buyer-shown'
import { pageMerchant } from './page-merchant'

/**
 * Who looks at which buyer of which merchant account. The look is counted; `refused` is why the person may not have it for now. An address
 * that names no buyer is not found.
 */
export async function pageBuyer(params: Promise<{ buyerId: string }>) {
  const person = await pagePerson()
  const merchant = await pageMerchant()
  const { data: buyerId } = uuid.safeParse((await params).buyerId)
  if (buyerId === undefined) notFound()
  const refused = await recordBuyerShown(person, merchant.code, buyerId).then(() => null, asProblem)
  return { person, merchant, buyerId, refused }
}

function asProblem(cause: unknown): ServiceProblem {
  if (cause instanceof ServiceProblem) return cause
  throw cause
}
