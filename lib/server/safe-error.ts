import 'server-only'
import { masked } from '@/lib/masking'

const longest = 300
const mostCauses = 3

type Told = { type: string; code?: string; message: string; at: string[]; cause?: Told }

/**
 * An error as the log may hold it: what it is and where, and its message without what it quotes, for parsers and databases quote the very
 * text that was wrong. Properties that libraries hang on errors, such as the values of a statement, are left out.
 */
export function safeError(error: unknown, depth = 0): Told {
  if (!(error instanceof Error)) return { type: typeof error, message: '', at: [] }
  const { code } = error as NodeJS.ErrnoException
  return {
    type: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    message: withoutQuotes(error.message),
    at: framesOf(error),
    ...(error.cause !== undefined && depth < mostCauses ? { cause: safeError(error.cause, depth + 1) } : {}),
  }
}

const withoutQuotes = (text: string) => masked(text.replace(/"[^"]*"?|'[^']*'?|`[^`]*`?|\([^)]*@[^)]*\)/g, '…')).slice(0, longest)

const framesOf = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .flatMap((line) => line.match(/^\s+at (.*)$/)?.[1] ?? [])
    .slice(0, 8)
