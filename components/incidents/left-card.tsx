import { useQuery } from '@tanstack/react-query'
import { Ban, CircleQuestionMark, CircleX, Download, Hourglass } from 'lucide'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { CopyButton } from '@/components/ui/copy-button'
import { Icon } from '@/components/ui/icon'
import { onDemand } from '@/components/ui/late'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SendingButton } from '@/components/ui/sending-button'
import { describeProblem } from '@/lib/core/problem-words'
import { may, needsRole, type Role } from '@/lib/core/roles'
import * as routes from '@/lib/core/routes'
import { incidentTextsQuery } from '@/lib/incidents/client/incident-queries'
import type { Incident, IncidentRun, IncidentTexts } from '@/lib/incidents/incident'
import { describeWhy, languageName, plural } from '@/lib/incidents/incident-words'
import { AnswerRow } from './answer-row'
import { problemOf, type Step } from './use-step'

const ResubmitDialog = onDemand(() => import('./resubmit-dialog').then((file) => file.ResubmitDialog))

type Props = { merchant: string; incident: Incident; run: IncidentRun; step: Step }

/** What a run left, each with the way on. */
export function LeftCard({ merchant, incident, run, step }: Props) {
  const { counts, reasons, settled } = run
  const [isFixing, setFixing] = useState(false)
  const unsent = counts['not-sent']
  const problem = problemOf(step, 'again')
  const later = [
    ...(unsent > 0 ? [`${unsent.toLocaleString('en')} couldn’t be sent`] : []),
    ...Object.entries(reasons).flatMap(([why, count]) => (count > 0 ? [describeWhy(why as keyof typeof reasons, count)] : [])),
  ]
  const left = Object.values(reasons).reduce((all, count) => all + count, 0)
  const notSent = unsent + left
  const open = counts.unconfirmed - settled
  return (
    <Card aria-labelledby="left">
      <CardHead title="What’s left" id="left" />
      <AnswerRow
        icon={CircleQuestionMark}
        tone={open > 0 ? 'unconfirmed' : 'plain'}
        title={`${open.toLocaleString('en')} unconfirmed`}
        says={`${settled > 0 ? `${settled.toLocaleString('en')} settled since. ` : ''}Never sent again from here.${open > 0 ? ' Settle each in the journal.' : ''}`}
      >
        {open > 0 ? (
          <Link href="/journal?outcome=open" className={buttonClass({ size: 'small' })}>
            Settle
          </Link>
        ) : null}
      </AnswerRow>
      <AnswerRow
        icon={CircleX}
        tone={counts.refused > 0 ? 'declined' : 'plain'}
        title={`${counts.refused.toLocaleString('en')} refused`}
        says="The service refused them. Choose the rows to plan again."
      >
        <Button size="small" onClick={() => setFixing(true)} {...becauseOf(incident, 'refused', counts.refused)}>
          Fix and resubmit
        </Button>
      </AnswerRow>
      <AnswerRow
        icon={Hourglass}
        tone={counts.moved > 0 ? 'deferred' : 'plain'}
        title={`${counts.moved.toLocaleString('en')} moved`}
        says="Somebody changed them after the preview, so nothing was sent."
      >
        {counts.moved > 0 && <Again which="moved" count={counts.moved} incident={incident} step={step} />}
      </AnswerRow>
      <AnswerRow
        icon={Ban}
        title={`${notSent.toLocaleString('en')} not sent`}
        says={later.length > 0 ? `${later.join(', ')}.` : 'Nothing reached the service for these.'}
      >
        <span className="flex flex-wrap justify-end gap-2">
          {left > 0 && <Again which="left" count={left} incident={incident} step={step} />}
          {(unsent > 0 || left === 0) && <Again which="not-sent" count={unsent} incident={incident} step={step} />}
        </span>
      </AnswerRow>
      {problem && <ProblemNotice {...describeProblem(problem)} className="m-3" />}
      {isFixing && <ResubmitDialog merchant={merchant} incident={incident} step={step} onClose={() => setFixing(false)} />}
    </Card>
  )
}

type Which = 'not-sent' | 'refused' | 'moved' | 'left'

