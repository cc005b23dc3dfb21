import { ChevronRight } from 'lucide'
import { useState } from 'react'
import { ReplyParagraphs } from '@/components/replies/reply-words'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import type { ReplyKey } from '@/lib/core/reply-part'
import { replyExample } from '@/lib/pages/reply-examples'
import { languageLabels, type ReplyLocale } from '@/lib/replies/languages'
import { type OwnText, variableLabels, withOwn } from '@/lib/replies/own-texts'
import { frameKeys, type ReplyTexts, replyOf, replySentence, type Wording } from '@/lib/replies/reply'
import { type ReplyDraft, ReplyForm } from './reply-form'
import { ReplyHistory } from './reply-history'
import type { PreviewBuyer } from './use-preview-buyer'

export type RepliesContext = {
  merchant: string
  language: ReplyLocale
  builtIn: ReplyTexts
  own: readonly OwnText[]
  agent: string
  preview: PreviewBuyer
  mayEdit: boolean
  draftOf: (sentence: ReplyKey) => ReplyDraft | null
  onDraft: (sentence: ReplyKey, draft: ReplyDraft | null) => void
}

type Props = { sentence: ReplyKey; label: string; context: RepliesContext; isOpen: boolean; onOpen: (isOpen: boolean) => void }

/** One sentence in the chosen language: its text, and once it is open the form, what it looks like to a buyer, and its history. */
export function ReplySentence({ sentence, label, context, isOpen, onOpen }: Props) {
  const { merchant, language, builtIn, own, mayEdit } = context
  const stored = own.find((each) => each.key === sentence && each.language === language)
  const text = withOwn(builtIn, own, language)[sentence]
  const isOwn = stored != null && stored.text !== null
  const now = { text, version: stored?.version ?? 0, isOwn, person: stored?.person ?? null }
  const draft = context.draftOf(sentence)
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => onOpen(!isOpen)}
        className="grid min-h-row w-full grid-cols-[1rem_minmax(0,1fr)_auto] items-baseline gap-x-2 gap-y-0.5 py-1.5 pr-3 pl-4 text-left text-table hover:bg-hover md:grid-cols-[1rem_14rem_minmax(0,1fr)_auto]"
      >
        <Icon of={ChevronRight} size={14} className={`self-center text-muted ${isOpen ? 'rotate-90' : ''}`} />
        <span className="font-medium">{label}</span>
        <span lang={language} className="text-ink-2 wrap-anywhere max-md:col-start-2 max-md:row-start-2">
          {text === '' ? <span className="text-muted">Empty</span> : <Named text={text} />}
        </span>
        <span className="flex gap-1.5">
          {draft && <Badge kind="deferred">Not saved</Badge>}
          {isOwn && <Badge kind="plain">Own text</Badge>}
        </span>
      </button>
      {isOpen && (
        <div className="grid gap-4 border-t bg-surface px-4 py-3 lg:grid-cols-2">
          <div className="grid content-start gap-2">
            {!isOwn && <p className="text-meta text-muted">{describeFallback(sentence, context)}</p>}
            {mayEdit ? (
              <ReplyForm
                merchant={merchant}
                sentence={sentence}
                language={language}
                label={label}
                now={now}
                draft={draft}
                onDraft={(next) => context.onDraft(sentence, next)}
              />
            ) : (
              <p className="text-meta text-muted">Changing it needs the manager role.</p>
            )}
          </div>
          <div className="grid content-start gap-3">
            <Preview sentence={sentence} text={draft?.text ?? text} context={context} />
            <History merchant={merchant} sentence={sentence} language={language} builtIn={builtIn[sentence]} />
          </div>
        </div>
      )}
    </li>
  )
}

/** Where the text comes from while the language has none of the account's own. */
function describeFallback(sentence: ReplyKey, { own, language }: RepliesContext): string {
  const name = languageLabels[language]
  const english = own.some((each) => each.key === sentence && each.language === 'en' && each.text !== null)
  if (sentence === 'signature')
    return english ? `No ${name} text of your own. Falls back to the English one.` : 'No text, so replies have no signature.'
  return `No ${name} text of your own. Falls back to the built-in ${name} text.`
}

/** A text in which each variable is shown as what it stands for. */
const Named = ({ text }: { text: string }) =>
  text.split(/(\{\w+\})/).map((piece, index) => {
    const words = Object.entries(variableLabels).find(([name]) => piece === `{${name}}`)?.[1]
    return words ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change places.
      <span key={index} lang="en" className="rounded-chip bg-neutral-bg px-1 text-muted">
        {words}
      </span>
    ) : (
      piece
    )
  })

/** What the buyer would read. */
function Preview({ sentence, text, context }: { sentence: ReplyKey; text: string; context: RepliesContext }) {
  const { language, builtIn, own, agent, preview } = context
  const { facts, examples } = replyExample(sentence, preview.known)
  const texts = { ...withOwn(builtIn, own, language), [sentence]: text }
  const wording: Wording = { locale: language, texts, country: preview.country, agent }
  const isFrame = (frameKeys as readonly ReplyKey[]).includes(sentence)
  const words = isFrame ? replyOf(wording, [{ key: 'notCharged' }]) : replySentence(wording, sentence, facts)
  return (
    <section aria-label="Preview" className="grid gap-1">
      <h4 className="font-medium text-meta text-muted">Preview</h4>
      <ReplyParagraphs lang={language} text={words ?? ''} className="rounded-control border bg-raised px-3 py-2 text-table" />
      {preview.known && examples.length > 0 && (
        <p className="text-deferred text-meta">
          Example, because this buyer has none that fits: {examples.map((name) => variableLabels[name]).join(', ')}.
        </p>
      )}
    </section>
  )
}

function History(props: Parameters<typeof ReplyHistory>[0]) {
  const [isShown, setShown] = useState(false)
  return (
    <div className="grid justify-items-start gap-2">
      <Button size="tiny" variant="quiet" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {isShown ? 'Hide history' : 'Show history'}
      </Button>
      {isShown && <ReplyHistory {...props} />}
    </div>
  )
}
