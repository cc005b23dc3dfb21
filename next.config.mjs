import { always, nothing, unframed } from './lib/core/security-headers.mjs'

const named = (headers) => headers.map(([key, value]) => ({ key, value }))

/** @type {import('next').NextConfig} */
export default {
  reactStrictMode: true,
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  images: { unoptimized: true },
  // `npm run check` runs the compiler; a second run inside the build would only cost time.
  typescript: { ignoreBuildErrors: true },
  // Fewer, larger scripts: a page has 3 to 6 kB less to load, for one file is compressed better than three.
  experimental: { turbopackChunking: { requestCost: 800_000, minChunkSize: 200_000, maxMergeChunkSize: 2_000_000 } },
  serverExternalPackages: ['@node-rs/argon2', 'better-sqlite3', 'pg', 'pg-boss', 'pino', 'prom-client', 'undici'],
  headers: async () => [
    { source: '/:path*', headers: named(always) },
    // The panel's own handler says who may frame it; see incoming.ts.
    { source: '/((?!panel$).*)', headers: named([unframed]) },
    { source: '/api/:path*', headers: named([nothing]) },
    { source: '/_next/static/:path*', headers: named([nothing]) },
  ],
}
