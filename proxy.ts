import { type NextRequest, NextResponse } from 'next/server'

/**
 * Sets the content policy of pages, with a fresh nonce for each. Nothing is permitted here: sessions and rights are checked in the
 * handlers and pages themselves. Handlers have no scripts to permit, and going through here would cost each of them two milliseconds.
 */
export function proxy(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl
  const nonce = Buffer.from(crypto.randomUUID()).toString('base64')
  const policy = pagePolicy(nonce)
  const headers = new Headers(request.headers)
  headers.set('content-security-policy', policy) // Next reads the nonce from here
  headers.set('x-nonce', nonce)
  headers.set('x-path', pathname + search)
  return NextResponse.next({ request: { headers }, headers: { 'content-security-policy': policy, 'cache-control': 'no-store' } })
}

function pagePolicy(nonce: string): string {
  // Development needs eval for its hot reload; a built dashboard never does.
  const script = process.env.NODE_ENV === 'development' ? "'unsafe-eval'" : ''
  const style = process.env.NODE_ENV === 'development' ? "'unsafe-inline'" : `'nonce-${nonce}'`
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic' ${script}`.trim(),
    `style-src 'self' ${style}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    `form-action 'self' ${companyOrigin()}`.trim(),
    "frame-ancestors 'none'",
  ].join('; ')
}

/** A form that is sent to us may be sent on to the company's sign-in. */
function companyOrigin(): string {
  const { OIDC_ISSUER } = process.env
  return OIDC_ISSUER && URL.canParse(OIDC_ISSUER) ? new URL(OIDC_ISSUER).origin : ''
}

export const config = { matcher: ['/((?!api/|panel$|_next/static|_next/image).*)'] }
