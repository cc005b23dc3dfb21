/** What people do to a buyer, in the words of the button and of the dialog's title. */
export const verbWords = {
  createBuyer: 'Create buyer',
  changeEmail: 'Change e-mail',
  disableToken: 'Disable token',
  enableToken: 'Enable token',
  autochargeOff: 'Turn off autocharge',
  autochargeOn: 'Turn on autocharge',
  changeEndDate: 'Change end date',
  renewNow: 'Renew now',
  downgrade: 'Downgrade',
} as const

export type VerbName = keyof typeof verbWords
