import 'server-only'
import { buyerAddress } from '@/lib/knowledge/server/signing-buyer'
import type { Operation } from '@/lib/operations/declare/operation'
import { recordBuyerShown, recordEmailSearched } from '@/lib/people/server/record-buyer-shown'
import { jsonResponse, problemResponse } from '@/lib/platform/answers'
import { asSent } from '@/lib/platform/request'
import { askFor, buyerHeaders, type Call } from './call'
import { admit, handler } from './handler'

/** The route handler of a query: let in, asked, answered with what is personal masked. */
export const serveQuery = (operation: Operation<'query'>) =>
  handler(operation, async (request, params) => answerQuery(await queryCall(operation, request, params)))

async function queryCall(operation: Operation<'query'>, request: Request, given: Record<string, string>) {
  const { typedAddress, headers, ...admitted } = await admit(operation, request, given)
  const { person, merchant, params } = admitted
  if (params.buyerId !== undefined) await recordBuyerShown(person, merchant.code, params.buyerId)
  if (params.email !== undefined) await recordEmailSearched(person, merchant.code, params.email)
  const address = await buyerAddress(merchant, params.buyerId, typedAddress)
  return { ...admitted, operation, address, headers: asSent(headers, merchant), signal: request.signal }
}

async function answerQuery(call: Call<Operation<'query'>>): Promise<Response> {
  try {
    const { answer, version } = await askFor(call)
    return jsonResponse(answer, await buyerHeaders(call, version))
  } catch (error) {
    return problemResponse(error, await buyerHeaders(call))
  }
}
