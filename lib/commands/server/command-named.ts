import 'server-only'
import { problem } from '@/lib/core/problem'
import type { RuledCommand } from '@/lib/operations/declare/command-rules'
import { ruledCommand } from '@/lib/operations/rules'

/** A command that a request or the journal names. Throws `notFound` for anything else. It loads the rules of all commands. */
export function commandNamed(name: string): RuledCommand {
  const found = ruledCommand(name)
  if (found === null) throw problem('notFound', `We couldn’t find a command named ${name}.`)
  return found
}
