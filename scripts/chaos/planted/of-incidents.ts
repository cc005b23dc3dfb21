import type { PlantedFault } from './switches'

/** One command for many targets: what was approved is what is sent, and it stops where it should. */
export const ofIncidents: readonly PlantedFault[] = [
  {
    name: 'incident-goes-past-limits',
    in: 'flush',
    text: 'limit !== null',
    becomes: 'false',
    scene: 'incident',
    breaks: /^A run pauses where a limit is reached/,
  },
  {
    name: 'incident-rows-not-compared',
    in: 'requireAsPlanned',
    text: 'row.rows_hash === rowsHash && row.plan_hash === planHash(row, rowsHash)',
    becomes: 'true',
    scene: 'incident',
    breaks: /^No incident starts with rows that nobody approved/,
  },
  {
    name: 'incident-approved-unseen',
    in: 'requireOpened',
    text: 'left.length === 0',
    becomes: 'true',
    scene: 'incident',
    breaks: /^Nobody approves an incident unseen/,
  },
  {
    name: 'incident-blind-to-changes',
    in: 'actSince',
    text: '!known.includes(markOf(act))',
    becomes: 'false',
    scene: 'undone',
    breaks: /^(Nothing is sent for what was changed since its preview|An undo leaves alone what was changed since)/,
  },
  {
    name: 'incident-refusal-told-as-done',
    in: 'endOfAction',
    text: 'end(n, action.state, words, stopOf(body ?? {}))',
    becomes: "end(n, 'done', words, null)",
    scene: 'incident',
    breaks: /^A row of an incident says what became of it/,
  },
]
