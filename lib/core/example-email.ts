/** Nobody's: the example in our own advice, the one address that is never masked. */
export const exampleEmail = 'name@example.test'
