/** The kinds of errors that SCIM has names for (RFC 7644, 3.12). */
export type ScimType =
  | 'invalidFilter'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'uniqueness'

/** What a request of the company's directory is refused with. */
export class ScimError extends Error {
  override readonly name = 'ScimError'

  constructor(
    readonly status: number,
    readonly detail: string,
    readonly scimType: ScimType | null = null,
  ) {
    super(detail)
  }
}

export const noSuchPerson = () => new ScimError(404, 'There’s no such user. Check the id.')
