import { expect, test } from 'vitest'
import { revisions } from '../protocol/revisions/revision.js'
import { OmniportError } from '../values/errors/omniport-error.js'
import { connectFake } from './fixtures/connect-fake.js'

const inputSchema = { type: 'object' }
const items = {
  'tools/list': {
    tools: [
      { name: 'a', inputSchema },
      { name: 'b', inputSchema: null },
      { name: 'c', inputSchema: { properties: 5 } },
    ],
  },
  'resources/list': {
    resources: [
      { name: 5, uri: 'a:b' },
      { name: 'a', uri: 'a:a' },
    ],
  },
  'resources/templates/list': { resourceTemplates: [{ name: 'a', uriTemplate: 'a:{a}' }, { name: 'b' }] },
  'prompts/list': { prompts: [null, { name: 'a' }] },
}

/** Answers of a server whose lists have malformed definitions, with what 2026-07-28 adds. */
const answers = Object.fromEntries(
  Object.entries(items).map(([method, page]) => [
    method,
    () => ({ result: { ...page, resultType: 'complete', ttlMs: 0, cacheScope: 'private' } }),
  ]),
)

test.each(revisions)(
  '%s: malformed definitions of a server are left out and reported once, the others are used',
  async (revision) => {
    const call = () => ({ result: { resultType: 'complete', content: [{ type: 'text', text: 'done' }] } })
    const { client, errors } = await connectFake(revision, { ...answers, 'tools/call': call })
    for (let round = 0; round < 2; round += 1) {
      expect((await client.listTools({ fresh: true })).map(({ name }) => name)).toEqual(['a'])
      expect((await client.listResources({ fresh: true })).map(({ name }) => name)).toEqual(['a'])
      expect((await client.listResourceTemplates({ fresh: true })).map(({ name }) => name)).toEqual(['a'])
      expect((await client.listPrompts({ fresh: true })).map(({ name }) => name)).toEqual(['a'])
    }
    expect((await client.callTool('a', {})).content).toEqual([{ type: 'text', text: 'done' }])
    expect(errors).toEqual(
      [
        'tools/list: left out 2 of 3: tools[1] ("b"): inputSchema must be an object; ' +
          'tools[2] ("c"): inputSchema.properties must be an object',
        'resources/list: left out 1 of 2: resources[0]: name must be a string',
        'resources/templates/list: left out 1 of 2: resourceTemplates[1] ("b"): uriTemplate must be a string',
        'prompts/list: left out 1 of 2: prompts[0]: must be an object',
      ].map((message) => new OmniportError('invalid_result', message)),
    )
    await client.close()
  },
)
