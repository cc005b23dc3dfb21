import type { PlantedFault } from './switches'

const twice = /^At most one delivery|^Every command received has exactly one earlier/
const oneAtATime = /^One command at a time on a target/
const untrue = /^Refused|^Done means applied|^Not sent|^Refused and not-sent/
const ends = /^Every intent has exactly one final outcome/
const replays = /^A repeated id|^The same id is the same answer/
const notSent = /^What may not be sent is not sent/
const mixed = /^A connection answers one question/

/** What is begun, sent and told. */
export const ofSending: readonly PlantedFault[] = [
  { name: 'intent-as-outcome', in: 'begin', text: "'intent'", becomes: "'outcome'", scene: 'crossing', breaks: ends },
  {
    name: 'used-id-shown',
    in: 'sameBefore',
    text: 'row.digest !== digestOf(request)',
    becomes: 'false',
    scene: 'repeatedId',
    breaks: replays,
  },
  {
    name: 'digest-without-person',
    in: 'digestOf',
    text: '[what, accountId, merchant, content]',
    becomes: '[what, merchant, content]',
    scene: 'repeatedId',
    breaks: replays,
  },
  {
    name: 'digest-without-content',
    in: 'digestOf',
    text: '[what, accountId, merchant, content]',
    becomes: '[what, accountId, merchant]',
    scene: 'repeatedId',
    breaks: replays,
  },
  {
    name: 'target-of-each-token',
    in: 'targetOf',
    text: 'given?.chargeMethodTokenId',
    becomes: 'crypto.randomUUID()',
    scene: 'crossing',
    breaks: /^Every command received|^One command/,
  },
  {
    name: 'target-of-each-subscription',
    in: 'targetOf',
    text: 'params.subscriptionId',
    becomes: 'crypto.randomUUID()',
    scene: 'nearMidnight',
    breaks: /^Every command received|^One command/,
  },
  {
    name: 'busy-target-taken',
    in: 'requireOutOfTheWay',
    text: "before.state === 'sent'",
    becomes: 'false',
    scene: 'crossing',
    breaks: oneAtATime,
  },
  {
    name: 'unsettled-target-taken',
    in: 'requireOutOfTheWay',
    text: 'call.acknowledges === before.action_id',
    becomes: 'true',
    scene: 'approveWhileBusy',
    breaks: /^What is unsettled is acknowledged/,
  },
  {
    name: 'forgotten-behind-a-refusal',
    in: 'takeTarget',
    text: 'newestOn(tx, on, call.actionId)',
    becomes:
      "tx.selectFrom('actions').selectAll().where('action_id', '=', tx.selectFrom('targets').select('action_id').where('target', '=', on.target) as never).where('action_id', '<>', call.actionId).executeTakeFirst()",
    scene: 'acknowledgedForNothing',
    breaks: /^What is unsettled is acknowledged/,
  },
  {
    name: 'acknowledged-though-known',
    in: 'requireOutOfTheWay',
    text: 'call.acknowledges === null || call.sendsAgain !== null',
    becomes: 'true',
    scene: 'acknowledgedForNothing',
    breaks: /^Only what is unsettled is acknowledged/,
  },
  {
    name: 'stale-facts-taken',
    in: 'requireFresh',
    text: 'shownVersion === null || buyerId === null',
    becomes: 'true',
    scene: 'staleFacts',
    breaks: notSent,
  },
  {
    name: 'sent-once-more',
    in: 'sent',
    text: 'await sendCommand(operation, request)',
    becomes: 'await sendCommand(operation, request).catch(() => sendCommand(operation, request))',
    scene: 'sendAgainTogether',
    breaks: twice,
  },
  {
    name: 'replay-is-sent',
    in: 'performSigned',
    text: 'if (!begun.isNew) return replay(call.actionId)',
    becomes: '',
    as: 'statement',
    scene: 'repeatedId',
    breaks: twice,
  },
  {
    name: 'lost-is-not-sent',
    in: 'classify',
    text: "{\n    proves: 'unknown',\n    code: 'upstream_broken',\n    detail: 'The connection dropped before the service finished answering.',\n  }",
    becomes: "{ proves: 'not-sent', code: 'upstream_broken', detail: '' }",
    scene: 'sendAgainTogether',
    breaks: untrue,
  },
  {
    name: 'timeout-is-not-sent',
    in: 'classify',
    text: "{ proves: 'unknown', code: 'timeout', detail: 'The service didn’t answer in time.' }",
    becomes: "{ proves: 'not-sent', code: 'timeout', detail: '' }",
    breaks: untrue,
  },
  { name: 'server-error-is-refusal', in: 'refusalOf', text: 'status >= 500', becomes: 'false', breaks: untrue },
  {
    name: 'redirect-is-refusal',
    in: 'refusalOf',
    text: "{ ...answered, proves: 'unknown', code: 'redirected', detail }",
    becomes: "{ ...answered, proves: 'refused', code: 'redirected', detail }",
    breaks: untrue,
  },
  {
    name: 'gateway-refuses',
    in: 'byAnother',
    text: "{ proves: 'unknown', code: 'bad_json', detail }",
    becomes: "{ proves: 'refused', code: 'bad_json', detail }",
    breaks: untrue,
  },
  {
    name: 'any-shape-is-done',
    in: 'readAnswer',
    text: '!read.success',
    becomes: 'false',
    breaks: /^Done means applied|^What is told is what is written|^Every intent/,
  },
  {
    name: 'not-json-is-done',
    in: 'readAnswer',
    text: "if (json === unreadable) throw unknown(answer, 'bad_json', 'The service’s answer wasn’t valid JSON.')",
    becomes: 'if (json === unreadable) return undefined as AnswerOf<O>',
    as: 'statement',
    breaks: /^Done means applied/,
  },
  {
    name: 'connection-of-another-read',
    in: 'take',
    text: 'use.key === key && use.restedAt <= now',
    becomes: 'use.restedAt <= now',
    scene: 'keptConnections',
    breaks: mixed,
  },
  {
    name: 'prices-on-a-kept-connection',
    in: 'connectionFor',
    text: "operation.method === 'GET' && operation.path.includes('{buyerId}')",
    becomes: "operation.path.includes('{buyerId}')",
    scene: 'keptConnections',
    breaks: mixed,
  },
]
