/** Said on the document to open the list of keys from anywhere. */
export const showKeysEvent = 'counterfoil:show-keys'
