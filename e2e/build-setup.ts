import { buildWhenStale } from '../scripts/build.mjs'

/** Whatever starts the browser tests, they meet the sources as they are. */
export default async function build(): Promise<void> {
  const { code, output } = await buildWhenStale()
  if (code !== 0) throw new Error(output)
}
