/**
 * The dialog's scroll lock writes a style element while it is open, and the page's policy allows only those with its nonce.
 * The lock looks for it under this global name; the page carries it on its scripts.
 */
export function allowOwnStyles() {
  if (typeof document === 'undefined' || '__webpack_nonce__' in globalThis) return
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
  if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce })
}
