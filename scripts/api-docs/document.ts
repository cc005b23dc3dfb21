import { may, roles } from '@/lib/core/roles'
import { operations } from '@/lib/operations'
import type { Operation, Repeat } from '@/lib/operations/declare/operation'
import { differencesOf } from './differences'
import { type Field, fieldsOf } from './fields'

const repeats: Record<Repeat, string> = {
  sets: 'sets a state; safe to repeat unless something newer changed the same target',
  ambiguous: 'sets a state; if the repeat is refused, the first may have succeeded',
  makes: 'creates something each time; the first may already exist',
  acts: 'a repeat may be refused or apply twice',
}

const opening = `# The dashboard’s interface to the service

Generated from \`lib/operations\` by \`npm run docs\`; a test fails where it is stale. Do not edit it by hand.

Each operation stands at the service’s own method and path, behind the dashboard’s session. Requests that change something come from the
dashboard’s own origin as \`application/json\` of at most 64 KiB. The merchant account is chosen by \`x-merchant\` (by default the first),
the buyer’s address may be given in \`x-buyer-ip\`. A command needs \`x-action-id\`, a uuid made once per intent, and may carry \`x-ticket\`.
An action is undone by \`POST /api/desk/actions/{actionId}/undo\` and sent again by \`/send-again\`: a command that names \`x-undoes\` is refused.
Fields and parameters that are not listed are refused. The tables say what a schema can tell; every refusal (422) names the field and says
what to give instead.

The same request again under an action id, from the same person in the same merchant account, gets the first outcome with
\`x-replayed: true\`, and nothing is sent. The same means path, body, \`x-ticket\`, \`x-buyer-ip\` and the headers an operation declares; what
only says what was looked at, such as \`x-shown-version\`, may differ. Anything else under a used id, whatever the id was used for, is 409
\`conflict\` with the code \`action_id_used\` and says nothing of the first.

An answer is the service’s own, read tolerantly, with these differences everywhere: \`meta\` is always an object, what is missing or of
another kind is null (a list is empty), and what no schema names is left out. Any e-mail address is masked wherever it stands, but in the
address of a payment page. Every failure is \`application/problem+json\` with a \`kind\`; the service’s code and trace id stand in it. A command
also has \`x-outcome\` and \`x-action-id\`. What differs beside that is listed with each operation.`

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
    ...differenceTable(operation),
  ].join('\n\n')
}

function differenceTable(operation: Operation): string[] {
  const rows = differencesOf(operation).map(({ ours, services, why }) => [ours, services, why])
  return rows.length === 0 ? [] : [table(['ours', 'the service’s', 'why'], rows)]
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
