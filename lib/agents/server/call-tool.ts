import 'server-only'
import { performance } from 'node:perf_hooks'
import { problem, ServiceProblem } from '@/lib/core/problem'
import { lockProblem } from '@/lib/database/patience'
import { log } from '@/lib/platform/log'
import type { Merchant } from '@/lib/platform/merchants'
import { requireNoneIn } from '@/lib/platform/personal-values'
import { checked } from '@/lib/platform/request'
import { type Tool, type ToolName, tools } from '../tools'
import { recordCall } from './calls'
import { chargeHistory, explainCharge, readPrices } from './charge-tools'
import { previewEffect, proposalStatus, proposeAction } from './effect-tools'
import { requireWithinReads } from './limits'
import { recordRefusal } from './proposals'
import type { ToolAnswer } from './protocol'
import { findBuyer, readBuyer } from './read-tools'
import { clipped, fitted, shown } from './shown'
import type { Machine } from './tokens'

export type Calling = { machine: Machine; merchant: Merchant; signal: AbortSignal }
/** What is written down of a call beside its tool. */
export type CallRecord = {
  buyerId?: string | null
  ticket?: string | null
  /** Of what was given once it was checked, where another call refers to it. */
  digest?: string
}
type Answered = object & { address?: string }
type Work = (calling: Calling, given: never, about: CallRecord) => Promise<Answered>

const work: Record<ToolName, Work> = {
  find_buyer: findBuyer,
  read_buyer: readBuyer,
  charge_history: chargeHistory,
  explain_charge: explainCharge,
  prices: readPrices,
  preview_effect: previewEffect,
  proposal_status: proposalStatus,
  propose_action: proposeAction,
}

/**
 * One call of a tool: within the token's limits, checked, done, masked, written down, answered. The record is written before the answer
 * leaves; where it can't be, nothing is told.
 */
export async function callTool(calling: Calling, name: string, given: unknown): Promise<ToolAnswer> {
  const started = performance.now()
  const about: CallRecord = {}
  let outcome = 'done'
  let answer: ToolAnswer
  try {
    // An address of ours is the only one that a machine gets, and a mask would break it.
    const { address, ...rest } = await done(calling, name, given, about)
    answer = { text: fitted({ ...shown(rest), ...(address && { address }) }), isError: false }
  } catch (cause) {
    const { problem } = problemOf(cause)
    outcome = problem.code ?? problem.kind
    answer = { text: JSON.stringify(failureOf(problem)), isError: true }
  }
  try {
    if (answer.isError && name === 'propose_action') await recordRefusal(calling, about, outcome)
    await recordCall(calling, { name, given, ...about, outcome, ms: Math.round(performance.now() - started) })
  } catch (cause) {
    log.error({ err: cause }, 'machine_call_not_written')
    const { problem: unwritten } = problem('unavailable', 'We couldn’t write this call down, so it isn’t answered. Try again.', {
      code: 'journal_unavailable',
    })
    return { text: JSON.stringify(failureOf(unwritten)), isError: true }
  }
  return answer
}

async function done(calling: Calling, name: string, given: unknown, about: CallRecord): Promise<Answered> {
  await requireWithinReads(calling)
  const tool: Tool | undefined = Object.hasOwn(tools, name) ? tools[name as ToolName] : undefined
  const does = work[name as ToolName]
  if (!tool || !does)
    throw problem('notFound', 'There is no such tool. Ask tools/list for those there are.', { code: 'no_such_tool' })
  requireNoneIn(given)
  return work[name as ToolName](calling, checked(tool.input, given) as never, about)
}

function problemOf(cause: unknown): ServiceProblem {
  const known = lockProblem(cause)
  if (known instanceof ServiceProblem) return known
  log.error({ err: cause }, 'unforeseen')
  return problem('unavailable', 'We’ve logged the error. Try again in a moment.', { code: 'internal' })
}

/**
 * Only our own words go back as such, and what was sent is repeated nowhere. What the service said of it, which its code tells, stands in
 * fields that say so.
 */
function failureOf({ kind, code, detail, fields, retryAfter }: ServiceProblem['problem']): object {
  const isOurs = code === null || /^[a-z_]+$/.test(code)
  return {
    error: kind,
    ...(code !== null && isOurs ? { code } : {}),
    ...(isOurs ? { detail: shown(detail) } : { detail: theirs, untrustedDetail: clipped(detail) }),
    ...(fields.length > 0
      ? {
          fields: fields.map(({ field, title }) => ({
            field: plainField(field),
            ...(isOurs ? { title: shown(title) } : { untrustedTitle: clipped(title) }),
          })),
        }
      : {}),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  }
}

const theirs = 'The service refused this, or had an error. Nothing was changed. Its words are in `untrustedDetail`.'

/** The name of a field of ours; of one that somebody made up only that it isn't known. */
const plainField = (field: string) => (/^[A-Za-z]{1,24}(\.[A-Za-z0-9]{1,24}){0,6}$/.test(field) ? field : 'unknown')
