/** Characters of a password, as a person counts them. */
export const passwordLength = { min: 15, max: 128 }
