/** What fills the Reason field of a refund at one press, and that of a decision. */
export const refundReasons = ['Paid twice', 'Bought by mistake', 'Unwanted renewal', 'Not as expected', 'Agreed with buyer']
export const decisionReasons = {
  approve: ['Request is valid', 'Goodwill', 'Our mistake'],
  refuse: ['Not eligible', 'Already refunded', 'Ask the buyer first'],
}
