/** What a list of buyers may tell of each; only the buyer id must be there. */
export const importColumns = ['buyerId', 'email', 'country', 'locale', 'name', 'subscriptionIds', 'tokens', 'products'] as const
export type ImportColumn = (typeof importColumns)[number]

/** Which column of the file, counted from 0, tells what. */
export type ImportMapping = Partial<Record<ImportColumn, number>>

const otherNames: Record<ImportColumn, readonly string[]> = {
  buyerId: ['buyer', 'buyeruuid', 'customerid', 'customer', 'id'],
  email: ['mail', 'emailaddress', 'buyeremail', 'customeremail'],
  country: ['countrycode', 'buyercountry'],
  locale: ['language', 'lang'],
  name: ['fullname', 'buyername', 'customername'],
  subscriptionIds: ['subscriptionid', 'subscriptions', 'subscription'],
  tokens: ['token', 'tokenids', 'tokenid', 'chargemethodtokenid', 'chargemethodtokenids'],
  products: ['product', 'productcodes', 'productcode'],
}

const bare = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** The columns of a file by their names, however they are spelled: `Buyer ID`, `buyer_id` and `buyerId` are one. */
export function mappingOf(header: readonly string[]): ImportMapping {
  const names = header.map(bare)
  const found = importColumns.map((column) => {
    const wanted = [bare(column), ...otherNames[column]]
    const name = wanted.find((each) => names.includes(each))
    return [column, name === undefined ? undefined : names.indexOf(name)] as const
  })
  return Object.fromEntries(found.filter(([, at]) => at !== undefined))
}

export const importStates = ['uploading', 'uploaded', 'checking', 'checked', 'importing', 'done', 'failed'] as const

export type ImportCounts = { new: number; changed: number; unchanged: number; rejected: number }
export const noCounts: ImportCounts = { new: 0, changed: 0, unchanged: 0, rejected: 0 }

/** An import as Settings shows it. `rows` is known once the list has been checked. */
export type Import = {
  id: string
  merchant: string
  state: (typeof importStates)[number]
  columns: string[]
  mapping: ImportMapping
  rows: number | null
  done: number
  counts: ImportCounts
  /** The first rejected rows, with the line of the file and the reason. */
  rejected: { line: number; why: string }[]
  why: string | null
  person: string
  createdAt: string
  /** When a step of it last began or came on. */
  touchedAt: string
}
