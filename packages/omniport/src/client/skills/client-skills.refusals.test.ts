import { expect, test } from 'vitest'
import type { Skill } from '../../skills/skill.js'
import type { Client } from '../client.js'
import { connectFake } from '../fixtures/connect-fake.js'
import { discovered, type Replies } from '../fixtures/fake-server.js'

const uri = 'skill://acme/refunds/SKILL.md'
const extension = 'io.modelcontextprotocol/skills'
const entry: Skill = {
  uri,
  frontmatter: { name: 'refunds', description: 'Refunds a customer' },
  resources: 'dynamic',
}
const complete = (result: object) => ({
  result: { resultType: 'complete', ttlMs: 0, cacheScope: 'private', ...result },
})

/** A client of a server with skills, unless it declares otherwise. */
const open = (replies: Replies = {}, extensions: object = { [extension]: { directoryRead: true } }) =>
  connectFake('2026-07-28', { 'server/discover': () => discovered({ resources: {}, extensions }), ...replies })

test.each<[string, (client: Client) => Promise<unknown>, string]>([
  ['getSkill', (client) => client.getSkill(5 as never), 'getSkill: uri must be the URI of a SKILL.md, got 5'],
  ['skill', (client) => client.skill(5 as never), 'skill must be a URI or the entry of a skill, got 5'],
  [
    'readDirectory',
    (client) => client.readDirectory(5 as never),
    'readDirectory: uri must be the URI of a directory, got 5',
  ],
])('%s of what is no text is wrong use, and sends nothing', async (_name, call, message) => {
  const { client, server } = await open()
  await expect(call(client)).rejects.toThrow(new TypeError(message))
  expect(server.received).toEqual([])
  await client.close()
})

const calls: readonly [string, (client: Client) => Promise<unknown>][] = [
  ['skills/list', (client) => client.listSkills()],
  ['skills/get', (client) => client.getSkill(uri)],
  ['skills/get', (client) => client.skill(uri)],
  ['skills/get', (client) => client.skill(entry)],
  ['resources/directory/read', (client) => client.readDirectory('skill://acme/refunds')],
]

test.each(calls)('%s is not sent to a server that declared no skills', async (method, call) => {
  for (const extensions of [{}, { other: {} }, { [extension]: true }]) {
    const { client, server } = await open({}, extensions)
    await expect(call(client)).rejects.toMatchObject({
      code: 'unsupported',
      message: `The server did not declare ${extension}: ${method} is not sent. If it serves skills as plain resources, list and read them as those`,
    })
    expect(server.received).toEqual([])
    await client.close()
  }
})

test.each([{}, { directoryRead: false }, { directoryRead: 1 }])(
  'a server with %j reads no directories',
  async (settings) => {
    const { client, server } = await open({}, { [extension]: settings })
    await expect(client.readDirectory('skill://acme/refunds')).rejects.toMatchObject({
      code: 'unsupported',
      message:
        'The server did not declare directoryRead: resources/directory/read is not sent. The entry of a skill has all its files',
    })
    expect(server.received).toEqual([])
    await client.close()
  },
)

test('an entry of another skill than was asked for is refused', async () => {
  const { client } = await open({
    'skills/get': () => complete({ skill: { ...entry, uri: 'skill://acme/a/SKILL.md' } }),
  })
  await expect(client.getSkill(uri)).rejects.toMatchObject({ code: 'invalid_result' })
  await client.close()
})

test('a malformed entry is refused by what it is about, whoever gives it', async () => {
  const { client } = await open({ 'skills/get': () => complete({ skill: { ...entry, resources: 5 } }) })
  await expect(client.getSkill(uri)).rejects.toMatchObject({
    code: 'invalid_result',
    message: expect.stringMatching(/^skills\/get: skill: resources/),
  })
  await expect(client.skill({ ...entry, resources: 5 } as never)).rejects.toMatchObject({
    code: 'invalid_result',
    message: expect.stringMatching(/^The entry of a skill: resources/),
  })
  await client.close()
})

test('what a SKILL.md that cannot be used is refused with names it and has the cause', async () => {
  const contents = [{ text: '# Refunds' }, { blob: '/w==' }]
  const { client } = await open({ 'resources/read': () => complete({ contents: [{ uri, ...contents.shift() }] }) })
  await expect(client.skill(entry)).rejects.toMatchObject({
    code: 'invalid_result',
    message: `${uri}: SKILL.md must begin with frontmatter: YAML between two lines "---"`,
    cause: new SyntaxError('SKILL.md must begin with frontmatter: YAML between two lines "---"'),
  })
  await expect(client.skill(entry)).rejects.toMatchObject({
    code: 'invalid_result',
    message: `${uri}: it is not UTF-8`,
  })
  await client.close()
})

test('a file is read by a path that is text, and what is not there once is told with what to do', async () => {
  const text = '---\nname: refunds\ndescription: Refunds a customer\n---\n'
  const { client, server } = await open({ 'resources/read': () => complete({ contents: [{ uri, text }] }) })
  const loaded = await client.skill(entry)
  server.received.length = 0
  await expect(loaded.read(5 as never)).rejects.toThrow(
    new TypeError('read: path must be a path within the skill, got 5'),
  )
  const signal = AbortSignal.abort(new Error('enough'))
  await expect(loaded.read('a.md', { signal })).rejects.toThrow(new Error('enough'))
  expect(server.received).toEqual([])
  await expect(loaded.read('a.md')).rejects.toMatchObject({
    code: 'invalid_result',
    message:
      'skill://acme/refunds/a.md: the result must have it once. It is not used; if the skill has changed, get its entry again',
  })
  await client.close()
})
