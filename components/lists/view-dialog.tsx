import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SendingButton } from '@/components/ui/sending-button'
import { request } from '@/lib/client/request'
import { useActionIds } from '@/lib/client/use-action-ids'
import { ServiceProblem } from '@/lib/core/problem'
import { describeProblem } from '@/lib/core/problem-words'
import { may, needsRole, type Role } from '@/lib/core/roles'
import * as routes from '@/lib/core/routes'
import { type ListFilter, type ListName, lists } from '@/lib/lists/lists'
import { maxName, type View, type Views, type ViewToSave } from '@/lib/lists/views'
import { viewsKey } from '@/lib/operations/query-keys'

type Props = {
  /** The view that is open; null to save the list as a new one. */
  view: View | null
  list: ListName
  filter: ListFilter
  role: Role
  merchant: { code: string; name: string }
  onClose: () => void
}

/** Gives the list, as it's filtered, a name; or changes or deletes the view that has one. */
export function ViewDialog({ view, list, filter, role, merchant, onClose }: Props) {
  const [name, setName] = useState(view?.name ?? '')
  const [shared, setShared] = useState(view?.shared ?? false)
  const { save, remove } = useViewChanges(merchant.code, onClose)
  const error = save.error ?? remove.error
  const fields = error instanceof ServiceProblem ? error.problem.fields : []
  const given = { name, list, filter, shared }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={save.isPending || remove.isPending}
      title={view ? 'Edit view' : 'Save view'}
      subtitle={`${lists[list].label}, as it’s filtered now. Each person sees the rows that their own list shows.`}
      footer={
        <>
          <Button onClick={onClose}>Back</Button>
          {view && (
            <SendingButton variant="danger" sending={remove.isPending} onClick={() => remove.mutate(view)}>
              Delete view
            </SendingButton>
          )}
          <SendingButton
            variant="primary"
            sending={save.isPending}
            onClick={() => save.mutate({ view, given })}
            {...(name.trim() === '' && { disabledBecause: 'Enter a name' })}
          >
            Save view
          </SendingButton>
        </>
      }
    >
      <div className="grid gap-4">
        <Field label="Name" {...errorOf(fields, 'name')}>
          {(control) => <Input {...control} value={name} maxLength={maxName} onChange={(event) => setName(event.target.value)} />}
        </Field>
        <Choice
          label={`Share with everyone on ${merchant.name}`}
          hint={may(role, 'shareViews') ? 'Colleagues see the name and the filters.' : needsRole('shareViews')}
          checked={shared}
          disabled={!may(role, 'shareViews')}
          onChange={setShared}
        />
        {error && fields.length === 0 && <ProblemNotice {...describeProblem(error)} />}
        {error && fields.some(({ field }) => field !== 'name') && (
          <p role="alert" className="font-medium text-danger text-meta">
            {fields.find(({ field }) => field !== 'name')?.title}
          </p>
        )}
      </div>
    </Dialog>
  )
}

const errorOf = (fields: readonly { field: string; title: string }[], name: string) => {
  const found = fields.find(({ field }) => field === name)
  return found ? { error: found.title } : {}
}

function useViewChanges(merchant: string, onClose: () => void) {
  const queryClient = useQueryClient()
  const once = useActionIds()
  const onSuccess = (views: Views) => {
    queryClient.setQueryData(viewsKey(merchant), views)
    onClose()
  }
  const save = useMutation({
    mutationFn: ({ view, given }: { view: View | null; given: ViewToSave }) =>
      once((actionId) =>
        view
          ? request<Views>(routes.view(view.id), { method: 'PUT', actionId, merchant, body: { ...given, version: view.version } })
          : request<Views>(routes.views(), { actionId, merchant, body: given }),
      ),
    onSuccess,
  })
  const remove = useMutation({
    mutationFn: ({ id }: View) =>
      once((actionId) => request<Views>(routes.view(id), { method: 'DELETE', actionId, merchant }), 'remove'),
    onSuccess,
  })
  return { save, remove }
}

type ChoiceProps = { label: string; hint: string; checked: boolean; disabled?: boolean; onChange: (checked: boolean) => void }

const Choice = ({ label, hint, checked, disabled = false, onChange }: ChoiceProps) => (
  <label className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2.5 text-table">
    <input
      type="checkbox"
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked)}
      className="size-4 flex-none accent-primary"
    />
    <span className={disabled ? 'text-muted' : undefined}>{label}</span>
    <span className="col-start-2 text-meta text-muted">{hint}</span>
  </label>
)
