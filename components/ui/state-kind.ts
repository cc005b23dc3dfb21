/** What a state means to the person who looks. Only these have a colour; what is not known yet is `neutral`. */
export type StateKind = 'settled' | 'declined' | 'deferred' | 'unconfirmed' | 'neutral'
