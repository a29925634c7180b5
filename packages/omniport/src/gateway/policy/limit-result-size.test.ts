import { expect, test } from 'vitest'
import { revisions } from '../../protocol/revisions/revision.js'
import { resource } from '../../server/resources/resource.js'
import { tool } from '../../server/tools/tool.js'
import { allow } from './allow.js'
import { connectBehind } from './fixtures/connect-behind.js'
import { limitResultSize } from './limit-result-size.js'

const repeat = (length: number) => 'ä'.repeat(length / 2)

const define = {
  tools: { text: tool({ run: (args: unknown) => repeat((args as { length: number }).length) }) },
  resources: { text: resource({ uri: 'text:{length}', read: ({ length }) => repeat(Number(length)) }) },
}

test.each(revisions)('%s: a model reads that the result of a tool is too large', async (revision) => {
  const { request, close } = await connectBehind([limitResultSize({ maxBytes: 10_000 })], { revision, define })
  const call = async (length: number) => (await request('tools/call', { name: 'text', arguments: { length } })).result
  expect((await call(9_000))?.['content']).toEqual([{ type: 'text', text: repeat(9_000) }])
  expect(await call(10_000)).toMatchObject({
    isError: true,
    content: [
      {
        type: 'text',
        text: expect.stringMatching(
          /^The result has 1\d{4} bytes, more than the 10000 that are passed on\. Ask for less, for example/,
        ),
      },
    ],
  })
  close()
})

test.each(revisions)('%s: other results that are too large are errors', async (revision) => {
  const { request, close } = await connectBehind([limitResultSize({ maxBytes: 10_000 })], { revision, define })
  const read = (length: number) => request('resources/read', { uri: `text:${length}` })
  expect((await read(9_000)).result?.['contents']).toMatchObject([{ text: repeat(9_000) }])
  expect((await read(10_000)).error).toEqual({
    code: -32603,
    message: expect.stringMatching(/^The result has 1\d{4} bytes, more than the 10000 that are passed on$/),
  })
  close()
})

test('the limit is of bytes, and reached by the last of them', async () => {
  const size = async (maxBytes: number) => {
    const { request, close } = await connectBehind([limitResultSize({ maxBytes })], { define })
    const { isError } = (await request('tools/call', { name: 'text', arguments: { length: 100 } })).result ?? {}
    close()
    return isError ?? false
  }
  const bytes = Buffer.byteLength(JSON.stringify({ content: [{ type: 'text', text: repeat(100) }] }))
  expect([await size(bytes), await size(bytes - 1)]).toEqual([false, true])
})

test('other policy inside of it works on results as before', async () => {
  const { request, close } = await connectBehind([limitResultSize({ maxBytes: 10_000 }), allow({ tools: ['x'] })], {
    define,
    revision: '2026-07-28',
  })
  expect((await request('tools/list')).result?.['tools']).toEqual([])
  close()
})

test('a limit is needed', () => {
  expect(() => limitResultSize({} as never)).toThrow('limitResultSize: maxBytes must be a whole number of bytes')
})
