'use client'

import { FileArchive } from 'lucide'
import { type DragEvent, useState } from 'react'
import { Icon } from '@/components/ui/icon'
import { cn } from '@/lib/core/cn'
import { ServiceProblem } from '@/lib/core/problem'
import { type Checked, PackResult } from './pack-result'

/** Checks packs as soon as they’re dropped or chosen, the newest on top. Their files stay in this browser, and so does the list. */
export function VerifyPack({ merchant }: { merchant: string }) {
  const [checks, setChecks] = useState<readonly Checked[]>([])
  const put = (check: Checked) => setChecks((all) => all.map((each) => (each.id === check.id ? check : each)))

  async function check(pack: File) {
    const at = { id: crypto.randomUUID(), name: pack.name }
    setChecks((all) => [{ ...at, state: 'reading' as const }, ...all])
    try {
      const { readPack } = await import('@/lib/files/client/read-pack')
      put({ ...at, state: 'read', verdict: await readPack(pack, merchant) })
    } catch (error) {
      if (!(error instanceof ServiceProblem)) throw error
      put({ ...at, state: 'failed', error })
    }
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:grid-cols-[16.25rem_minmax(0,1fr)] lg:grid-cols-[22.5rem_minmax(0,1fr)]">
      <DropZone onFiles={(files) => files.forEach((file) => void check(file))} />
      <section aria-label="Checks" className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
        {checks.length === 0 ? (
          <p className="py-2 text-muted text-table">
            The verdict appears here. It says whether every file is exactly as Counterfoil made it.
          </p>
        ) : (
          checks.map((each) => <PackResult key={each.id} check={each} />)
        )}
      </section>
    </div>
  )
}

/** A place to drop packs, which is also a file field: by keyboard it is opened with Space, as any other. */
function DropZone({ onFiles }: { onFiles: (files: File[]) => void }) {
  const [isOver, setOver] = useState(false)
  const over = (is: boolean) => (event: DragEvent) => {
    event.preventDefault() // without it the browser would open the file in place of the page
    setOver(is)
  }
  return (
    <label
      onDragEnter={over(true)}
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={(event) => {
        over(false)(event)
        onFiles([...event.dataTransfer.files])
      }}
      className={cn(
        'grid min-h-40 cursor-pointer place-content-center place-items-center gap-1 rounded-card border-[1.5px] border-line-control border-dashed bg-raised p-4 text-center text-table hover:border-accent hover:bg-selected sm:min-h-60',
        'has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-solid has-focus-visible:outline-offset-2',
        isOver && 'border-accent bg-selected',
      )}
    >
      <input
        type="file"
        accept=".zip,application/zip"
        multiple
        className="sr-only"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = '' // the same file may be checked again
        }}
      />
      <Icon of={FileArchive} size={20} className="mb-2 text-muted" />
      <b className="font-semibold">Drop an evidence pack here</b>
      <span className="text-meta text-muted">or choose a zip file</span>
    </label>
  )
}
