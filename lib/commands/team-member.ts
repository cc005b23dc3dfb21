/** What a person's actions came to within some days, as the journal has it. */
export type TeamMember = { name: string; done: number; refused: number; unconfirmed: number }
