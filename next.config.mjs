/** Headers that are the same on every answer; the content policy of pages carries a nonce and is set in proxy.ts. */
const always = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Frame-Options', 'DENY'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
  ['Strict-Transport-Security', 'max-age=63072000; includeSubDomains'],
]

/** For what is no page: nothing in it may run, load or be framed. */
const nothing = [['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"]]

const named = (headers) => headers.map(([key, value]) => ({ key, value }))

/** @type {import('next').NextConfig} */
export default {
  reactStrictMode: true,
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  images: { unoptimized: true },
  // `npm run check` runs the compiler; a second run inside the build would only cost time.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ['@node-rs/argon2', 'better-sqlite3', 'pg', 'pg-boss', 'pino', 'prom-client', 'undici'],
  headers: async () => [
    { source: '/:path*', headers: named(always) },
    { source: '/api/:path*', headers: named(nothing) },
    { source: '/_next/static/:path*', headers: named(nothing) },
  ],
}
