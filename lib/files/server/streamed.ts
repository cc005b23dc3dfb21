import 'server-only'
import { fileEndHeader } from '@/lib/core/browser-names'
import { uuid } from '@/lib/operations/schemas/scalars'

/**
 * A file as a response that is made while it is sent: the next piece is asked for when the last one has gone, and not at all once the
 * person has left. The first piece is made before, so that what fails at once is answered as a problem. Its length isn't known before, so a
 * page that asks for it gets a mark behind the file, which tells it that nothing was cut off on the way.
 */
export async function streamed(
  request: Request,
  pieces: AsyncGenerator<Uint8Array>,
  headers: Record<string, string>,
): Promise<Response> {
  const end = uuid.safeParse(request.headers.get(fileEndHeader)).data ?? null
  let next: Promise<IteratorResult<Uint8Array>> | null = Promise.resolve(await pieces.next())
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await (next ?? pieces.next())
        next = null
        if (!done) return controller.enqueue(value)
        if (end !== null) controller.enqueue(new TextEncoder().encode(end))
        controller.close()
      },
      async cancel() {
        await pieces.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
  const answer = new Response(body, {
    headers: { 'cache-control': 'no-store, no-transform', 'x-content-type-options': 'nosniff', ...headers },
  })
  if (end !== null) answer.headers.set(fileEndHeader, end)
  return answer
}

/** The header that has a browser save what comes. `name` is made of plain letters. */
export const savedAs = (name: string) => ({ 'content-disposition': `attachment; filename="${name}"` })
