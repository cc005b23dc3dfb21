'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardFoot } from '@/components/ui/card-foot'
import { CardHead } from '@/components/ui/card-head'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { useAwake } from '@/components/ui/use-awake'
import { useRememberedText } from '@/lib/client/remembered'
import { useActionIds } from '@/lib/client/use-action-ids'
import { describeProblem } from '@/lib/core/problem-words'
import { shownUntil } from '@/lib/notices/client/browser-notices'
import { savePreferences } from '@/lib/notices/client/notice-requests'
import { kindLabels, type NoticeKind, type NoticePreferences } from '@/lib/notices/notice'

type Props = { initial: NoticePreferences; kinds: readonly NoticeKind[] }

/** What the person is told of, in the bell and by this browser. */
export function NotificationsCard({ initial, kinds }: Props) {
  const [wants, setWants] = useState(initial)
  const once = useActionIds()
  const save = useMutation({
    mutationFn: (change: Partial<NoticePreferences>) =>
      once((actionId) => savePreferences(actionId, change), JSON.stringify(change)),
    // A box changes as it's pressed, and back where that couldn't be saved.
    onMutate: (change) => {
      setWants({ ...wants, ...change })
      return wants
    },
    onSuccess: ({ data }) => setWants(data),
    onError: (_, __, before) => before && setWants(before),
  })
  const turn = (kind: NoticeKind, place: 'desk' | 'browser') =>
    save.mutate({ [kind]: { ...wants[kind], [place]: !wants[kind][place] } })
  return (
    <Card aria-labelledby="notifications-head">
      <CardHead title="Notifications" id="notifications-head">
        <InThisBrowser />
      </CardHead>
      <div className="overflow-x-auto">
        <table className="w-full text-table">
          <thead>
            <tr className="border-b text-left text-meta text-muted">
              <th scope="col" className="px-4 py-2 font-medium">
                Kind
              </th>
              <th scope="col" className="w-24 px-2 py-2 font-medium">
                Bell
              </th>
              <th scope="col" className="w-24 px-2 py-2 font-medium">
                Browser
              </th>
            </tr>
          </thead>
          <tbody className="divide-y">
            {kinds.map((kind) => (
              <tr key={kind}>
                <th scope="row" className="px-4 py-1.5 text-left font-normal">
                  {kindLabels[kind]}
                </th>
                {(['desk', 'browser'] as const).map((place) => (
                  <td key={place} className="px-2 py-1.5">
                    <label className="-m-1.5 inline-grid size-9 place-items-center max-sm:size-11">
                      <span className="sr-only">{`${kindLabels[kind]} in the ${place === 'desk' ? 'bell' : 'browser'}`}</span>
                      <input
                        type="checkbox"
                        checked={wants[kind][place]}
                        onChange={() => turn(kind, place)}
                        className="size-4 accent-accent"
                      />
                    </label>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {save.error && <ProblemNotice {...describeProblem(save.error)} className="m-3" />}
      <p role="status" className="sr-only">
        {save.isSuccess ? 'Saved' : ''}
      </p>
      <CardFoot>
        The browser notifies you while a tab is open, and never in screen-share mode. It shows the action and the merchant
        account, never a buyer.
      </CardFoot>
    </Card>
  )
}

const cannot: Partial<Record<string, string>> = {
  unsupported: 'This browser has no notifications.',
  denied: 'This browser blocks notifications. Allow them in its settings for this site.',
}

/** A browser asks for permission only after a press. */
function InThisBrowser() {
  const isAwake = useAwake()
  const { isOn, permission, turnOn, turnOff } = useBrowserNotices()
  const [isRefused, setRefused] = useState(false)
  if (!isAwake) return null
  const why = cannot[permission] ?? (isRefused ? 'Notifications weren’t allowed, so nothing changed.' : null)
  return (
    <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
      {why !== null && (
        <span role="status" className="text-meta text-muted">
          {why}
        </span>
      )}
      {permission !== 'unsupported' && permission !== 'denied' && (
        <Button size="small" onClick={async () => (isOn ? turnOff() : setRefused(!(await turnOn())))}>
          {isOn ? 'Stop notifying me in this browser' : 'Notify me in this browser'}
        </Button>
      )}
    </span>
  )
}

/** Whether this browser notifies, and why it can’t where it can’t. `turnOn` must be called by a press. */
function useBrowserNotices() {
  const [until, setUntil] = useRememberedText(shownUntil)
  const permission = typeof Notification === 'undefined' ? 'unsupported' : Notification.permission
  async function turnOn(): Promise<boolean> {
    if ((await Notification.requestPermission()) !== 'granted') return false
    setUntil(new Date().toISOString())
    return true
  }
  return { isOn: until !== '' && permission === 'granted', permission, turnOn, turnOff: () => setUntil('') }
}
