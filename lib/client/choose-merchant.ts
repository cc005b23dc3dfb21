/** Remembers the merchant account pages are drawn for. It is a cookie, so that the server knows it. */
export function chooseMerchant(code: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we support.
  document.cookie = `merchant=${encodeURIComponent(code)}; path=/; max-age=31536000; samesite=lax`
}
