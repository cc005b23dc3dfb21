import { BlockList, isIP } from 'node:net'
import type { Currency } from '../money'

/** A country of the demo: where its (documentation) addresses lie and which currency and tax go with it. */
export type Place = {
  country: string
  currency: Currency
  tax: { type: string; percent: string } | null
  networks: readonly string[]
}

/** Brazil and Kuwait stand for a country without tax information, for which the service answers `tax: null` (D54). */
export const places: readonly Place[] = [
  { country: 'us', currency: 'USD', tax: { type: 'sales_tax', percent: '7.25' }, networks: ['192.0.2.0/25', '2001:db8:1::/48'] },
  { country: 'kw', currency: 'KWD', tax: null, networks: ['192.0.2.128/25', '2001:db8:2::/48'] },
  { country: 'nl', currency: 'EUR', tax: { type: 'vat', percent: '21' }, networks: ['198.51.100.0/25', '2001:db8:3::/48'] },
  { country: 'gb', currency: 'GBP', tax: { type: 'vat', percent: '20' }, networks: ['198.51.100.128/25', '2001:db8:4::/48'] },
  { country: 'br', currency: 'BRL', tax: null, networks: ['203.0.113.0/25', '2001:db8:5::/48'] },
  { country: 'jp', currency: 'JPY', tax: { type: 'vat', percent: '10' }, networks: ['203.0.113.128/25', '2001:db8:6::/48'] },
  { country: 'de', currency: 'EUR', tax: { type: 'vat', percent: '19' }, networks: ['2001:db8:7::/48'] },
]

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

const atlas = places.map((place) => ({ place, list: listOf(place.networks) }))

/** Where an address lies; `undefined` outside the table. */
export const placeOfAddress = (address: string): Place | undefined =>
  atlas.find(({ list }) => list.check(address, familyOf(address)))?.place

/** The place of an ISO 3166-1 alpha-2 code in either letter case (D18). */
export const placeOfCountry = (country: string): Place | undefined =>
  places.find((place) => place.country === country.toLowerCase())

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', bits = ''] = network.split('/')
    list.addSubnet(base, Number(bits), familyOf(base))
  }
  return list
}
