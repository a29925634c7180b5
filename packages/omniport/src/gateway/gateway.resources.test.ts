import { describe, expect, test } from 'vitest'
import { connect } from '../client/connect.js'
import { revisions } from '../protocol/revisions/revision.js'
import { createServer } from '../server/create-server.js'
import { resource } from '../server/resources/resource.js'
import type { Server } from '../server/server.js'
import { skill } from '../server/skills/skill.js'
import { tool } from '../server/tools/tool.js'
import { startGateway } from './fixtures/behind.js'

function createLibrary(name: string): Server {
  const server = createServer({
    name,
    version: '1',
    tools: { show: tool({ _meta: { ui: { resourceUri: `ui://${name}/view` } }, run: () => name }) },
    resources: {
      own: resource({ uri: `${name}://own`, read: () => `own of ${name}` }),
      both: resource({ uri: 'both://one', read: () => `both of ${name}` }),
      pages: resource({
        uri: `${name}-page://{id}`,
        complete: { id: ['1', '2'] },
        read: ({ id }) => `page ${id} of ${name}`,
      }),
    },
    skills: [
      skill({
        name: `${name}-skill`,
        description: `How ${name} works`,
        instructions: `Ask ${name}`,
        files: { 'a.txt': `a of ${name}` },
      }),
    ],
  })
  return server
}

describe.each(revisions)('at %s', (revision) => {
  const text = async (uri: string) => {
    const { gateway } = startGateway({ one: createLibrary('one'), two: createLibrary('two') })
    await using client = await connect(gateway, { revision })
    const { contents } = await client.readResource(uri)
    await gateway.close()
    return contents.map((part) => ('text' in part ? part.text : ''))
  }

  test.each([
    ['that one upstream lists', 'two://own', 'own of two'],
    ['that both list: the first has it', 'both://one', 'both of one'],
    ['of a template', 'two-page://7', 'page 7 of two'],
  ])('a resource %s is read there, though no list was asked for', async (_name, uri, expected) => {
    expect(await text(uri)).toEqual([expected])
  })

  test('a resource that nobody has is not found', async () => {
    await expect(text('none://x')).rejects.toMatchObject({ code: revision === '2026-07-28' ? -32602 : -32002 })
  })

  test('lists have each resource once, and templates are completed where they are', async () => {
    const { gateway } = startGateway({ one: createLibrary('one'), two: createLibrary('two') })
    await using client = await connect(gateway, { revision })
    const uris = (await client.listResources()).map(({ uri }) => uri).filter((uri) => !uri.startsWith('skill:'))
    expect(uris).toEqual(['one://own', 'both://one', 'two://own'])
    const ref = { type: 'ref/resource', uri: 'two-page://{id}' } as const
    expect((await client.complete(ref, { name: 'id', value: '' })).values).toEqual(['1', '2'])
    await gateway.close()
  })
})

test('skills of all upstreams are listed, and their files are read where they are', async () => {
  const { gateway } = startGateway({ one: createLibrary('one'), two: createLibrary('two') })
  await using client = await connect(gateway, { revision: '2026-07-28' })
  const skills = await client.listSkills()
  expect(skills.map(({ frontmatter }) => frontmatter.name)).toEqual(['one-skill', 'two-skill'])
  const loaded = await client.skill(skills[1]?.uri ?? '')
  expect(loaded.text).toContain('Ask two')
  expect((await loaded.read('a.txt')).text).toBe('a of two')
  await gateway.close()
})
