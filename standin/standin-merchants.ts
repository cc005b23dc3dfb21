import { products } from './catalogue/products'

/** A merchant account as the dashboard's `MERCHANTS` setting wants it. */
export type StandinMerchant = {
  code: string
  name: string
  publicKey: string
  secretKey: string
  serviceId: string
  fallbackBuyerIp: string
  timeZone: 'UTC'
  products: { code: string; name: string; productId: string }[]
}

const productsOf = (merchantCode: string) =>
  products
    .filter((product) => product.merchantCode === merchantCode && product.isActive)
    .map(({ code, name, id }) => ({ code, name, productId: id }))

/** Answers every read of service-facts section 3 that the stand-in knows. The secret is a demo value and opens nothing else. */
export const northwind: StandinMerchant = {
  code: 'northwind',
  name: 'Northwind',
  publicKey: 'cfad88c5-7dcf-4872-8164-311701db9157',
  secretKey: 'demo-secret-northwind-not-for-real-use',
  serviceId: 'northwind-desk',
  fallbackBuyerIp: '198.51.100.10',
  timeZone: 'UTC',
  products: productsOf('northwind'),
}

/** Has the ten operations only: the extra reads do not exist for it. */
export const southbay: StandinMerchant = {
  code: 'southbay',
  name: 'Southbay',
  publicKey: '7b674e89-1917-464e-a981-ab7dff9e092c',
  secretKey: 'demo-secret-southbay-not-for-real-use',
  serviceId: 'southbay-desk',
  fallbackBuyerIp: '192.0.2.10',
  timeZone: 'UTC',
  products: productsOf('southbay'),
}

/** `JSON.stringify(accounts)` is a whole `MERCHANTS` setting. */
export const standinMerchants: readonly StandinMerchant[] = [northwind, southbay]

export const hasExtraReads = (merchant: StandinMerchant): boolean => merchant.code === northwind.code
