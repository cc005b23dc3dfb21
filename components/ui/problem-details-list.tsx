import { CopyButton } from './copy-button'
import { Ident } from './ident'

type Props = {
  fields: readonly { name: string; title: string; values: string | null }[]
  /** Of the answer, where it is worth a word. */
  status?: number | undefined
  code: string | null
  uuid: string | null
  traceId: string | null
  /** All of it, for whoever has to find out more. */
  copy: string
}

/** What a refusal says beside its sentence: each field in full, and the ids of the error, all of it to copy at once. */
export function ProblemDetailsList({ fields, status, code, uuid, traceId, copy }: Props) {
  const marks = [status, code !== null && code !== '' && `code ${code}`].filter(Boolean).join(', ')
  const isBare = fields.length === 0 && !traceId && !uuid
  if (isBare && marks === '') return null
  return (
    <>
      {fields.length > 0 && (
        <ul className="grid gap-1 wrap-anywhere">
          {fields.map(({ name, title, values }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes, in which one field may stand twice.
            <li key={index}>
              {name !== '' && <span className="font-mono text-meta tracking-mono">{name}: </span>}
              {title}
              {values !== null && <span className="text-meta text-muted"> ({values})</span>}
            </li>
          ))}
        </ul>
      )}
      <p className="flex flex-wrap items-center gap-x-2.5 text-meta text-muted">
        {marks !== '' && <span className="tabular-nums">{marks}</span>}
        {uuid && <Mark term="uuid" value={uuid} />}
        {traceId && <Mark term="trace" value={traceId} />}
        {!isBare && <CopyButton text={copy} label="Copy details" />}
      </p>
    </>
  )
}

const Mark = ({ term, value }: { term: string; value: string }) => (
  <span className="inline-flex items-center gap-1.5">
    {term} <Ident value={value} />
  </span>
)
