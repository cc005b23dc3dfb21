/** How many characters each line of a letterhead may have, and how many lines the address. */
export const letterheadLimits = { name: 80, address: 80, taxNumber: 40, contact: 120 } as const
export const maxAddressLines = 4

/** What is at the head of a merchant account's papers, as plain text. `changedAt` is null while nobody has written one. */
export type Letterhead = {
  name: string
  address: string[]
  taxNumber: string
  contact: string
  changedAt: string | null
}

/** The lines under the name, one below the other. `numbered` is how a tax number is said in the language of the paper. */
export const letterheadLines = (
  { address, taxNumber, contact }: Omit<Letterhead, 'changedAt'>,
  numbered = (number: string) => `Tax number ${number}`,
): string[] => [...address, taxNumber === '' ? '' : numbered(taxNumber), contact].filter((line) => line !== '')
