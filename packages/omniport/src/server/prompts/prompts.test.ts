import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { verifies } from '#test/requirements/verifies.js'
import { connectRaw } from '#test/support/connect-raw.js'
import { defineServer } from '#test/support/define-server.js'
import { prompt } from './prompt.js'

async function connect(definition: unknown) {
  const { server, logger } = defineServer({ prompts: { p: definition as never } })
  return { logger, ...(await connectRaw(server)) }
}

const userMessage = (text: string, role = 'user') => ({ role, content: { type: 'text', text } })

describe('what a prompt comes to', () => {
  const data = new Uint8Array([1])
  const resource = { uri: 'a:b', mimeType: 'text/x', text: 'r' }

  test.each([
    ['text, as one message of the user', 'hello', { description: 'P', messages: [userMessage('hello')] }],
    [
      'messages',
      [{ role: 'assistant', content: 'a' }, userMessage('b')],
      { description: 'P', messages: [userMessage('a', 'assistant'), userMessage('b')] },
    ],
    ['no messages', [], { description: 'P', messages: [] }],
    [
      'messages with a description',
      { description: 'Q', messages: [userMessage('a')] },
      { description: 'Q', messages: [userMessage('a')] },
    ],
    [
      'messages without one',
      { messages: [userMessage('a')], _meta: { a: 1 } },
      { description: 'P', messages: [userMessage('a')], _meta: { a: 1 } },
    ],
    [
      'content of all kinds',
      [
        { role: 'user', content: { type: 'image', data, mimeType: 'image/png' } },
        { role: 'user', content: { type: 'resource', resource } },
      ],
      {
        description: 'P',
        messages: [
          { role: 'user', content: { type: 'image', data: 'AQ==', mimeType: 'image/png' } },
          { role: 'user', content: { type: 'resource', resource } },
        ],
      },
    ],
  ])('is %s', async (_name, value, expected) => {
    verifies('PROMPT-06', 'PROMPT-07')
    const { request, close } = await connect(prompt({ description: 'P', get: async () => value as string }))
    expect((await request('prompts/get', { name: 'p' })).result).toEqual(expected)
    close()
  })

  test.each([[undefined], [null], [5], [{}], [{ messages: 'a' }]])(
    'is not %j: that is an internal error',
    async (value) => {
      const { request, logger, close } = await connect(prompt({ get: () => value as never }))
      const error = { code: -32603, message: 'internal error 10111213' }
      expect((await request('prompts/get', { name: 'p' })).error).toEqual(error)
      expect(logger.errors.map(({ message }) => message)).toEqual(['prompt p failed'])
      close()
    },
  )
})

describe('arguments', () => {
  const shape = z.object({
    code: z.string().max(3).meta({ title: 'Code', description: 'What to review' }),
    depth: z.coerce.number().default(1),
  })

  test('are listed as the schema has them', async () => {
    const { request, close } = await connect(prompt({ arguments: shape, get: () => '' }))
    expect((await request('prompts/list')).result?.['prompts']).toEqual([
      {
        name: 'p',
        arguments: [{ name: 'code', title: 'Code', description: 'What to review', required: true }, { name: 'depth' }],
      },
    ])
    close()
  })

  test('are what the schema makes of them', async () => {
    verifies('PROMPT-12')
    const get = vi.fn((_args: unknown) => '')
    const { request, close } = await connect(prompt({ arguments: shape, get }))
    await request('prompts/get', { name: 'p', arguments: { code: 'a', depth: '3' } })
    await request('prompts/get', { name: 'p', arguments: { code: 'a' } })
    expect(get.mock.calls.map(([args]) => args)).toEqual([
      { code: 'a', depth: 3 },
      { code: 'a', depth: 1 },
    ])
    close()
  })

  test.each([
    ['missing', {}, 'code: Invalid input: expected string, received undefined'],
    ['too long', { code: 'abcd' }, 'code: Too big: expected string to have <=3 characters'],
  ])('that are %s are -32602, and the prompt does not run', async (_name, args, problem) => {
    verifies('PROMPT-12')
    const get = vi.fn(() => '')
    const { request, logger, close } = await connect(prompt({ arguments: shape, get }))
    const error = { code: -32602, message: `Invalid arguments for p: ${problem}` }
    expect((await request('prompts/get', { name: 'p', arguments: args })).error).toEqual(error)
    expect([get.mock.calls, logger.errors]).toEqual([[], []])
    close()
  })
})

test.each([{ type: 'number' }, { type: ['number', 'null'] }, { type: 'array', items: { type: 'string' } }])(
  'an argument %j of a document is refused at the definition: it takes no string',
  (n) => {
    const p = prompt({ arguments: { type: 'object', properties: { n } } as never, get: () => '' })
    expect(() => defineServer({ prompts: { p } })).toThrow(
      new TypeError('prompt "p": arguments: n takes no string, and clients send strings'),
    )
  },
)

test.each([{}, { type: 'string' }, { type: ['string', 'number'] }, { enum: ['a'] }, true])(
  'an argument %j of a document may be a string',
  (n) => {
    const p = prompt({ arguments: { type: 'object', properties: { n } } as never, get: () => '' })
    expect(() => defineServer({ prompts: { p } })).not.toThrow()
  },
)
