import 'server-only'
import { type Failure, ServiceFailure } from './failure'

// A reset does not prove that nothing was sent; only what fails before the first byte does.
const beforeTheFirstByte: Record<string, string> = {
  ENOTFOUND: 'The name of the service could not be resolved.',
  EAI_AGAIN: 'The name of the service could not be resolved.',
  ECONNREFUSED: 'Nobody listens at the address of the service.',
  EHOSTUNREACH: 'The service cannot be reached from here.',
  ENETUNREACH: 'The service cannot be reached from here.',
  UND_ERR_CONNECT_TIMEOUT: 'The service did not accept a connection in time.',
}

/** Whether it was connecting that failed; to a name with several addresses, every one of them. */
function failedToConnect(cause: unknown): boolean {
  const { syscall, errors, cause: inner } = (cause ?? {}) as { syscall?: unknown; errors?: unknown[]; cause?: unknown }
  if (Array.isArray(errors) && errors.length > 0) return errors.every(failedToConnect)
  return syscall === 'connect' || (inner !== undefined && failedToConnect(inner))
}

const untrusted = /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT|UNABLE_TO_|EPROTO$)/

/** Tells apart why no answer came. Anything not known to happen before sending proves nothing. */
export function lost(cause: unknown, timedOut: boolean): ServiceFailure {
  if (cause instanceof ServiceFailure) return cause
  return new ServiceFailure(classify(codeOf(cause), failedToConnect(cause), timedOut), { cause })
}

function classify(code: string, unconnected: boolean, timedOut: boolean): Failure {
  const refusedBefore = beforeTheFirstByte[code] ?? (unconnected ? 'No connection to the service came about.' : undefined)
  if (refusedBefore) return { proves: 'not-sent', code: code.toLowerCase(), detail: refusedBefore }
  if (untrusted.test(code))
    return { proves: 'not-sent', code: 'tls_untrusted', detail: 'The certificate of the service is not to be trusted.' }
  if (timedOut) return { proves: 'unknown', code: 'timeout', detail: 'The service did not answer in time.' }
  return {
    proves: 'unknown',
    code: 'upstream_broken',
    detail: 'The connection to the service broke before the answer was whole.',
  }
}

function codeOf(cause: unknown): string {
  const error = cause as { code?: unknown; cause?: { code?: unknown }; errors?: { code?: unknown }[] } | null
  const code = error?.code ?? error?.cause?.code ?? error?.errors?.[0]?.code
  return typeof code === 'string' ? code : ''
}
