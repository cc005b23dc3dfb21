import 'server-only'
import { askUnmasked, type Call, callFor, sending } from '@/lib/calls/call'
import { getChargeHistory } from '@/lib/operations/queries'
import type { OrderOrUnreadable } from '@/lib/operations/schemas/charge-history'
import type { Person } from '@/lib/people/server/sessions'
import { env } from '@/lib/platform/env'
import type { Merchant } from '@/lib/platform/merchants'
import { repeated, sendQuery } from '@/lib/service/ask'
import { askForOrders, type Unread } from '@/lib/service/ask-for-orders'
import { problemOf, ServiceFailure } from '@/lib/service/failure'

export type BuyerOf = { person: Person; merchant: Merchant; buyerId: string }

export type Window = { offset: number; limit: number }
export type Answer = { orders: (OrderOrUnreadable | Unread)[]; total: number | null }

/** How a window of the service's list is asked for. Each throws a ServiceProblem. */
export type OrderSource = {
  /** The beginning of the list. Yields what is not held until the answer has ended, and returns the rest. */
  begin: (window: Window) => AsyncGenerator<OrderOrUnreadable[], Answer>
  ask: (window: Window) => Promise<Answer>
  isStreamed: boolean
}

/** Holds one answer at a time, at most as large as an answer may be. `noted` brings what it says into what is known of the buyer. */
export async function heldOrders(whose: BuyerOf, signal: AbortSignal | undefined, noted: boolean): Promise<OrderSource> {
  const call = await callOf(whose, signal)
  const ask = async (search: Window): Promise<Answer> => {
    const { data, meta } = await asked({ ...call, search }, signal, noted)
    return { orders: data, total: meta.total }
  }
  // biome-ignore lint/correctness/useYield: an answer that is held ends before any of it is handed on
  const begin = async function* (window: Window) {
    return ask(window)
  }
  return { begin, ask, isStreamed: false }
}

const callOf = ({ person, merchant, buyerId }: BuyerOf, signal: AbortSignal | undefined) =>
  callFor(getChargeHistory, { person, merchant, params: { buyerId }, ...(signal ? { signal } : {}) })

async function asked(call: Call<typeof getChargeHistory>, signal: AbortSignal | undefined, noted: boolean) {
  return noted ? (await askUnmasked(call)).answer : sendQuery(getChargeHistory, sending(call), signal)
}

/**
 * Holds no more than a window, however large an answer is: one that goes on beyond its limit is handed on as it comes, in the service's own
 * order. Windows come as the bytes of their orders: objects that wait for that long are tidied away with the old ones, which holds
 * everybody up.
 */
export async function streamedOrders(whose: BuyerOf, given: AbortSignal | undefined): Promise<OrderSource> {
  const signal = given ?? new AbortController().signal
  const request = sending(await callOf(whose, signal))
  const attempts = async <T>(attempt: (deadlineMs: number) => Promise<T>): Promise<T> => {
    try {
      return await repeated(env().SERVICE_READ_TIMEOUT_MS, attempt, signal)
    } catch (cause) {
      throw cause instanceof ServiceFailure ? problemOf(getChargeHistory, cause) : cause
    }
  }
  const read = (search: Window, deadlineMs: number, onOrder: (order: Unread) => void | Promise<void>) =>
    askForOrders({ ...request, search }, { deadlineMs, signal, onOrder })

  const ask = (window: Window) =>
    attempts(async (deadlineMs): Promise<Answer> => {
      const orders: Unread[] = []
      const { total } = await read(window, deadlineMs, (order) => {
        if (orders.length === window.limit) return
        order.check()
        orders.push(order)
      })
      return { orders, total }
    })

  const begin = (window: Window) =>
    handedOn<OrderOrUnreadable[], Answer>((give) =>
      attempts(async (deadlineMs) => {
        let held: OrderOrUnreadable[] = []
        let goesOn = false
        const onOrder = (order: Unread) => {
          held.push(order.read())
          if (!goesOn && held.length <= window.limit) return
          goesOn = true
          const orders = held
          held = []
          return give(orders)
        }
        const { total } = await read(window, deadlineMs, onOrder).catch((cause: unknown) => {
          // What has been handed on cannot be asked for again.
          throw goesOn && cause instanceof ServiceFailure ? problemOf(getChargeHistory, cause) : cause
        })
        return { orders: held, total }
      }),
    )
  return { begin, ask, isStreamed: true }
}

/** What is given, to be taken one by one; whoever gives waits until it was taken, and fails once nobody takes any more. */
async function* handedOn<T, R>(giving: (give: (item: T) => Promise<void>) => Promise<R>): AsyncGenerator<T, R> {
  const waiting: T[] = []
  let isLeft = false
  let isOver = false
  let wake = () => {}
  let goOn = () => {}
  const give = async (item: T) => {
    waiting.push(item)
    const taken = new Promise<void>((resolve) => {
      goOn = resolve
    })
    wake()
    if (!isLeft) await taken
    if (isLeft) throw new Error('nobody takes any more')
  }
  const given = giving(give).finally(() => {
    isOver = true
    wake()
  })
  given.catch(() => undefined) // awaited below, unless nobody takes any more
  try {
    for (;;) {
      if (waiting.length === 0 && !isOver)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      const item = waiting.shift()
      if (item === undefined) break
      yield item
      goOn()
    }
  } finally {
    isLeft = true
    goOn()
  }
  return given
}
