import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { AttentionItem } from '@/lib/charges/attention'

/** More would push the page out of sight; the history holds them all. */
const max = 4

/** What an agent should see before they answer. Nothing at all for a healthy buyer. */
export function AttentionStrips({ items, onShow }: { items: readonly AttentionItem[]; onShow: (find: string) => void }) {
  if (items.length === 0) return null
  return (
    <section aria-label="Needs attention" className="grid grid-cols-[minmax(0,1fr)] gap-2 print:hidden">
      {items.slice(0, max).map(({ key, kind, words, aside, find }) => (
        <Notice
          key={key}
          kind={kind}
          actions={
            find !== '' && (
              <Button size="small" onClick={() => onShow(find)}>
                Show order
              </Button>
            )
          }
        >
          <span className="wrap-anywhere">{words}</span> <span className="text-ink-2">{aside}</span>
        </Notice>
      ))}
      {items.length > max && <p className="text-meta text-muted">See {items.length - max} more in the charge history.</p>}
    </section>
  )
}
