import { Ban, TriangleAlert, Undo2 } from 'lucide'
import { Icon } from '@/components/ui/icon'
import { Notice } from '@/components/ui/notice'
import type { Preview } from '@/lib/commands/preview'
import { formatDay, inZone } from '@/lib/core/dates'
import type { Effect, Undo } from '@/lib/operations/effects/effect'

/** What a person must read before anything else: that money may move, then every warning. `charges` where the verb itself charges. */
export function EffectNotices({ effect, charges }: { effect: Effect; charges: boolean }) {
  const dangers = effect.later.flatMap(({ danger, says }) => (danger ? [says] : []))
  const warnings = effect.warnings.filter((warning) => !warning.startsWith(insteadPrefix))
  if (charges) return <DangerNotice charge={effect.tokens === 'none' ? 'tries' : 'certain'} says={warnings} />
  return (
    <>
      {dangers.length > 0 && <DangerNotice charge="possible" says={dangers} />}
      <Warnings warnings={warnings} />
    </>
  )
}

const insteadPrefix = 'Want to cancel instead?'

/** The sentence for who meant something gentler; it stands beside the button that does it. */
export const insteadIn = (preview: Preview | undefined): string | null =>
  preview?.effect.warnings.find((warning) => warning.startsWith(insteadPrefix)) ?? null

function Warnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null
  return (
    <Notice kind="deferred" icon={TriangleAlert}>
      <ul className="grid gap-1">
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </Notice>
  )
}

const titles = {
  certain: 'This charges the buyer',
  // No active token is known, so that the charge is expected to fail.
  tries: 'This tries to charge the buyer',
  possible: 'This may charge the buyer',
}

/** What moves money, before anything else is read. */
function DangerNotice({ charge, says }: { charge: keyof typeof titles; says: readonly string[] }) {
  const title = titles[charge]
  return (
    <Notice kind="danger">
      <b className="block font-semibold text-body">{title}</b>
      {says.map((sentence) => (
        <p key={sentence} className="text-ink-2">
          {sentence.startsWith(`${title}. `) ? sentence.slice(title.length + 2) : sentence}
        </p>
      ))}
    </Notice>
  )
}

/** Whether it can be taken back, until when, and with which verb. */
export function UndoLine({ undo, zone }: { undo: Undo; zone: string }) {
  return (
    <p className="flex items-start gap-1.5 text-ink-2 text-table">
      <Icon of={undo.possible ? Undo2 : Ban} size={14} className="mt-0.5 text-muted" />
      {undo.possible ? (
        <span>
          Can be undone{undo.until && ` until ${formatDay(inZone(Date.parse(undo.until), zone).day)}`} with{' '}
          <b className="font-medium text-ink">{undo.verb}</b>.{undo.note && ` ${undo.note}`}
        </span>
      ) : (
        <span>Can’t be undone. {undo.why}</span>
      )}
    </p>
  )
}
