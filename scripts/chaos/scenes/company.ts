import { setTimeout as wait } from 'node:timers/promises'
import { dayMs } from '@/lib/core/dates'
import type { Actor, Role } from '../actor'
import type { Command } from '../commands'
import { chosen, type Random } from '../plan'
import type { Buyer } from '../targets'

/** Everybody at the desk, for what several of them do together; `leaver` is an agent whose account is disabled now and then. */
export type Company = Record<Exclude<Role, 'agent'> | 'agent' | 'second' | 'leaver', Actor> & {
  random: Random
  /** Somebody whom nobody else in this seed is busy with. */
  buyer: Buyer
  /** How often the service has received a request of this path. */
  readsOf: (path: string) => Promise<number>
  /** Gives a command on a subscription to the service past the dashboard. Says whether it was carried out. */
  elsewhere: (command: Command) => Promise<boolean>
  /** Ends the copy and starts it again. */
  restart: () => Promise<void>
  /** Moves the clock of dashboard and service to so many milliseconds before midnight; without a number, back to now. */
  clock: (beforeMidnightMs?: number) => Promise<void>
}

export type Scene = (company: Company) => Promise<void>

/** A day from today, `YYYY-MM-DD`, by a clock. */
export const day = (fromNow: number, now = Date.now()) => new Date(now + fromNow * dayMs).toISOString().slice(0, 10)

export const subscriptionOf = ({ buyer, random }: Pick<Company, 'buyer' | 'random'>) => chosen(random, buyer.subscriptions)

export function switchToken(buyer: Buyer, token: number | undefined, to: 'disable' | 'enable'): Command {
  return { method: 'PUT', path: `/api/v3/buyers/${buyer.id}/${to}-token`, body: { chargeMethodTokenId: token } }
}

export function endDate(buyer: Buyer, subscription: string, expirationDate: string, reason: string): Command {
  const path = `/api/v2/buyers/${buyer.id}/subscriptions/${subscription}/change_expiration_date`
  return { method: 'POST', path, body: { expirationDate, reason } }
}

export function autocharge(buyer: Buyer, subscription: string, autochargeStatus: boolean, reason = 'Asked'): Command {
  const path = `/api/v2/buyers/${buyer.id}/subscriptions/${subscription}/change_autocharge_status`
  return { method: 'POST', path, body: { autochargeStatus, ...(autochargeStatus ? {} : { reason }) } }
}

export function order(actionId: string, more: Record<string, unknown> = {}): Command {
  const buyer = { email: `${actionId}@order.example.test` }
  const products = [{ productCode: 'NWPLUS1', quantity: 1 }]
  const body = { isMobile: false, currency: 'EUR', returnUrl: 'https://shop.example.test/thanks', products, buyer, ...more }
  return { method: 'POST', path: '/api/v3/initials/url', body }
}

export const confirmed = { 'x-confirmed-renewal': 'yes' }

export const subscriptionsOf = ({ id }: Buyer) => `/api/v2/buyers/${id}/subscriptions`

/** Reads a buyer's subscriptions until that is answered: what was changed elsewhere is known from then on. */
export async function readAnew(by: Actor, buyer: Buyer): Promise<void> {
  for (let tries = 0; tries < 20 && (await by.ask('GET', subscriptionsOf(buyer)))?.status !== 200; tries++) await wait(100)
}
