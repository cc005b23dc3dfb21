import { useMutation } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SendingButton } from '@/components/ui/sending-button'
import { useActionIds } from '@/lib/client/use-action-ids'
import { describeProblem } from '@/lib/core/problem-words'
import { revokeAddress } from '@/lib/events/client/events-requests'
import type { AddressShown, NewAddress } from '@/lib/events/overview'

/** The only sight of an address with its secret. */
export function NewAddressDialog({ made: { address }, onClose }: { made: NewAddress; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy
      title="Address created"
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <Notice kind="deferred" role="status">
        Give this to the service’s staff now, together with the events you want. You can’t see it again after you close this.
      </Notice>
      <div className="flex flex-wrap items-center gap-3 rounded-card border bg-sunken px-4 py-3">
        <code className="min-w-0 flex-auto font-mono text-body wrap-anywhere">{address}</code>
        <CopyButton text={address} label="Copy address" variant="default" size="small" />
      </div>
    </Dialog>
  )
}

type RevokeProps = { address: AddressShown; merchant: string; onDone: () => void; onClose: () => void }

export function RevokeAddressDialog({ address: { id, tail }, merchant, onDone, onClose }: RevokeProps) {
  const once = useActionIds()
  const revoke = useMutation({
    mutationFn: () => once((actionId) => revokeAddress(merchant, actionId, id)),
    onSuccess: () => {
      onDone()
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={revoke.isPending}
      title="Revoke address"
      subtitle={`The one that ends in ${tail}`}
      footer={
        <>
          <Button onClick={onClose}>Back</Button>
          <SendingButton variant="danger" sending={revoke.isPending} onClick={() => revoke.mutate()}>
            Revoke
          </SendingButton>
        </>
      }
    >
      <p>
        What is posted to it is refused within a second. The service repeats it for a while, and those events may never reach us.
        To change an address without a gap, create the new one first and have the service use it.
      </p>
      {revoke.error && <ProblemNotice {...describeProblem(revoke.error)} />}
    </Dialog>
  )
}
