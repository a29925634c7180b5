import { describe, expect, test } from 'vitest'
import { asPrincipal } from '#test/support/as-principal.js'
import { connectRaw } from '#test/support/connect-raw.js'
import { defineServer } from '#test/support/define-server.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { prompt } from './prompt.js'

const messageOf = (text: string, role = 'user') => ({ role, content: { type: 'text', text } })

/** What the prompt `p` comes to, and the errors that were logged. */
async function get(value: unknown, options: object = {}) {
  const definition = prompt({ ...options, get: () => (typeof value === 'function' ? value() : value) as string })
  const { server, logger } = defineServer({ prompts: { p: definition } })
  const { request, close } = await connectRaw(server)
  const { result, error } = await request('prompts/get', { name: 'p' })
  close()
  return { result, error, logged: logger.errors.map((each) => [each.message, String(each.error)]) }
}

describe('the messages of a prompt', () => {
  test('have its description, if it has one and they have none', async () => {
    expect((await get('a')).result).toEqual({ messages: [messageOf('a')] })
    expect((await get('', { description: 'D' })).result).toEqual({ description: 'D', messages: [messageOf('')] })
    expect((await get({ messages: [] }, { description: 'D' })).result).toEqual({ description: 'D', messages: [] })
    expect((await get({ messages: [], description: 'E' }, { description: 'D' })).result).toEqual({
      description: 'E',
      messages: [],
    })
  })

  test('have a role and content, and nothing else', async () => {
    const { result } = await get([{ role: 'assistant', content: 'a', more: 1 }, messageOf('b')])
    expect(result).toEqual({ messages: [messageOf('a', 'assistant'), messageOf('b')] })
  })

  test.each<[unknown, string]>([
    [undefined, 'messages must be an array'],
    [5, 'messages must be an array'],
    [{ messages: 'a' }, 'messages must be an array'],
    [['a'], 'messages[0]: must be an object'],
    [[messageOf('a'), messageOf('b', 'system')], 'messages[1]: role must be "user" or "assistant"'],
    [[{ role: 'user' }], 'messages[0]: content must be an object'],
    [[{ role: 'user', content: { type: 'text' } }], 'messages[0]: content.text must be a string'],
    [{ description: 1, messages: [] }, 'description must be a string'],
  ])('are not %j, and the log says why', async (value, problem) => {
    const { error, logged } = await get(value)
    expect(error).toEqual({ code: -32603, message: expect.stringMatching(/^internal error/) })
    expect(logged).toEqual([['prompt p failed', `TypeError: prompt "p": ${problem}`]])
  })
})

describe('a prompt that fails', () => {
  test('answers with the text of its author, or an error of the protocol', async () => {
    const failing = (reason: unknown) => () => {
      throw reason
    }
    expect((await get(failing(new Error('no such topic')))).error).toEqual({ code: -32603, message: 'no such topic' })
    expect((await get(() => Promise.reject(new Error('no such topic')))).error).toEqual({
      code: -32603,
      message: 'no such topic',
    })
    expect((await get(failing(new RpcError(7, 'no')))).error).toEqual({ code: 7, message: 'no' })
  })
})

test('a prompt that a caller may not see is unknown to it', async () => {
  const prompts = {
    secret: prompt({ visible: (caller) => caller?.id === 'ann', get: () => 'x' }),
    open: prompt({ get: () => 'x' }),
  }
  const { server } = defineServer({ prompts })
  const answers: unknown[] = []
  for (const id of ['ann', 'bob']) {
    const { request, close } = await connectRaw(asPrincipal(server, id))
    const { result, error } = await request('prompts/get', { name: 'secret' })
    answers.push(error ?? result)
    close()
  }
  expect(answers).toEqual([{ messages: [messageOf('x')] }, { code: -32602, message: 'Unknown prompt: secret' }])
})

test('a name that is nearly right is suggested', async () => {
  const { server } = defineServer({ prompts: { review: prompt({ get: () => 'x' }) } })
  const { request, close } = await connectRaw(server)
  expect((await request('prompts/get', { name: 'reviw' })).error).toEqual({
    code: -32602,
    message: 'Unknown prompt: reviw; did you mean "review"?',
  })
  close()
})
