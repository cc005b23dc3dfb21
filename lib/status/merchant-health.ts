import type { MerchantColour } from '@/lib/core/merchant-colour'

/** What an admin sees of a merchant account. No key but the end of the public one; times are ISO in UTC. */
export type MerchantHealth = {
  code: string
  name: string
  publicKeyEnd: string
  colour: MerchantColour | null
  /** Roles and people who may use it; null for everybody. */
  openTo: string[] | null
  serviceHost: string
  serviceId: string
  source: string
  dateFormat: string
  timeZone: string
  fallbackBuyerIp: string | null
  keys: { refusedAt: string | null; acceptedAt: string | null; clockDifference: number | null }
  answering: boolean
  reads: { name: string; summary: string; on: boolean }[]
}
