import { operations } from '@/lib/operations'
import type { Operation, Repeat } from '@/lib/operations/operation'
import { may, roles } from '@/lib/roles'
import { type Field, fieldsOf } from './fields'

const repeats: Record<Repeat, string> = {
  sets: 'sets a state: sending it again does no harm while nothing newer happened to the same target',
  ambiguous: 'sets a state, but a refusal of the repeat may be the first one’s success',
  makes: 'makes something each time: the first may exist',
  acts: 'a repeat may be refused or act twice',
}

const opening = `# The dashboard’s interface to the service

Generated from \`lib/operations\` by \`npm run docs\`; a test fails where it is stale. Do not edit it by hand.

Each operation stands at the service’s own method and path, behind the dashboard’s session. Requests that change something come from the
dashboard’s own origin as \`application/json\` of at most 64 KiB. The merchant account is chosen by \`x-merchant\` (by default the first),
the buyer’s address may be given in \`x-buyer-ip\`. A command needs \`x-action-id\`, a uuid made once per intent, and may carry \`x-ticket\`.
Fields and parameters that are not listed are refused. The tables say what a schema can tell; every refusal (422) names the field and says
what to give instead.`

/** docs/api.md as it must stand. */
export function apiDocument(): string {
  const all: Operation[] = Object.values(operations)
  const part = (title: string, members: Operation[]) => [`## ${title}`, ...members.map(section)].join('\n\n')
  return [
    opening,
    overview(all),
    part(
      'The ten operations',
      all.filter(({ extra }) => !extra),
    ),
    part(
      'Extra reads',
      all.filter(({ extra }) => extra),
    ),
  ]
    .join('\n\n')
    .concat('\n')
}

function overview(all: Operation[]): string {
  const row = ({ name, kind, method, path, extra }: Operation) => [
    `[${name}](#${name.toLowerCase()})`,
    kind,
    `\`${method} ${path}\``,
    extra ? 'extra' : 'core',
  ]
  return table(['operation', 'kind', 'method and path', 'interface'], all.map(row))
}

function section(operation: Operation): string {
  const { name, kind, summary, method, path, right, search, body, headers, stale, repeat, extra, large, success } = operation
  const facts = [
    `- ${kind}, right \`${right}\`: ${roles.filter((role) => may(role, right)).join(', ')}`,
    `- answers ${success}${success === 204 ? ' without a body' : ''}`,
    ...(repeat ? [`- when its answer is lost: ${repeats[repeat]}`] : []),
    ...(stale ? [`- makes stale: ${stale.join(', ')}`] : []),
    ...(headers ? [`- takes the header ${headers.map((header) => `\`${header}\``).join(', ')}`] : []),
    ...(large ? ['- its answer may be as large as `SERVICE_MAX_ANSWER_BYTES`'] : []),
    ...(extra ? ['- beside the interface document: a merchant account may lack it'] : []),
  ]
  return [
    `### ${name}`,
    `${summary}.`,
    `\`${method} ${path}\``,
    facts.join('\n'),
    ...fieldTable('Query', search ? fieldsOf(search) : []),
    ...fieldTable('Body', fieldsOf(body)),
  ].join('\n\n')
}

function fieldTable(title: string, fields: Field[]): string[] {
  if (fields.length === 0) return []
  const rows = fields.map(({ name, type, required, rule }) => [`\`${name}\``, type, required ? 'yes' : 'no', rule])
  return [table([title.toLowerCase(), 'type', 'required', 'rule'], rows)]
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
