import { SignedClient } from '@/standin/signed-client'
import type { Command } from './commands'
import { deliveryHeader, elsewhere } from './evidence'
import type { Buyer } from './targets'

type Listed<T> = { data: T[] }
type Subscription = { id: string; autoChargeStatus: boolean; endDate: string; product: { id: string } | null }
type Method = { tokens: { id: number; isEnabled: boolean; email: string }[] }

/** The stand-in's own endpoints, and its signed ones, asked past the wire. */
export class Standin {
  private readonly client: SignedClient

  constructor(private readonly url: string) {
    this.client = new SignedClient(url)
  }

  async tell(method: 'POST' | 'DELETE', what: string, body?: unknown): Promise<void> {
    const headers = { 'content-type': 'application/json' }
    const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }
    const answer = await again(() => fetch(`${this.url}/standin/${what}`, init))
    if (!answer.ok) throw new Error(`The stand-in refused ${what}: ${await answer.text()}`)
  }

  async requests<T>(): Promise<T[]> {
    return again(async () => (await (await fetch(`${this.url}/standin/requests`)).json()) as T[])
  }

  private readonly changed = new Set<string>()

  /** A command on a subscription by another hand than the dashboard's, which the log tells by its number. Says whether it was carried out. */
  elsewhere = async ({ method, path, body }: Command): Promise<boolean> => {
    this.changed.add(`subscription:${path.split('/')[6]} `)
    const answer = await this.client.send(method, path, { body, headers: { [deliveryHeader]: String(elsewhere) } })
    await answer.text()
    return answer.ok
  }

  /** Of a world what no other hand has changed since this was asked last. */
  ours(world: ReadonlyMap<string, unknown>): Map<string, unknown> {
    const changed = [...this.changed]
    this.changed.clear()
    return new Map([...world].filter(([name]) => !changed.some((start) => name.startsWith(start))))
  }

  private get = (path: string) => again(() => this.client.get(path))

  /** What the service says of each field that a command can set, under the names of `settingOf`. */
  async world(buyers: readonly Buyer[]): Promise<Map<string, unknown>> {
    const found = new Map<string, unknown>()
    for (const { id } of buyers) {
      const subscriptions = (await this.get(`/api/v2/buyers/${id}/subscriptions`)).body as Listed<Subscription>
      for (const { id, autoChargeStatus, endDate, product } of subscriptions.data) {
        found.set(`subscription:${id} autoChargeStatus`, autoChargeStatus)
        found.set(`subscription:${id} endDate`, endDate.slice(0, 10))
        found.set(`subscription:${id} productId`, product?.id)
      }
      const methods = (await this.get(`/api/v3/buyers/${id}/tokens`)).body as Listed<Method>
      for (const token of methods.data.flatMap(({ tokens }) => tokens)) {
        found.set(`token:${token.id} isEnabled`, token.isEnabled)
        found.set(`buyer:${id} email`, token.email)
      }
    }
    return found
  }

  /** What was received by each charge of these buyers. */
  async received(buyers: readonly Buyer[]): Promise<Map<string, string>> {
    type Charged = { charges: { chargeId: string; amount: string }[] }
    const found = new Map<string, string>()
    for (const { id } of buyers) {
      const { data } = (await this.get(`/api/v3/buyers/${id}/charge/history?limit=100`)).body as Listed<Charged>
      for (const { chargeId, amount } of data.flatMap(({ charges }) => charges)) found.set(chargeId, amount)
    }
    return found
  }

  /** Values of buyers that nobody at the desk is shown in clear. */
  async personal(buyers: readonly Buyer[]): Promise<string[]> {
    type Billed = { charges: { billingInfo?: Record<string, string | null> | null }[] }
    const values = new Set<string>()
    for (const { id } of buyers) {
      const { data } = (await this.get(`/api/v3/buyers/${id}/charge/history?limit=20`)).body as Listed<Billed>
      for (const { billingInfo } of data.flatMap(({ charges }) => charges))
        for (const name of ['ipAddress', 'fingerprint', 'personalIdValue', 'street']) values.add(billingInfo?.[name] ?? '')
      for (const [field, value] of await this.world([{ id, subscriptions: [], tokens: [] }]))
        if (field.endsWith(' email')) values.add(String(value))
    }
    return [...values].filter((value) => value.length > 5)
  }
}

/** A kept connection may be closed at the other end in the moment it is used; what is asked here does no harm twice. */
const again = <T>(ask: () => Promise<T>): Promise<T> => ask().catch(ask)
