import type { ComponentProps, ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { CheckBox } from '@/components/ui/check-box'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Select } from '@/components/ui/select'
import { SendingButton } from '@/components/ui/sending-button'
import { ticketError, useTicket } from '@/lib/client/use-ticket'
import { describeProblem } from '@/lib/core/problem-words'
import { useTakeFile } from '@/lib/files/client/use-take-file'
import type { FilesOf } from './history-files'

/** A file of the history that is asked for with a ticket. */
export function useFile(of: FilesOf) {
  const [ticket, setTicket] = useTicket(of.ticket)
  const { state, take } = useTakeFile()
  return {
    state,
    ticket,
    setTicket,
    take(path: string, body: object): void {
      const given = ticket.trim()
      void take(path, of.merchant.code, given === '' ? body : { ...body, ticket: given })
    },
  }
}

type Props = {
  title: string
  subtitle: string
  verb: string
  file: ReturnType<typeof useFile>
  /** Why it cannot be made yet. */
  disabledBecause: string | null
  beside?: ReactNode
  onTake: () => void
  onClose: () => void
  children: ReactNode
}

/** What goes into a file, its progress, and the button that makes it. */
export function FileDialog({
  title,
  subtitle,
  verb,
  file: { state, ticket },
  disabledBecause,
  beside,
  onTake,
  onClose,
  children,
}: Props) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      subtitle={subtitle}
      footer={
        <>
          {beside}
          <Button onClick={onClose}>{state.at === 'taken' ? 'Close' : 'Back'}</Button>
          <SendingButton
            variant="primary"
            sending={state.at === 'taking'}
            onClick={onTake}
            disabledBecause={disabledBecause ?? ticketError(ticket) ?? undefined}
          >
            {verb}
          </SendingButton>
        </>
      }
    >
      {children}
      <FileState state={state} />
    </Dialog>
  )
}

type TextProps = Omit<ComponentProps<typeof Input>, 'onChange'> & {
  label: string
  aside?: string
  error?: string | undefined
  value: string
  onChange: (value: string) => void
}

export function FileText({ label, aside, error, onChange, ...input }: TextProps) {
  return (
    <Field label={label} aside={aside} error={error}>
      {(control) => <Input autoComplete="off" {...input} {...control} onChange={({ target }) => onChange(target.value)} />}
    </Field>
  )
}

export const FileTicket = ({ file: { ticket, setTicket } }: Pick<Props, 'file'>) => (
  <FileText label="Ticket" error={ticketError(ticket) ?? undefined} value={ticket} onChange={setTicket} />
)

type SelectProps<V extends string> = {
  label: string
  hint?: string
  options: readonly { value: V; label: string }[]
  value: V
  onChange: (value: V) => void
}

export function FileSelect<V extends string>({ label, hint, options, value, onChange }: SelectProps<V>) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <Select {...control} value={value} onChange={({ target }) => onChange(target.value as V)}>
          {options.map((each) => (
            <option key={each.value} value={each.value}>
              {each.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

type ChoiceProps = {
  legend: string
  options: readonly { id: string; label: ReactNode }[]
  chosen: ReadonlySet<string>
  onChange: (chosen: Set<string>) => void
  allWords: string
  note?: string
  className: string
}

/** Several of a list, all of it, or none. */
export function FileChoice({ legend, options, chosen, onChange, allWords, note, className }: ChoiceProps) {
  const toggle = (id: string, isOn: boolean) =>
    onChange(new Set(isOn ? [...chosen, id] : [...chosen].filter((each) => each !== id)))
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium text-table">{legend}</legend>
      <div className={className}>
        {options.map(({ id, label }) => (
          <CheckBox key={id} checked={chosen.has(id)} onChange={({ target }) => toggle(id, target.checked)}>
            {label}
          </CheckBox>
        ))}
      </div>
      {note && <p className="mt-1 text-meta text-muted">{note}</p>}
      <div className="mt-1 -ml-2 flex gap-1">
        <Button size="small" variant="quiet" onClick={() => onChange(new Set(options.map(({ id }) => id)))}>
          {allWords}
        </Button>
        <Button size="small" variant="quiet" onClick={() => onChange(new Set())}>
          None
        </Button>
      </div>
    </fieldset>
  )
}

/** Progress of a download, the saved file, or why it failed. */
function FileState({ state }: { state: ReturnType<typeof useTakeFile>['state'] }) {
  if (state.at === 'failed') return <ProblemNotice {...describeProblem(state.error)} />
  return (
    <div role="status" className="tabular-nums">
      {state.at === 'taking' && (
        <p className="text-meta text-muted">{formatBytes(state.bytes)} so far. Leaving this page cancels the download.</p>
      )}
      {state.at === 'taken' && (
        <Notice kind="settled">
          Saved as <span className="break-all font-mono text-meta">{state.taken.name}</span>, {formatBytes(state.taken.bytes)}.
          The journal records this export.
        </Notice>
      )}
    </div>
  )
}

/** `840 B`, `12 kB`, `3.4 MB`. */
function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
