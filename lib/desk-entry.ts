/** Something that was seen in clear or taken out of the desk, or that somebody came to a limit; values in it are masked, times ISO in UTC. */
export type DeskEntry = {
  seq: number
  at: string
  kind: 'revealed' | 'exported' | 'alert'
  person: string
  merchant: string
  buyerId: string | null
  ticket: string | null
  /** What: "e-mail, name"; "charge history"; "40 revealed values an hour". */
  words: string
  reason: string | null
}
