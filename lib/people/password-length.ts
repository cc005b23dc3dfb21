/** Characters of a password, as a person counts them. */
export const passwordLength = { least: 15, most: 128 }
