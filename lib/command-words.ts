const words: Record<string, string> = {
  createBuyer: 'Create buyer',
  disableToken: 'Disable token',
  enableToken: 'Enable token',
  createInitialOrder: 'Create payment link',
  changeAutochargeStatus: 'Change autocharge',
  changeExpirationDate: 'Change end date',
  downgradeSubscription: 'Downgrade',
  changeBuyerEmail: 'Change e-mail',
}

/** What people call a command; the more exact verb where its request is known. */
export function commandWords(operation: string, request?: { body?: unknown }): string {
  const body = request?.body as { autochargeStatus?: boolean } | undefined
  if (operation === 'changeAutochargeStatus' && body?.autochargeStatus !== undefined)
    return body.autochargeStatus ? 'Turn on autocharge' : 'Turn off autocharge'
  return words[operation] ?? operation
}
