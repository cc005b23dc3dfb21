/** A lower-case uuid: the service's path patterns accept no other letter case (D17). */
export const uuidPattern = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

export const isUuid = (text: string): boolean => new RegExp(`^${uuidPattern}$`).test(text)

export const isEmail = (text: string): boolean => text.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text)

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** An ISO 3166-1 alpha-2 code in either letter case (D18). */
export const isCountry = (text: string): boolean =>
  /^[A-Za-z]{2}$/.test(text) && countryNames.of(text.toUpperCase()) !== undefined

/** ISO 639 set 1: exactly two letters (service-facts 2.11). */
export const isLocale = (text: string): boolean => /^[A-Za-z]{2}$/.test(text)

export const isCouponCode = (text: string): boolean => /^[A-Za-z0-9_-]{1,32}$/.test(text)

export const isProductCode = (text: string): boolean => /^[A-Z0-9_-]{1,64}$/.test(text)

export const isSequence = (text: string): boolean => /^\d{16,19}$/.test(text)

export const isWebAddress = (text: string): boolean => /^https?:\/\/[^/]/i.test(text) && URL.canParse(text)

/** 0.01 to 99.99 (service-interface, Limits) with at most two decimals (D27). */
export const isDiscount = (value: number): boolean => value >= 0.01 && value <= 99.99 && /^\d+(\.\d{1,2})?$/.test(String(value))
