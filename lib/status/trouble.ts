/** Something of the dashboard's health that an admin has to see to. `since` is ISO in UTC, null where nobody noted it. */
export type Trouble = { id: string; title: string; says: string; since: string | null }
