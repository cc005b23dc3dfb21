import pg from 'pg'
import type { LoadedCommand } from './load'

type CheckLoadInput = {
  commands: Map<string, LoadedCommand>
  received: { body: string; applied: boolean }[]
  databaseUrl: string
}

/**
 * What must hold of commands whatever became of the copies: compares what people were told with what the service received and what the
 * journal has. Returns a sentence for each breach.
 */
export async function checkLoad({ commands, received, databaseUrl }: CheckLoadInput): Promise<string[]> {
  const store = new pg.Client({ connectionString: databaseUrl })
  await store.connect()
  try {
    const { rows } = await store.query('select action_id, state from actions')
    const states = new Map(rows.map(({ action_id, state }): [string, string] => [action_id, state]))
    const marks = new Map<string, boolean[]>()
    for (const { body, applied } of received) {
      const mark = /[0-9a-f-]{36}@load\.example\.test/.exec(body)?.[0]
      if (mark) marks.set(mark, [...(marks.get(mark) ?? []), applied])
    }
    return [...commands].flatMap(([actionId, { mark, outcome }]) =>
      breaches(actionId, outcome, states.get(actionId), marks.get(mark) ?? []),
    )
  } finally {
    await store.end()
  }
}

function breaches(actionId: string, outcome: string, state: string | undefined, arrivals: boolean[]): string[] {
  const applied = arrivals.includes(true)
  const all: [boolean, string][] = [
    [arrivals.length > 1, `was received ${arrivals.length} times`],
    [arrivals.length > 0 && state === undefined, 'was received and stands nowhere in the journal'],
    [outcome === 'done' && !applied, 'was told as done and is lost'],
    [outcome === 'done' && state !== 'done', `was told as done and is ${state} in the journal`],
    [outcome === 'not-sent' && arrivals.length > 0, 'was told as not sent and was received'],
    [state === 'done' && !applied, 'is done in the journal and was not applied'],
    [(state === 'not-sent' || state === 'refused') && applied, `is ${state} in the journal and was applied`],
    [state === 'sent', 'has no outcome in the journal'],
  ]
  return all.flatMap(([isBreach, what]) => (isBreach ? [`${actionId} ${what}`] : []))
}
