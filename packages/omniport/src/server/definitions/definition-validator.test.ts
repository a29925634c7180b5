import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { verifies } from '#test/requirements/verifies.js'
import { defineServer } from '#test/support/define-server.js'
import { settled } from '#test/support/virtual-runtime.js'
import { connect } from '../../client/connect.js'
import { createServer } from '../create-server.js'
import { prompt } from '../prompts/prompt.js'
import { tool } from '../tools/tool.js'

const evil = `${'a'.repeat(49)}!`
const run = () => 'ran'
const guarded = z.object({ a: z.string().regex(/^(a+)+$/) })
// biome-ignore lint/suspicious/noUselessRegexBackrefs: it makes the pattern one that cannot be decided
const unsafe = z.object({ a: z.string().regex(/^((b)|a+\2?)+$/) })

describe('a definition whose schema refers elsewhere', () => {
  test.each<[string, object, string]>([
    [
      'a document of the network',
      { type: 'object', properties: { a: { $ref: 'https://example.com/a.json' } } },
      '/properties/a/$ref: references must stay inside the document (#, #/…, #anchor)',
    ],
    ['what is not there', { type: 'object', allOf: [{ $ref: '#/$defs/a' }] }, '/allOf/0/$ref: #/$defs/a has no target'],
  ])('fails with the place: %s', (_name, schema, problem) => {
    verifies('JSCH-07')
    const define = (tools: object) => () => createServer({ name: 's', version: '1', tools: tools as never })
    expect(define({ t: { input: schema, run } })).toThrow(
      new TypeError(`tool "t": input: JSON Schema refused at ${problem}`),
    )
    expect(define({ t: { output: schema, run } })).toThrow(
      new TypeError(`tool "t": output: JSON Schema refused at ${problem}`),
    )
  })
})

describe('a pattern that may take exponential time', () => {
  test('is watched, without a word', async () => {
    const { server, logger } = defineServer({
      tools: { t: tool({ input: guarded, run }) },
      prompts: { p: prompt({ arguments: guarded, get: run }) },
    })
    const client = await connect(server)
    expect(await client.callTool('t', { a: evil })).toMatchObject({
      isError: true,
      content: [{ text: 'Invalid arguments for t: a is too complex for the pattern "^(a+)+$"' }],
    })
    await expect(client.getPrompt('p', { a: evil })).rejects.toMatchObject({ code: -32602 })
    expect(await client.callTool('t', { a: 'aa' })).toMatchObject({ content: [{ text: 'ran' }] })
    expect(logger.warnings).toEqual([])
    await client.close()
  })

  test('is watched in what a tool returns', async () => {
    const { server } = defineServer({ tools: { t: tool({ output: guarded, run: () => ({ a: evil }) }) } })
    const client = await connect(server)
    await expect(client.callTool('t', {})).resolves.toMatchObject({ isError: true })
    await client.close()
  })

  test('is watched in the answer to a form', async () => {
    const ask = tool({ run: async (_args, ctx) => JSON.stringify(await ctx.elicit('Who?', guarded)) })
    const { server } = defineServer({ tools: { ask } })
    let answers = 0
    const elicit = () => ({ action: 'accept', content: { a: answers++ === 0 ? evil : 'aa' } }) as const
    const client = await connect(server, { elicit })
    expect(await client.callTool('ask', {})).toMatchObject({
      content: [{ text: '{"action":"accept","content":{"a":"aa"}}' }],
    })
    expect(answers).toBe(2)
    await client.close()
  })

  const message =
    'tool "t": input: the pattern "^((b)|a+\\\\2?)+$" at /properties/a/pattern may take exponential time, ' +
    'which cannot be prevented: it has a back reference'

  test('is logged once where it cannot be watched', async () => {
    const { server, logger } = defineServer({ tools: { t: tool({ input: unsafe, run }) } })
    const client = await connect(server)
    await client.callTool('t', { a: 'b' })
    await client.callTool('t', { a: 'b' })
    await settled()
    expect(logger.warnings).toEqual([message])
    await client.close()
  })

  test('is refused with unsafePatterns', () => {
    const define = (tools: object) => () => defineServer({ unsafePatterns: 'refuse', tools: tools as never })
    expect(define({ t: tool({ input: unsafe, run }) })).toThrow(new TypeError(message))
    expect(define({ t: tool({ output: unsafe as never, run: run as never }) })).toThrow(TypeError)
    expect(define({ t: tool({ input: guarded, run }) })).not.toThrow()
  })

  test('is refused in a form, too', async () => {
    const ask = tool({ run: async (_args, ctx) => JSON.stringify(await ctx.elicit('Who?', unsafe)) })
    const { server, logger } = defineServer({ unsafePatterns: 'refuse', tools: { ask } })
    const client = await connect(server, { elicit: () => ({ action: 'decline' }) })
    await client.callTool('ask', {})
    expect(logger.errors).toMatchObject([
      { error: { message: expect.stringMatching(/^elicit: the pattern .* at \/properties\/a\/pattern may take/) } },
    ])
    await client.close()
  })
})
