import type { Page } from '@playwright/test'
import { heapOf, nodesOf } from './long-history'

type Plain = { first: number; heap: number; nodes: number }

/** The other way: every order is fetched into the browser, and then each gets a row of its own. */
export async function plainList(page: Page, buyerId: string): Promise<Plain> {
  await page.goto('/journal') // a page of ours that holds no orders
  const first = await page.evaluate(async (path) => {
    const from = performance.now()
    await (await fetch(`${path}/reading`)).text()
    const orders: {
      orderId: string | null
      createdAt?: string
      type?: string
      charges?: { status: string; amount: string }[]
    }[] = []
    for (let found = 1; orders.length < found; ) {
      const answer = await (await fetch(`${path}?limit=100&offset=${orders.length}`)).json()
      found = answer.found
      orders.push(...answer.orders)
    }
    const list = document.createElement('ul')
    for (const order of orders) {
      const row = document.createElement('li')
      for (const text of [order.orderId, order.createdAt, order.type, order.charges?.[0]?.status, order.charges?.[0]?.amount]) {
        const cell = document.createElement('span')
        cell.textContent = text ?? '–'
        row.append(cell)
      }
      list.append(row)
    }
    document.body.replaceChildren(list)
    Object.assign(globalThis, { plainOrders: orders })
    await new Promise((drawn) => requestAnimationFrame(drawn))
    return performance.now() - from
  }, `/api/desk/buyers/${buyerId}/charges`)
  return { first, heap: await heapOf(page), nodes: await nodesOf(page) }
}
