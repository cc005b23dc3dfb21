'use client'

import { Ident } from '@/components/ui/ident'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import type { Trouble } from '@/lib/client/commands/command-outcome'
import { advice } from '@/lib/problem-copy'
import { SignInLink } from './sign-in-link'

type Props = {
  trouble: Trouble
  /** What else a refusal may mean. */
  note?: string | null
}

/** Why a command has not ended, what that proves, and what to do. It stays until the next try. */
export function TroubleNotice({ trouble: { kind, problem }, note = null }: Props) {
  const { detail, fields, status, code, traceId } = problem
  switch (kind) {
    case 'refused':
      return (
        <OutcomeNotice kind="declined" title="Refused">
          <p>The service did not change anything. {sentence(detail)}</p>
          {problem.kind === 'refused' && <p>{advice.refused}</p>}
          {note && <p>{note}</p>}
          <p className="flex flex-wrap items-center gap-x-2.5 text-meta text-muted">
            <span className="tabular-nums">{[status, code && `code ${code}`].filter(Boolean).join(', ')}</span>
            {traceId && (
              <span className="inline-flex items-center gap-1.5">
                trace <Ident value={traceId} />
              </span>
            )}
          </p>
        </OutcomeNotice>
      )
    case 'changed':
      return (
        <OutcomeNotice kind="deferred" title="Something has changed since you looked">
          <p>Nothing was sent. Below is what it would do now: look at it and press again.</p>
        </OutcomeNotice>
      )
    case 'signed-out':
      return (
        <OutcomeNotice kind="deferred" title="You were signed out">
          <p>Nothing was sent. What you typed is kept; after signing in it goes on from here.</p>
          <SignInLink />
        </OutcomeNotice>
      )
    case 'no-answer':
      return (
        <OutcomeNotice kind="neutral" title="The dashboard did not answer">
          <p>{problem.detail} Trying again is safe: under the same action id it is done once at most.</p>
        </OutcomeNotice>
      )
    case 'used':
      return (
        <OutcomeNotice kind="deferred" title="This form was sent before">
          <p>
            It was sent once with other content; the journal shows how that ended. Nothing was sent now. Press again to send this
            one.
          </p>
        </OutcomeNotice>
      )
    case 'unsettled':
    case 'approval':
      return (
        <OutcomeNotice kind="neutral" title="Nothing was sent">
          <p>{sentence(detail)}</p>
        </OutcomeNotice>
      )
    default:
      return (
        <OutcomeNotice kind="neutral" title="Nothing was sent">
          <p>{sentence(detail)}</p>
          <p>{fields.length > 0 ? advice.invalid : 'Trying again is safe.'}</p>
        </OutcomeNotice>
      )
  }
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)
