/** Headers that are the same on every answer; the content policy of pages carries a nonce and is set in proxy.ts. */
export const always = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  [
    'Permissions-Policy',
    'camera=(), geolocation=(), microphone=(), payment=(), usb=(), publickey-credentials-get=(self), publickey-credentials-create=(self)',
  ],
  ['Strict-Transport-Security', 'max-age=63072000; includeSubDomains'],
]

/** The same but for an answer whose policy names who may frame it, which this header can't: the panel in a help desk. */
export const unframed = ['X-Frame-Options', 'DENY']

/** For what is no page: nothing in it may run, load or be framed. */
export const nothing = [
  'Content-Security-Policy',
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
]
