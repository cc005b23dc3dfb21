'use client'

import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { type Import, type ImportMapping, importColumns } from '@/lib/import-columns'

type Props = { import: Import; busy: boolean; onCheck: (mapping: ImportMapping) => void }

/** Which column of the file tells what: guessed by the names, adjustable. */
export function ImportColumns({ import: { columns, mapping: guessed }, busy, onCheck }: Props) {
  const [mapping, setMapping] = useState<ImportMapping>(guessed)
  const [tried, setTried] = useState(false)
  const lacksId = mapping.buyerId === undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (!lacksId && !busy) onCheck(mapping)
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {importColumns.map((name) => (
          <Field key={name} label={name} error={tried && name === 'buyerId' && lacksId ? 'Choose the column' : undefined}>
            {(control) => (
              <Select
                {...control}
                size="small"
                value={mapping[name] ?? ''}
                onChange={({ target }) =>
                  setMapping({ ...mapping, [name]: target.value === '' ? undefined : Number(target.value) })
                }
              >
                <option value="">not in the file</option>
                {columns.map((column, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two columns may bear one name; the place is what tells them apart.
                  <option key={at} value={at}>
                    {column || `column ${at + 1}`}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ))}
      </div>
      <div>
        <Button type="submit" size="small" aria-disabled={busy}>
          Check with these columns
        </Button>
      </div>
    </form>
  )
}