function becauseOf({ may, command }: Incident, which: Which, count: number): { disabledBecause?: string } {
  if (count === 0) return { disabledBecause: 'No rows' }
  if (which !== 'not-sent' && command.verb === 'takeBack')
    return { disabledBecause: 'Plan the undo of the first incident again instead' }
  return may.again === null ? {} : { disabledBecause: may.again }
}

type AgainProps = Pick<Props, 'incident' | 'step'> & { which: Exclude<Which, 'refused'>; count: number }

/** Sends what wasn't sent once more; all else that is left becomes a new draft. */
function Again({ which, count, incident, step }: AgainProps) {
  const router = useRouter()
  const isSending =
    step.isPending && step.variables.step === 'again' && (step.variables.body as { which?: Which }).which === which
  const toDraft = ({ id }: Incident) => {
    if (id !== incident.id) router.push(`/incidents/${id}`)
  }
  return (
    <SendingButton
      size="small"
      sending={isSending}
      onClick={() => step.mutate({ step: 'again', body: { which } }, { onSuccess: toDraft })}
      {...becauseOf(incident, which, count)}
    >
      {which === 'not-sent' ? 'Send again' : `Plan ${plural(count, 'row', 'rows')} again`}
    </SendingButton>
  )
}

/** What customers may be told, by language; the rest of the texts is in the file. */
export function TextsCard({ merchant, incident, run, role }: Omit<Props, 'step'> & { role: Role }) {
  const texts = useQuery(incidentTextsQuery(merchant, incident))
  const all = texts.data?.data ?? []
  const refused = may(role, 'exportLists') ? null : needsRole('exportLists')
  const none = run.counts.done + run.settled > 0 ? 'what was done has changed since, or isn’t certain' : 'no row was done'
  return (
    <Card aria-labelledby="texts">
      <CardHead title="What to tell the customers" id="texts">
        {all.length > 0 && <TextsFile href={routes.incidentTextsFile(incident.id)} refused={refused} />}
      </CardHead>
      {texts.error ? (
        <ProblemNotice {...describeProblem(texts.error)} className="m-3" onRetry={() => void texts.refetch()} />
      ) : all.length === 0 ? (
        <p className="px-4 py-3 text-muted text-table">{texts.isPending ? 'Loading texts…' : `No texts, because ${none}.`}</p>
      ) : (
        <ul className="divide-y">
          {all.map((text) => (
            <TextOfLanguage key={text.language} {...text} hasFile={refused === null} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function TextsFile({ href, refused }: { href: string; refused: string | null }) {
  const look = (
    <>
      <Icon of={Download} size={14} />
      All texts, CSV
    </>
  )
  if (refused !== null)
    return (
      <Button size="small" disabledBecause={refused}>
        {look}
      </Button>
    )
  return (
    <a href={href} download className={buttonClass({ size: 'small' })}>
      {look}
    </a>
  )
}

type TextProps = IncidentTexts['data'][number] & { hasFile: boolean }

/** A text that is true of one customer alone is an example, and can't be copied: sent to the others, it would name a wrong date. */
function TextOfLanguage({ language, rows, example, isShared, unknown, hasFile }: TextProps) {
  return (
    <li className="grid gap-1 px-4 py-2.5 text-table">
      <span className="flex min-h-control-small items-center gap-2">
        <b className="font-medium">{languageName(language)}</b>
        <span className="text-meta text-muted tabular-nums">
          {plural(rows, 'text', 'texts')}
          {unknown > 0 &&
            (unknown === rows ? ', language unknown' : `, ${unknown.toLocaleString('en')} with the language unknown`)}
        </span>
        {isShared && (
          <span className="ml-auto">
            <CopyButton text={example} aria-label={`Copy the text in ${languageName(language)}`} />
          </span>
        )}
      </span>
      <p lang={language} dir="auto" className="whitespace-pre-line text-ink-2 wrap-anywhere">
        {example.replace(/\n+/g, '\n')}
      </p>
      {!isShared && (
        <p className="text-meta text-muted">
          An example. The texts differ, so {hasFile ? 'copy each from the file' : 'ask finance or a manager for the file'}.
        </p>
      )}
    </li>
  )
}
