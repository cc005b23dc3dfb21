import 'server-only'

/**
 * A file as a response that is made while it is sent: the next piece is asked for when the last one has gone, and not at all once the
 * person has left. The first piece is made before, so that what fails at once is answered as a problem.
 */
export async function streamed(pieces: AsyncGenerator<Uint8Array>, headers: Record<string, string>): Promise<Response> {
  let next: Promise<IteratorResult<Uint8Array>> | null = Promise.resolve(await pieces.next())
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await (next ?? pieces.next())
        next = null
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await pieces.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, {
    headers: { 'cache-control': 'no-store, no-transform', 'x-content-type-options': 'nosniff', ...headers },
  })
}

/** The header that has a browser save what comes. `name` is made of plain letters. */
export const savedAs = (name: string) => ({ 'content-disposition': `attachment; filename="${name}"` })
