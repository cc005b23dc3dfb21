import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Textarea } from '@/components/ui/textarea'
import { request } from '@/lib/client/request'
import { useActionIds } from '@/lib/client/use-action-ids'
import { describeProblem } from '@/lib/core/problem-words'
import type { ReplyKey } from '@/lib/core/reply-part'
import { replyVariables } from '@/lib/core/reply-variables'
import * as routes from '@/lib/core/routes'
import { repliesKey } from '@/lib/operations/query-keys'
import type { ReplyLocale } from '@/lib/replies/languages'
import {
  maxReplyCharacters,
  type Replies,
  replyTextProblem,
  replyTextWarnings,
  tidied,
  variableLabels,
} from '@/lib/replies/own-texts'

/** What somebody has typed over the version that they saw. */
export type ReplyDraft = { text: string; version: number }

type Props = {
  merchant: string
  sentence: ReplyKey
  language: ReplyLocale
  label: string
  /** What holds now: its version is 0 and `isOwn` false where the account never changed it. */
  now: { text: string; version: number; isOwn: boolean; person: string | null }
  draft: ReplyDraft | null
  onDraft: (draft: ReplyDraft | null) => void
}

/** Changes the text of a sentence. What is typed outlasts a refusal, a closed row and another language. */
export function ReplyForm({ merchant, sentence, language, label, now, draft, onDraft }: Props) {
  const save = useSaveReply(merchant, sentence, () => onDraft(null))
  const text = draft?.text ?? now.text
  const version = draft?.version ?? now.version
  const isChanged = tidied(text) !== now.text
  const wrong = isChanged ? replyTextProblem(sentence, text) : null
  const overtaken = version < now.version
  const error = save.error && save.error.problem.code !== 'changed' ? save.error : null
  const refused = error?.problem.fields.find((each) => each.field === 'text')?.title
  const why = overtaken ? 'Choose which text to keep first' : isChanged ? (wrong ?? undefined) : 'No changes to save'

  function submit(event: FormEvent) {
    event.preventDefault()
    if (why === undefined && !save.isPending) save.mutate({ language, text, version })
  }

  return (
    <form onSubmit={submit} noValidate aria-label={`Text, ${label}`} className="grid gap-2">
      <TextFields
        sentence={sentence}
        language={language}
        text={text}
        error={wrong ?? refused}
        onType={(next) => {
          save.reset()
          onDraft({ text: next, version })
        }}
      />
      {overtaken && (
        <Overtaken
          now={now}
          language={language}
          onTheirs={() => onDraft(null)}
          onMine={() => onDraft({ text, version: now.version })}
        />
      )}
      {error && !refused && <ProblemNotice {...describeProblem(error)} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" size="small" variant="primary" disabledBecause={why} tipPlace={{ align: 'start' }}>
          {save.isPending ? 'Saving…' : 'Save'}
        </Button>
        {now.isOwn && (
          <Button size="small" variant="quiet" onClick={() => save.mutate({ language, text: null, version: now.version })}>
            Reset to the built-in text
          </Button>
        )}
        <span role="status" className="text-meta text-muted">
          {save.isSuccess && !isChanged ? 'Saved' : ''}
        </span>
      </div>
    </form>
  )
}

type TextFieldsProps = {
  sentence: ReplyKey
  language: ReplyLocale
  text: string
  error: string | undefined
  onType: (text: string) => void
}

/** The text, the variables it may use, and what it leaves out. */
function TextFields({ sentence, language, text, error, onType }: TextFieldsProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  function insert(name: string) {
    const area = field.current
    const [from, to] = [area?.selectionStart ?? text.length, area?.selectionEnd ?? text.length]
    onType(`${text.slice(0, from)}{${name}}${text.slice(to)}`)
    area?.focus()
  }
  return (
    <>
      <Field label="Text" error={error} aside={`${[...tidied(text)].length} of ${maxReplyCharacters}`}>
        {(control) => (
          <Textarea
            {...control}
            ref={field}
            rows={3}
            lang={language}
            dir="auto"
            value={text}
            onChange={({ target }) => onType(target.value)}
          />
        )}
      </Field>
      <Variables names={replyVariables[sentence]} onInsert={insert} />
      {error === undefined &&
        replyTextWarnings(sentence, text).map((warning) => (
          <Notice key={warning} kind="deferred" role="status">
            {warning}
          </Notice>
        ))}
    </>
  )
}

type OvertakenProps = { now: Props['now']; language: ReplyLocale; onMine: () => void; onTheirs: () => void }

/** Somebody else has saved since: nothing that was typed is lost, and nothing of theirs is overwritten unseen. */
const Overtaken = ({ now, language, onMine, onTheirs }: OvertakenProps) => (
  <Notice
    kind="deferred"
    role="alert"
    actions={
      <>
        <Button size="small" onClick={onMine}>
          Keep mine
        </Button>
        <Button size="small" variant="quiet" onClick={onTheirs}>
          Use theirs
        </Button>
      </>
    }
  >
    {now.person ?? 'Somebody'} saved another text since you opened this, so yours wasn’t saved. Theirs:{' '}
    <q lang={language}>{now.text || 'empty'}</q>
  </Notice>
)

function useSaveReply(merchant: string, sentence: ReplyKey, onSaved: () => void) {
  const queryClient = useQueryClient()
  const once = useActionIds()
  return useMutation({
    mutationFn: (body: { language: ReplyLocale; text: string | null; version: number }) =>
      once((actionId) => request<Replies>(routes.reply(sentence), { method: 'PUT', actionId, merchant, body })),
    onSuccess: (replies) => {
      queryClient.setQueryData(repliesKey(merchant), replies)
      onSaved()
      void queryClient.invalidateQueries({ queryKey: [...repliesKey(merchant), sentence] })
    },
    // Whoever was faster: their text and its version.
    onError: () => queryClient.invalidateQueries({ queryKey: repliesKey(merchant) }),
  })
}

/** The names that may be used, with what they stand for; a press puts one where the cursor is. */
function Variables({ names, onInsert }: { names: readonly (keyof typeof variableLabels)[]; onInsert: (name: string) => void }) {
  if (names.length === 0) return <p className="text-meta text-muted">This text has no variables.</p>
  return (
    <ul aria-label="Variables" className="flex flex-wrap gap-1.5">
      {names.map((name) => (
        <li key={name}>
          <Button size="tiny" aria-label={`Insert {${name}}, ${variableLabels[name]}`} onClick={() => onInsert(name)}>
            <code className="font-mono">{`{${name}}`}</code>
            <span className="font-normal text-muted">{variableLabels[name]}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
