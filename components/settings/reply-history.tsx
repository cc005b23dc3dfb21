import { useQuery } from '@tanstack/react-query'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { Time } from '@/components/ui/time'
import { request } from '@/lib/client/request'
import type { ReplyKey } from '@/lib/core/reply-part'
import * as routes from '@/lib/core/routes'
import { repliesKey } from '@/lib/operations/query-keys'
import { languageLabels, type ReplyLocale } from '@/lib/replies/languages'
import type { OwnText } from '@/lib/replies/own-texts'

type Props = { merchant: string; sentence: ReplyKey; language: ReplyLocale; builtIn: string }

/** Every change of a sentence in a language: who, when, and the text before and after. */
export function ReplyHistory({ merchant, sentence, language, builtIn }: Props) {
  const { data, error } = useQuery({
    queryKey: [...repliesKey(merchant), sentence],
    queryFn: ({ signal }) => request<{ versions: OwnText[] }>(routes.reply(sentence), { signal, merchant }),
  })
  if (error) return <p className="text-danger text-meta">Couldn’t load the history. Close it and open it again to retry.</p>
  if (!data) return <SkeletonRows rows={1} />
  const versions = data.versions.filter((each) => each.language === language)
  if (versions.length === 0)
    return <p className="text-meta text-muted">Nobody has changed the {languageLabels[language]} text.</p>
  return (
    <ol aria-label="Changes" className="grid gap-2 border-l-2 pl-3 text-table">
      {versions.map(({ version, text, person, at }, index) => (
        <li key={version} className="grid gap-0.5">
          <span className="text-meta text-muted">
            {person}, <Time at={at} align="start" />
          </span>
          <Changed
            label="Before"
            lang={language}
            text={versions[index + 1]?.text ?? builtIn}
            className="text-muted line-through"
          />
          <Changed label="After" lang={language} text={text ?? builtIn} note={text === null ? 'the built-in text' : null} />
        </li>
      ))}
    </ol>
  )
}

type ChangedProps = { label: string; lang: string; text: string; note?: string | null; className?: string }

const Changed = ({ label, lang, text, note = null, className = '' }: ChangedProps) => (
  <p className="whitespace-pre-line wrap-anywhere">
    <span className="sr-only">{label}: </span>
    <span lang={lang} className={className}>
      {text === '' ? 'empty' : text}
    </span>
    {note && <span className="text-meta text-muted"> ({note})</span>}
  </p>
)
