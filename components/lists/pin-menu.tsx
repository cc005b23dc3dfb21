import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Check, Pin } from 'lucide'
import { buttonClass } from '@/components/ui/button-class'
import { Icon } from '@/components/ui/icon'
import { Menu } from '@/components/ui/menu'
import { MenuItem } from '@/components/ui/menu-item'
import { request } from '@/lib/client/request'
import { useActionIds } from '@/lib/client/use-action-ids'
import { describeProblem } from '@/lib/core/problem-words'
import { may, type Role } from '@/lib/core/roles'
import * as routes from '@/lib/core/routes'
import { describePin, type PinFor, type PinMove, pinChoices, pinMoves, type View, type Views } from '@/lib/lists/views'
import { viewsKey } from '@/lib/operations/query-keys'

type Props = { view: View; role: Role; merchant: string }

/** For whom a view is pinned to the first page, each with a tick; pressed once more the pin is off. */
export function PinMenu({ view, role, merchant }: Props) {
  const queryClient = useQueryClient()
  const once = useActionIds()
  const { mutate, error } = useMutation({
    mutationFn: (body: { for: PinFor; pinned: boolean; move?: PinMove }) =>
      once(
        (actionId) => request<Views>(routes.viewPin(view.id), { method: 'PUT', actionId, merchant, body }),
        JSON.stringify(body),
      ),
    onSuccess: (views) => queryClient.setQueryData(viewsKey(merchant), views),
  })
  const isPinned = (who: PinFor) => (who === 'me' ? view.pinned === 'me' : view.pins.includes(who))
  // What others have pinned for a role is moved by who may share.
  const moved = view.pinned === 'me' || may(role, 'shareViews') ? view.pinned : null
  const choices: readonly PinFor[] = view.shared && may(role, 'shareViews') ? pinChoices : ['me']
  return (
    <span>
      <Menu
        label="Pin"
        triggerClassName={buttonClass({})}
        trigger={
          <>
            <Icon of={Pin} size={14} />
            Pin
          </>
        }
      >
        {choices.map((who) => (
          <MenuItem
            key={who}
            keepOpen
            icon={isPinned(who) ? Check : Pin}
            onSelect={() => mutate({ for: who, pinned: !isPinned(who) })}
          >
            {isPinned(who) ? 'Unpin' : 'Pin'} for {describePin(who)}
          </MenuItem>
        ))}
        {moved !== null &&
          pinMoves.map((move) => (
            <MenuItem
              key={move}
              keepOpen
              icon={move === 'up' ? ArrowUp : ArrowDown}
              onSelect={() => mutate({ for: moved, pinned: true, move })}
            >
              Move {move}
              {moved === 'me' ? '' : ` for ${describePin(moved)}`}
            </MenuItem>
          ))}
      </Menu>
      {error && (
        <span role="alert" className="block text-danger text-meta">
          {describeProblem(error).title}
        </span>
      )}
    </span>
  )
}
