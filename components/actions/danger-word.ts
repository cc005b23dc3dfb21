/** The word that has to be typed before a verb that charges works. */
export const dangerWord = 'RENEW'
