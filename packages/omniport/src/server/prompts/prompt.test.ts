import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { connectRaw } from '#test/support/connect-raw.js'
import { defineServer } from '#test/support/define-server.js'
import { thrownBy } from '#test/support/thrown-by.js'
import { prompt } from './prompt.js'

const get = () => ''
const document = {
  type: 'object',
  properties: { topic: { type: 'string' }, tone: { enum: ['kind', 'dry', 1] } },
} as const

describe('a prompt', () => {
  test.each<[object, string]>([
    [{}, 'prompt: get must be a function, got undefined'],
    [{ get, complete: { a: [] } }, 'prompt: complete.a is no argument. There are none'],
    [
      { get, arguments: document, complete: { topik: [] } },
      'prompt: complete.topik is no argument; did you mean "topic"? There are topic, tone',
    ],
  ])('cannot be %j', (options, message) => {
    expect(thrownBy(() => prompt(options as never))).toEqual(new TypeError(message))
  })

  test.each([
    ['name', 'prompt: there is no option "name"; the key in `prompts` of createServer is the name.'],
    ['argsSchema', 'prompt: there is no option "argsSchema"; use "arguments".'],
    ['load', 'prompt: there is no option "load"; use "get".'],
  ])('has no %s, and says what there is instead', (name, message) => {
    expect(String(thrownBy(() => prompt({ get, [name]: 'x' } as never)))).toContain(message)
  })

  test('is what it was given', () => {
    const options = { title: 'T', arguments: document, complete: { topic: ['a'] }, get }
    expect(prompt(options)).toEqual(options)
  })

  test('with a schema of a library is checked by a server', () => {
    const definition = prompt({ arguments: z.object({ topic: z.string() }), complete: { topik: ['a'] } as never, get })
    expect(thrownBy(() => defineServer({ prompts: { p: definition } }))).toEqual(
      new TypeError('prompt: complete.topik is no argument; did you mean "topic"? There are topic'),
    )
  })

  test('with a document without properties takes any', () => {
    expect(prompt({ arguments: { type: 'object' }, complete: { any: ['a'] }, get } as never)).toMatchObject({
      complete: { any: ['a'] },
    })
  })
})

describe('a prompt in a list', () => {
  const listed = async (definition: ReturnType<typeof prompt>) => {
    const { server } = defineServer({ prompts: { p: definition } })
    const { request, close } = await connectRaw(server)
    const { result } = await request('prompts/list')
    close()
    return result?.['prompts']
  }

  test('has what it was given, and no arguments where it has none', async () => {
    const whole = { title: 'T', description: 'D', icons: [{ src: 'https://a.example/i' }], _meta: { a: 1 } }
    expect(await listed(prompt({ ...whole, get }))).toEqual([{ name: 'p', ...whole }])
    expect(await listed(prompt({ get }))).toEqual([{ name: 'p' }])
    expect(await listed(prompt({ arguments: { type: 'object', properties: {} }, get }) as never)).toEqual([
      { name: 'p' },
    ])
  })

  test('has the titles and descriptions of its arguments', async () => {
    const properties = { a: { title: 'A' }, b: { description: 'B' }, c: true }
    const definition = prompt({ arguments: { type: 'object', properties, required: ['b'] } as never, get })
    expect(await listed(definition as never)).toEqual([
      {
        name: 'p',
        arguments: [{ name: 'a', title: 'A' }, { name: 'b', description: 'B', required: true }, { name: 'c' }],
      },
    ])
  })
})

describe('the values of an argument', () => {
  const complete = async (definition: unknown, name: string) => {
    const { server } = defineServer({ prompts: { p: definition as never } })
    const { request, close } = await connectRaw(server)
    const { result, error } = await request('completion/complete', {
      ref: { type: 'ref/prompt', name: 'p' },
      argument: { name, value: '' },
    })
    close()
    return error ?? result?.['completion']
  }

  test('are suggested from its schema, as far as they are texts', async () => {
    const definition = prompt({ arguments: document, get } as never)
    expect(await complete(definition, 'tone')).toEqual({ values: ['kind', 'dry'], total: 2, hasMore: false })
    expect(await complete(definition, 'topic')).toEqual({ values: [], total: 0, hasMore: false })
    expect(await complete(definition, 'other')).toEqual({ code: -32602, message: 'p has no argument "other"' })
  })

  test('are suggested by the author before that', async () => {
    const definition = prompt({ arguments: document, complete: { tone: ['loud'] }, get } as never)
    expect(await complete(definition, 'tone')).toEqual({ values: ['loud'], total: 1, hasMore: false })
  })

  test('are suggested by no server without any', async () => {
    const definition = prompt({ arguments: { type: 'object', properties: { a: { type: 'string' } } }, get } as never)
    expect(await complete(definition, 'a')).toEqual({ code: -32601, message: 'Method not found: completion/complete' })
  })
})
