'use client'

import Link from 'next/link'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { ProblemDetailsList } from '@/components/ui/problem-details-list'
import { SignInLink } from '@/components/ui/sign-in-link'
import type { Keeping } from '@/lib/client/open-forms'
import type { CommandFailure } from '@/lib/commands/client/command-outcome'
import type { Problem } from '@/lib/core/problem'
import { advice } from '@/lib/core/problem-copy'
import { problemDetails } from '@/lib/core/problem-words'

type Props = {
  failure: CommandFailure
  /** What else a refusal may mean. */
  note?: string | null
  /** Whether it stands above a form, which is pressed again; otherwise above what was done. */
  isForm?: boolean
  /** Which fields the form has, and marks by itself. */
  isOwn?: (field: string) => boolean
  /** Whether the server has what was typed, where something was. */
  keeping?: Keeping
}

/** Why a command has not ended, what that proves, and what to do. It stays until the next try. */
export function CommandFailureNotice({
  failure: { kind, problem, mayBeBegun = false },
  note = null,
  isForm = true,
  isOwn,
  keeping = 'nothing-typed',
}: Props) {
  const { detail, fields, status } = problem
  const details = problemDetails(problem, isOwn)
  switch (kind) {
    case 'refused':
      return (
        <OutcomeNotice kind="declined" title="Refused">
          <p>Nothing was changed. {sentence(detail)}</p>
          {problem.kind === 'refused' && <p>{advice.refused}</p>}
          {note && <p>{note}</p>}
          <ProblemDetailsList {...details} status={status} />
        </OutcomeNotice>
      )
    case 'changed':
      return (
        <OutcomeNotice kind="deferred" title="This buyer changed while you were looking">
          <p>Nothing was sent. Review the updated preview below, then try again.</p>
        </OutcomeNotice>
      )
    case 'signed-out':
      return (
        <OutcomeNotice kind="deferred" title="You were signed out">
          <p>
            {mayBeBegun ? `${notThisTime}. ${earlierTry}` : 'Nothing was sent.'} {keptLabels[keeping]}
          </p>
          <SignInLink />
        </OutcomeNotice>
      )
    case 'no-answer':
      return (
        <OutcomeNotice kind="neutral" title="The dashboard didn’t answer">
          <p>{problem.detail} It’s safe to try again. The action runs at most once.</p>
        </OutcomeNotice>
      )
    case 'used':
      return (
        <OutcomeNotice kind="deferred" title="This form was already sent">
          <p>
            It was sent earlier with different content, by somebody else, or to request approval. Nothing was sent now. Check what
            became of that first: if you try again, this version is sent as an action of its own.
          </p>
          <InJournal actionId={problem.actionId} />
        </OutcomeNotice>
      )
    case 'overtaken':
      return (
        <OutcomeNotice kind="deferred" title={isForm ? 'This form was already sent' : 'Nothing was sent now'}>
          <p>
            {problem.detail} {isForm && 'Review the preview, then try again.'}
          </p>
          <InJournal actionId={problem.actionId} />
        </OutcomeNotice>
      )
    case 'unsettled':
    case 'approval':
    case 'closed':
      return (
        <OutcomeNotice kind="neutral" title="Nothing was sent">
          <p>{sentence(detail)}</p>
          {kind === 'closed' && <InJournal actionId={problem.actionId} />}
        </OutcomeNotice>
      )
    default:
      return (
        <OutcomeNotice kind="neutral" title={mayBeBegun ? notThisTime : 'Nothing was sent'}>
          <p>
            {hasLostRole(problem) && 'Your role has changed.'} {sentence(detail)} {mayBeBegun && earlierTry}
          </p>
          {details.fields.length < fields.length && <p>{advice.invalid}</p>}
          {hasLostRole(problem) && <p>Trying again won’t help. If you still need to do this, ask an admin.</p>}
          {problem.kind !== 'forbidden' && fields.length === 0 && <p>It’s safe to try again.</p>}
          {details.fields.length > 0 && <ProblemDetailsList {...details} />}
        </OutcomeNotice>
      )
  }
}

const InJournal = ({ actionId }: { actionId: string | undefined }) =>
  actionId !== undefined && (
    <Link href={`/journal?entry=${actionId}`} prefetch={false} className="underline underline-offset-2">
      Open it in the journal
    </Link>
  )

/** A form is only shown to a person whose role allows it. The server adds a code to any other reason. */
const hasLostRole = ({ kind, code }: Problem) => kind === 'forbidden' && code === null

const notThisTime = 'Nothing was sent this time'
const earlierTry = 'An earlier try from this form may have been sent. Check the journal.'

/** A press that sent nothing, because it came before the preview that shows what it would do. */
export function HeldBackNotice({ wantsAddress }: { wantsAddress: boolean }) {
  return (
    <OutcomeNotice kind="neutral" title="Nothing was sent">
      <p>{wantsAddress ? 'Check the buyer’s IP address, then try again.' : 'Review the preview, then try again.'}</p>
    </OutcomeNotice>
  )
}

const keptLabels: Record<Keeping, string> = {
  'nothing-typed': 'Sign in to continue.',
  saving: 'Sign in to continue.',
  kept: 'We’ve kept what you typed. Sign in to continue.',
  failed: 'We couldn’t save what you typed, so copy it before you sign in.',
  'signed-out': 'We couldn’t save what you typed, so copy it before you sign in.',
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)
