/** As much of the package as the tests use; it brings no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

  type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> }
  type Context = { body: string; oidc: { client?: { clientId: string }; session?: { accountId?: string } } }

  // biome-ignore lint/style/noDefaultExport: it is what the package exports.
  export default class Provider {
    constructor(
      issuer: string,
      configuration: {
        interactions: { url(context: Context, interaction: { uid: string }): string }
        findAccount(context: Context, accountId: string): object
        loadExistingGrant(context: Context): Promise<Grant>
        [other: string]: unknown
      },
    )
    readonly Grant: new (of: {
      clientId: string | undefined
      accountId: string | undefined
    }) => Grant
    callback(): RequestListener
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }
}
