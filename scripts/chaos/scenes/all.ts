import { surplusAnswer } from '../gateway'
import type { Options } from '../options'
import * as approving from './approving'
import * as atOnce from './at-once'
import type { Scene } from './company'
import * as events from './events'
import * as incidents from './incidents'
import { kept } from './kept'
import * as limits from './limits'
import * as moneyBack from './money-back'
import * as strangers from './strangers'
import { keptConnections, lockHolder, nearMidnight, noOutcomes, surplus } from './trouble-inside'

type Named = { name: string; play: Scene }

/** Scenes that take longer than others, or that few need, come in one seed of so many. */
const rarely = 8

const named = (scenes: Record<string, Scene>): Named[] => Object.entries(scenes).map(([name, play]) => ({ name, play }))
const usual = named({
  ...atOnce,
  ...approving,
  ...strangers,
  ...moneyBack,
  ...limits,
  ...events,
  ...incidents,
  surplus: surplus(surplusAnswer),
})

const seldom = named({ keptConnections, kept })

/** The scenes of a seed, the next ones in turn, so that each comes as often as any other. */
export function scenesOf(seed: number, count: number, { database }: Pick<Options, 'database'>, folder: string): Named[] {
  const onSqlite: Record<string, Scene> = database === 'sqlite' ? { lockHolder: lockHolder(folder) } : {}
  const rare = named({ nearMidnight, noOutcomes: noOutcomes(database === 'postgres'), ...onSqlite })
  const chosen = Array.from({ length: count }, (_, index) => usual[(seed * count + index) % usual.length] as Named)
  const turn = Math.floor(seed / rarely)
  const more = seed % rarely === 0 ? rare : seed % rarely === rarely / 2 ? seldom : []
  return more.length > 0 ? [...chosen, more[turn % more.length] as Named] : chosen
}
