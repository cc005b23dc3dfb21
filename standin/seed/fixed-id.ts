import { createHash } from 'node:crypto'

const digest = (algorithm: 'sha256' | 'sha512', name: string) => createHash(algorithm).update(name).digest('hex')

/** The same uuid for the same name, on every start. */
export function fixedUuid(name: string): string {
  const hex = digest('sha256', name)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The same eight characters for the same name. */
export const fixedOrderId = (name: string): string => digest('sha256', name).slice(0, 8)

/** 128 hexadecimal characters, as a tokens list identifies a method (service-facts 3.2). */
export const fixedDigest = (name: string): string => digest('sha512', name)

export const fixedFingerprint = (name: string): string => digest('sha256', name).slice(0, 32)
