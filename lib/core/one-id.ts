const uuidInAnyForm = /^\{?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})\}?$/

/**
 * An id in the one spelling that it's kept and compared in: a uuid in capitals, in braces or without its dashes is the same one. Any other id
 * is compared without regard to capitals.
 */
export function oneId(id: string): string {
  const plain = id.trim().toLowerCase()
  return uuidInAnyForm.exec(plain)?.slice(1).join('-') ?? plain
}

/** Whether two ids that are both given are one. */
export const isSameId = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string' && oneId(one) === oneId(other)
