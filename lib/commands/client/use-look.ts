import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useSettled } from '@/lib/client/use-settled'
import type { ServiceProblem } from '@/lib/core/problem'
import type { Operation } from '@/lib/operations/declare/operation'
import type { Preview } from '../preview'
import { type Previewed, previewQuery } from './preview-query'
import { useFollowReads } from './use-follow-reads'

export type LookOptions<V> = {
  operation: Operation<'command'>
  merchant: string
  params: Record<string, string>
  /** The body to preview; null while there is too little to foresee anything by. */
  previewedBody: (values: V) => Record<string, unknown> | null
  /** Each sending makes another thing: whatever is on screen, what is open on the same is looked for at each press. */
  looksAtEachPress: boolean
  /** The quote that it takes up, while the form is still about what that offers. */
  quoteOf?: ((values: V) => string | null) | undefined
}

/** What the person sees of what a form would do, and has to have seen before it is sent. `tried` says what it was sent under without an answer. */
export function useLook<V>(options: LookOptions<V>, values: V, tried: () => string | null) {
  const { operation, merchant, params, previewedBody, looksAtEachPress, quoteOf } = options
  const queryClient = useQueryClient()
  const [buyerAddress, setBuyerAddress] = useState('')
  const [acknowledged, setAcknowledged] = useState<string | null>(null)
  const [lookingSince, setLookingSince] = useState<number | null>(null)
  const typedAddress = buyerAddress.trim() || null
  const [isHeldBack, noteHeldBack] = useHeldBack(JSON.stringify([values, typedAddress, acknowledged]))
  const body = previewedBody(values)
  const quote = quoteOf?.(values) ?? null
  const requested = { merchant, operation: operation.name, params, body, buyerAddress: typedAddress, quote }
  useFollowReads(merchant, params.buyerId)
  const preview = usePreview(body === null ? null : requested, tried)
  const addressError = preview.error?.problem?.fields.find(({ field }) => field === 'x-buyer-ip')?.title
  // Once asked for it stays, though the preview that comes with a typed one asks no more.
  const wantsAddress =
    addressError !== undefined || typedAddress !== null || (quote === null && preview.shown?.buyerAddress.source === 'typed')

  const mayGo = ({ unsettled }: Pick<Preview, 'unsettled'>) => isOutOfTheWay(unsettled, acknowledged)

  /** The preview the person confirmed: the one on screen, or a newer one without unexpected changes. */
  const beforeSending = (typed: V) => noteHeldBack(confirmedPreview(typed))

  async function confirmedPreview(typed: V): Promise<Confirmed> {
    if (preview.current && !looksAtEachPress) return preview.shown && mayGo(preview.shown) ? preview.shown : 'look-first'
    setLookingSince(Date.now())
    const looked = previewQuery({ ...requested, body: previewedBody(typed), tried })
    const fresh = await queryClient.fetchQuery(looked).catch(() => undefined)
    setLookingSince(null)
    if (fresh === undefined) return wantsAddress ? 'look-first' : undefined
    return mayGo(fresh) && (looksAtEachPress || !surprises(fresh)) ? fresh : 'look-first'
  }

  return {
    preview,
    /** Whether there is enough to foresee something by. */
    isValid: body !== null,
    unsettled: preview.shown?.unsettled ?? null,
    isHeld: preview.shown !== undefined && !mayGo(preview.shown),
    /** Whether the last press sent nothing, because the preview brought something that nobody had seen. */
    isHeldBack,
    acknowledged,
    setAcknowledged,
    buyerAddress,
    setBuyerAddress,
    typedAddress,
    wantsAddress,
    addressError,
    lookingSince,
    beforeSending,
  }
}

/**
 * Looks anew, since another action may be in the way of another try; and once it's known that the form was sent before, for what was asked until then
 * takes the lost try for another action.
 */
export function useLookAgain(merchant: string, wasSent: boolean): () => void {
  const queryClient = useQueryClient()
  const again = useCallback(() => {
    const previews = { queryKey: ['preview', merchant], type: 'active' } as const
    // One that's on its way would be taken for the new look, and was asked before.
    void queryClient.cancelQueries(previews).then(() => queryClient.refetchQueries(previews))
  }, [queryClient, merchant])
  useEffect(() => {
    if (wasSent) again()
  }, [wasSent, again])
  return again
}

type Confirmed = Preview | undefined | 'look-first'

/** Whether a press was held back, which is said until the form is another. */
function useHeldBack(onForm: string) {
  const [isHeldBack, setIsHeldBack] = useState(false)
  const [heldBackOn, setHeldBackOn] = useState(onForm)
  if (heldBackOn !== onForm) {
    setHeldBackOn(onForm)
    setIsHeldBack(false)
  }
  async function note(press: Promise<Confirmed>): Promise<Confirmed> {
    setIsHeldBack(false)
    const confirmed = await press
    setIsHeldBack(confirmed === 'look-first')
    return confirmed
  }
  return [isHeldBack, note] as const
}

/** What is open on the same thing must have ended, or have been acknowledged. */
const isOutOfTheWay = (unsettled: Preview['unsettled'], acknowledged: string | null) =>
  unsettled === null || (!unsettled.running && unsettled.actionId === acknowledged)

const surprises = ({ approval, effect }: Preview) => approval !== null || effect.later.some(({ danger }) => danger)

const nothingYet: Previewed = { merchant: '', operation: '', params: {}, body: null, buyerAddress: null }

type ShownPreview = {
  /** The one on screen, be it of the form as it was a moment ago; undefined before the first, and while the form is not valid. */
  shown: Preview | undefined
  /** Whether it is of the form as it stands. */
  current: boolean
  error: ServiceProblem | null
}

/** The preview of a form as it is typed; `asked` is null while it is not valid. The one before stays on screen while the next comes. */
function usePreview(requested: Previewed | null, tried: () => string | null): ShownPreview {
  const settled = useSettled(requested, 150)
  const looked = settled ?? requested
  const { data, error, isPlaceholderData } = useQuery({
    ...previewQuery({ ...(looked ?? nothingYet), tried }),
    enabled: looked !== null,
    placeholderData: keepPreviousData,
  })
  const current = requested !== null && !isPlaceholderData && JSON.stringify(requested) === JSON.stringify(looked)
  if (requested === null) return { shown: undefined, current: false, error: null }
  return { shown: data, current: current && data !== undefined, error }
}
