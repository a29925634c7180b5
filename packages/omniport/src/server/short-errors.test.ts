import { expect, test } from 'vitest'
import { z } from 'zod'
import { verifies } from '#test/requirements/verifies.js'
import { connectRaw, type Message } from '#test/support/connect-raw.js'
import { defineServer } from '#test/support/define-server.js'
import { prompt } from './prompts/prompt.js'
import { resource } from './resources/resource.js'
import { tool } from './tools/tool.js'

const long = `x\n${'y'.repeat(100_000)}`
const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`${index}${long}`, 1]))
const ref = { type: 'ref/prompt', name: 'p' }

const wrong: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  [long, {}],
  ['tools/call', {}],
  ['tools/call', { name: long }],
  ['tools/call', { name: 't', arguments: long }],
  ['tools/list', { cursor: long }],
  ['prompts/get', { name: long }],
  ['prompts/get', { name: 'p', arguments: many }],
  ['prompts/get', { name: 'p', arguments: { of: 'x' } }],
  ['resources/read', { uri: long }],
  ['resources/read', { uri: `a:${'y'.repeat(100_000)}` }],
  ['completion/complete', { ref: { ...ref, name: long }, argument: { name: 'of', value: '' } }],
  ['completion/complete', { ref, argument: { name: long, value: '' } }],
  ['completion/complete', { ref: { type: long }, argument: { name: 'of', value: '' } }],
]

test.each(['2024-11-05', '2025-11-25', '2026-07-28'] as const)(
  '%s: the message of an error is one short sentence, whatever was sent',
  async (revision) => {
    verifies('BASE-10')
    const { server } = defineServer({
      tools: {
        t: tool({ input: z.object({ n: z.number() }), run: () => 'x' }),
        wait: tool({ run: () => new Promise<never>(() => {}) }),
      },
      resources: { r: resource({ uri: 'a:b', read: () => 'text' }) },
      prompts: { p: prompt({ arguments: z.object({ of: z.string().min(2) }), get: () => 'text' }) },
    })
    const { request, send, settle, messages, close } = await connectRaw(server, { revision })
    const answers: Message[] = []
    for (const [method, params] of wrong) answers.push(await request(method, params))
    const { length } = messages
    send({ jsonrpc: '2.0', id: 'a', method: 5 })
    send({ jsonrpc: '2.0', id: 'b', method: long, params: long })
    void request('tools/call', { name: 'wait' }, long)
    await settle()
    expect((await request('tools/call', { name: 'wait' }, long)).error?.message).toMatch(
      /^The id "x.{126}… is still in use$/,
    )
    await settle()
    const errors = [...answers, ...messages.slice(length)].map(({ error }) => error?.message)
    expect(errors.length).toBe(wrong.length + 2)
    expect(
      errors.filter((text) => text === undefined || text === '' || text.length > 320 || /[\r\n]/.test(text)),
    ).toEqual([])
    close()
  },
)
