import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import type { Who } from '@/lib/incidents/client/keep-plan'
import { plural } from '@/lib/incidents/incident-words'
import { listsQuery, viewsQuery } from '@/lib/lists/client/list-queries'
import { formatCount } from '@/lib/lists/list-page'
import { isListName, type ListFilter, type ListName, listNames, lists, listTitle } from '@/lib/lists/lists'

type Props = { merchant: string; who: Who | null; onChange: (who: Who | null) => void }

/** The rows of a list or a saved view, or those of them that were marked there. */
export function WhoByList({ merchant, who, onChange }: Props) {
  const [marked] = useState(who?.from === 'list' ? who : null)
  const counts = useQuery(listsQuery(merchant)).data?.data ?? []
  const views = useQuery(viewsQuery(merchant)).data?.data ?? []
  const [chosen, setChosen] = useState(marked === null ? '' : 'marked')

  function choose(value: string) {
    setChosen(value)
    const view = views.find(({ id }) => `view ${id}` === value)
    if (value === 'marked') onChange(marked)
    else if (view) onChange(ofList(view.list, view.filter))
    else onChange(isListName(value) ? ofList(value, {}) : null)
  }
  return (
    <Field label="List or view" hint="Takes the subscription of each row. What can’t be found is named in the preview.">
      {(control) => (
        <Select {...control} value={chosen} onChange={(event) => choose(event.target.value)}>
          <option value="">Choose a list</option>
          {marked !== null && <option value="marked">{describeMarked(marked)}</option>}
          <optgroup label="Lists">
            {listNames.map((name) => {
              const count = counts.find((each) => each.name === name)
              return (
                <option key={name} value={name}>
                  {lists[name].label}
                  {count ? ` (${formatCount(count)}${count.days === null ? '' : `, ${count.days}`})` : ''}
                </option>
              )
            })}
          </optgroup>
          {views.length > 0 && (
            <optgroup label="Views">
              {views.map(({ id, name }) => (
                <option key={id} value={`view ${id}`}>
                  {name}
                </option>
              ))}
            </optgroup>
          )}
        </Select>
      )}
    </Field>
  )
}

const ofList = (list: ListName, filter: ListFilter): Who => ({ from: 'list', list, filter, keys: null })

const describeMarked = ({ list, filter, keys }: Extract<Who, { from: 'list' }>): string =>
  keys === null
    ? `All rows of ${listTitle(list, filter)}, as it was filtered`
    : `${plural(keys.length, 'marked row', 'marked rows')} of ${listTitle(list, filter)}`
