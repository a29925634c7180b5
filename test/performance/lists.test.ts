import { expect, test, vi } from 'vitest'
import { revisions } from '../../packages/omniport/src/protocol/revisions/revision.js'
import { ListEncoder } from '../../packages/omniport/src/server/lists/list-encoder.js'
import { connectRaw } from '../support/connect-raw.js'
import { createAddServer } from './add-server.js'

test('a list is encoded once for each revision, however often it is asked for', async () => {
  const encode = vi.spyOn(ListEncoder.prototype, 'encode')
  await using server = createAddServer()
  for (const revision of revisions) {
    const client = await connectRaw(server, { revision })
    for (let times = 0; times < 1_000; times += 1) {
      const { result } = await client.request('tools/list')
      if (!Array.isArray(result?.['tools'])) throw new Error('No list')
    }
    client.close()
  }
  expect(encode.mock.calls.map(([revision]) => revision)).toEqual([...revisions])
  encode.mockRestore()
})
