import type { ChargeFilter } from '../charges/order-filter'

/** What a row of the file is. */
export const rowKinds = ['orders', 'attempts', 'products'] as const
export type RowKind = (typeof rowKinds)[number]
export const rowWords: Record<RowKind, string> = { orders: 'Orders', attempts: 'Attempts', products: 'Product lines' }

export const fileFormats = ['csv', 'xlsx'] as const
export type FileFormat = (typeof fileFormats)[number]

export const fileOrders = ['newest-first', 'oldest-first'] as const
export type FileOrder = (typeof fileOrders)[number]

/** What is asked for at `POST /api/desk/buyers/{buyerId}/export`. Columns come in the order given. */
export type ChargeFile = {
  rows: RowKind
  format: FileFormat
  order: FileOrder
  zone: string
  columns: string[]
  filter: Partial<ChargeFilter>
  ticket?: string
}
