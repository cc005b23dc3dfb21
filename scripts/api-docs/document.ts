import { listedTools } from '@/lib/agents/tools'
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

\`npm run docs\` generates this page from \`lib/operations\`, and a test fails if it’s out of date. Don’t edit it by hand.

Each operation is at the service’s own method and path, behind the dashboard’s session. Requests that change something must come from the
dashboard’s own origin, as \`application/json\` of at most 64 KiB. \`x-merchant\` chooses the merchant account (the first one by default), and
\`x-buyer-ip\` may carry the buyer’s address. A command needs \`x-action-id\`, a uuid created once per intent, and may carry \`x-ticket\`.
\`x-account\`, which the pages send, names the account that they were drawn for; if another one is signed in, nothing is done (409 \`other_account\`).
\`x-quote\` names the quote that a command takes up: one command at most does, which is decided before anything is sent.
To undo an action, use \`POST /api/desk/actions/{actionId}/undo\`; to send it again, use \`/send-again\`. A command with \`x-undoes\` is refused.
Fields and parameters that aren’t listed are refused. The tables list what the schemas check. Every refusal (422) names the field and says
what to send instead.

If the same person repeats the same request under the same action id in the same merchant account, they get the first outcome with
\`x-replayed: true\`, and nothing is sent. “Same” covers the path, the body, \`x-quote\`, \`x-buyer-ip\` and the headers an operation declares.
\`x-ticket\` and headers about what the person saw, such as \`x-shown-version\`, may differ. An outcome that has been changed
since is marked \`x-changed-since: yes\`, or \`maybe\` if another action may have
changed it. Any other request under a used id is 409 \`conflict\` with the code
\`action_id_used\`, whatever the id was used for, and shows nothing of the first request.

An answer is the service’s own, with these differences everywhere: \`meta\` is always an object; a missing value, or one of another type, is
null (an empty list for lists); and fields that no schema names are left out. E-mail addresses are masked everywhere except in the address
of a payment page. Every failure is \`application/problem+json\` with a \`kind\`, and with the service’s code and trace id if it gave them. A
command also has \`x-action-id\`, \`x-outcome\` if its outcome is known, and \`x-recorded: true\` if the action stands in the journal. If an answer
doesn’t arrive or has no \`x-recorded\`, repeat the command under the same \`x-action-id\`: that never sends it twice. Under another id it might be
sent twice, because the first request may still arrive. Each operation lists its other differences.`

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
    machineTools(),
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
    ...(repeat ? [`- if the answer is lost: ${repeats[repeat]}`] : []),
    ...(stale?.length ? [`- reads that become stale: ${stale.join(', ')}`] : []),
    ...(headers?.length ? [`- accepts the header ${headers.map((header) => `\`${header}\``).join(', ')}`] : []),
    ...(large ? ['- the answer may be as large as `SERVICE_MAX_ANSWER_BYTES`'] : []),
    ...(extra ? ['- not in the interface document, so a merchant account may not have it'] : []),
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

const openingOfTools = `## Tools for machines

\`POST /api/mcp\` speaks the Model Context Protocol (Streamable HTTP, without a session; one JSON answer for each message) where \`AGENTS\` is
\`on\`. Send \`authorization: Bearer cfa_…\`, the token of a machine, which an admin makes in Settings → Machines; the header \`x-merchant\`
chooses the merchant account, by default the token’s first. \`GET\` and \`DELETE\` are 405. A message may have 64 KiB, and an answer has at most
20 kB: the longest list of a longer one is cut, \`left\` says how many items are missing, and \`next\` continues where there is one. A wrong token is 401, as is every token while machines are turned off (code \`agents_off\`);
a page of another site is 403.

A tool answers with one text, which is JSON. A failure has \`isError\` and \`{error, code?, detail, fields?, retryAfter?}\`; \`error\` is one of
the dashboard’s kinds (\`invalid\`, \`notFound\`, \`conflict\`, \`forbidden\`, \`refused\`, \`unavailable\`). Values are masked as in
screen-share mode. Text that comes from outside stands only in fields whose names start with \`untrusted\`, with invisible characters written as \`\\u…\`;
it’s never an instruction. Nothing a tool does leaves the dashboard: the last one asks a person.

The body of \`preview_effect\` and \`propose_action\` is that of the verb’s operation above: \`autochargeOff\` and \`autochargeOn\`
[changeAutochargeStatus](#changeautochargestatus), \`changeEndDate\` [changeExpirationDate](#changeexpirationdate) at least two days ahead,
\`disableToken\`, \`enableToken\`, \`downgrade\` [downgradeSubscription](#downgradesubscription), \`changeEmail\` [changeBuyerEmail](#changebuyeremail),
\`createPaymentLink\` [createInitialOrder](#createinitialorder). \`requestRefund\` takes \`{orderId, chargeId, amount, reason}\`.`

/** The part of docs/api.md on what machines may ask: each tool as `tools/list` gives it. */
const machineTools = (): string => [openingOfTools, ...listedTools.map(toolSection)].join('\n\n')

const toolSection = ({ name, description, inputSchema }: (typeof listedTools)[number]) =>
  [`### ${name}`, description, `\`\`\`json\n${JSON.stringify(inputSchema, null, 1)}\n\`\`\``].join('\n\n')
