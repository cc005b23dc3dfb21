/** What fills the Reason field of a refund at one press, and that of a decision. */
export const refundReasons = [
  'Paid twice',
  'Bought by mistake',
  'Renewed against their wish',
  'Not as expected',
  'Agreed with the buyer',
]
export const decisionReasons = {
  approve: ['As asked', 'Goodwill', 'Our fault'],
  refuse: ['Not entitled', 'Already refunded', 'Ask the buyer first'],
}
