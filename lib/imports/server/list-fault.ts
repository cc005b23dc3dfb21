import 'server-only'

/** What is wrong with a list, in a plain sentence. Whatever else is thrown is no fault of the list, which then waits to be gone on with. */
export class ListFault extends Error {}
