import { listedTools } from '@/lib/agents/tools'

const opening = `## Tools for machines

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
export const machineTools = (): string => [opening, ...listedTools.map(section)].join('\n\n')

const section = ({ name, description, inputSchema }: (typeof listedTools)[number]) =>
  [`### ${name}`, description, `\`\`\`json\n${JSON.stringify(inputSchema, null, 1)}\n\`\`\``].join('\n\n')
