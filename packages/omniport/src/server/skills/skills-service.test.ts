import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { connectRaw } from '#test/support/connect-raw.js'
import { defineServer } from '#test/support/define-server.js'
import { revisions } from '../../protocol/revisions/revision.js'
import { resource } from '../resources/resource.js'
import { skill } from './skill.js'
import type { SkillFile, SkillFolder, SkillSource } from './skill-source.js'
import { serveSkills } from './skills-service.js'

const refunds = skill({
  name: 'refunds',
  description: 'Refunds a customer',
  prefix: 'acme/billing',
  frontmatter: { license: 'MIT', metadata: { version: '2' } },
  instructions: '# Refunds\n\nSee examples/email.md.',
  files: { 'examples/email.md': 'Dear customer', 'logo.png': new Uint8Array([137, 80, 255]), 'a b/ü#.txt': '\uFEFFx' },
})
const text = `---
"name": "refunds"
"description": "Refunds a customer"
"license": "MIT"
"metadata": {"version":"2"}
---

# Refunds

See examples/email.md.
`
const uri = 'skill://acme/billing/refunds/SKILL.md'
const frontmatter = { name: 'refunds', description: 'Refunds a customer', license: 'MIT', metadata: { version: '2' } }

const fileOf = (path: string, bytes: string | Uint8Array) => ({
  uri: `skill://acme/billing/refunds/${path}`,
  digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
  size: Buffer.byteLength(bytes),
})
const entry = {
  uri,
  frontmatter,
  resources: [
    fileOf('SKILL.md', text),
    fileOf('examples/email.md', 'Dear customer'),
    fileOf('logo.png', new Uint8Array([137, 80, 255])),
    fileOf('a%20b/%C3%BC%23.txt', '\uFEFFx'),
  ],
}

/** A list within a result. */
const listOf = <T>(result: Readonly<Record<string, unknown>> | undefined, name: string) => (result?.[name] ?? []) as T

const open = (skills: SkillSource | readonly SkillSource[], options = {}) =>
  connectRaw(defineServer({ skills, ...options }).server, { revision: '2026-07-28' })

describe('a server with skills', () => {
  test('declares them with directories, and resources, in the newest revision only', async () => {
    verifies('SKILL-01', 'SKILL-02')
    const { server } = defineServer({ skills: refunds })
    const modern = await connectRaw(server, { revision: '2026-07-28' })
    expect((await modern.request('server/discover')).result?.['capabilities']).toMatchObject({
      resources: {},
      extensions: { 'io.modelcontextprotocol/skills': { directoryRead: true } },
    })
    for (const revision of revisions.slice(0, -1)) {
      const legacy = await connectRaw(server, { revision, handshake: 'none' })
      const { result } = await legacy.request('initialize', {
        protocolVersion: revision,
        capabilities: {},
        clientInfo: { name: 'c', version: '1' },
      })
      expect(result?.['capabilities']).not.toHaveProperty('extensions')
      expect((await legacy.request('skills/list')).error).toMatchObject({ code: -32601 })
    }
  })

  test('lists entries with all files, to clients that declare nothing', async () => {
    verifies('SKILL-02', 'SKILL-11', 'SKILL-14', 'SKILL-19')
    const client = await open(refunds, { ttlMs: 500, cacheScope: 'public' })
    const { result } = await client.request('skills/list')
    expect(result).toMatchObject({ resultType: 'complete', skills: [entry], ttlMs: 500, cacheScope: 'public' })
  })

  test('gives pages of a list', async () => {
    const skills = ['a', 'b', 'c'].map((name) => skill({ name, description: 'x', instructions: '' }))
    const client = await open(skills, { pageSize: 2 })
    const { result } = await client.request('skills/list')
    const { nextCursor: cursor } = result as { nextCursor: string }
    const rest = await client.request('skills/list', { cursor })
    const names = [result, rest.result].map((page) => listOf<{ uri: string }[]>(page, 'skills').map((one) => one.uri))
    expect(names).toEqual([['skill://a/SKILL.md', 'skill://b/SKILL.md'], ['skill://c/SKILL.md']])
    expect((await client.request('skills/list', { cursor: 'x' })).error).toMatchObject({ code: -32602 })
  })

  test('gives one entry by its URI', async () => {
    verifies('SKILL-02', 'SKILL-19')
    const client = await open(refunds)
    const { result } = await client.request('skills/get', { uri })
    expect(result).toMatchObject({ resultType: 'complete', skill: entry, ttlMs: 0, cacheScope: 'private' })
  })

  test.each([
    ['skill://acme/SKILL.md', 'No skill is served at skill://acme/SKILL.md'],
    ['skill://acme/billing/refunds', 'No skill is served at skill://acme/billing/refunds'],
    [undefined, 'params.uri must be a string'],
  ])('has no entry of %j', async (other, message) => {
    verifies('SKILL-21')
    const client = await open(refunds)
    expect((await client.request('skills/get', { uri: other })).error).toEqual({ code: -32602, message })
  })

  test.each(revisions)('serves the files as resources at %s, byte by byte', async (revision) => {
    const client = await connectRaw(defineServer({ skills: refunds }).server, { revision })
    const { result } = await client.request('resources/list')
    const listed = result?.['resources'] as { uri: string; name: string; mimeType: string }[]
    expect(listed.map(({ uri: one, name, mimeType }) => [one, name, mimeType])).toEqual([
      [uri, 'refunds', 'text/markdown'],
      ['skill://acme/billing/refunds/examples/email.md', 'acme/billing/refunds/examples/email.md', 'text/markdown'],
      ['skill://acme/billing/refunds/logo.png', 'acme/billing/refunds/logo.png', 'image/png'],
      ['skill://acme/billing/refunds/a%20b/%C3%BC%23.txt', 'acme/billing/refunds/a b/ü#.txt', 'text/plain'],
    ])
    expect(listed[0]).toMatchObject({ description: 'Refunds a customer' })
    const contents = await Promise.all(
      entry.resources.map(async (file) => {
        const read = await client.request('resources/read', { uri: file.uri })
        return listOf<{ text?: string; blob?: string }[]>(read.result, 'contents')[0]
      }),
    )
    const read = contents.map((one) => one?.text ?? Buffer.from(one?.blob ?? '', 'base64'))
    expect(read).toEqual([text, 'Dear customer', Buffer.from([137, 80, 255]), '\uFEFFx'])
  })

  test('lists the children of every directory', async () => {
    verifies('SKILL-04', 'SKILL-19', 'SKILL-21')
    const client = await open(refunds)
    const childrenOf = async (path: string) => {
      const { result } = await client.request('resources/directory/read', { uri: `skill://${path}` })
      expect(result?.['resultType']).toBe('complete')
      return listOf<{ name: string; mimeType: string }[]>(result, 'resources').map(({ name, mimeType }) => [
        name,
        mimeType,
      ])
    }
    expect(await childrenOf('acme')).toEqual([['billing', 'inode/directory']])
    expect(await childrenOf('acme/billing/refunds')).toEqual([
      ['SKILL.md', 'text/markdown'],
      ['examples', 'inode/directory'],
      ['logo.png', 'image/png'],
      ['a b', 'inode/directory'],
    ])
    expect(await childrenOf('acme/billing/refunds/examples')).toEqual([['email.md', 'text/markdown']])
    expect((await client.request('resources/directory/read', { uri })).error).toEqual({
      code: -32602,
      message: `${uri} is not a directory resource`,
    })
  })

  test('has an entry for a skill within another, whose files are files of both', async () => {
    verifies('SKILL-14', 'SKILL-22')
    const outer = skill({ name: 'outer', description: 'x', instructions: '', files: { 'a.md': 'a' } })
    const inner = skill({ name: 'inner', description: 'x', prefix: 'outer', instructions: '', files: { 'b.md': 'b' } })
    const client = await open([outer, inner, refunds])
    const filesOf = async (uri: string) => {
      const { result } = await client.request('skills/get', { uri })
      const { skill: got } = result as { skill: { resources: { uri: string }[] } }
      return got.resources.map((one) => one.uri)
    }
    const nested = ['skill://outer/inner/SKILL.md', 'skill://outer/inner/b.md']
    expect(await filesOf('skill://outer/SKILL.md')).toEqual(['skill://outer/SKILL.md', 'skill://outer/a.md', ...nested])
    expect(await filesOf('skill://outer/inner/SKILL.md')).toEqual(nested)
  })

  test('answers a read of a file that it does not have as invalid parameters', async () => {
    verifies('SKILL-21')
    const client = await open(refunds)
    const { error } = await client.request('resources/read', { uri: 'skill://acme/billing/refunds/other.md' })
    expect(error).toMatchObject({ code: -32602 })
  })

  test('calls a skill dynamic that has a generated file, and reads that file anew', async () => {
    verifies('SKILL-15')
    let count = 0
    const daily = skill({
      name: 'daily',
      description: 'x',
      instructions: '',
      files: { 'now.txt': () => `read ${++count}` },
    })
    const client = await open(daily)
    const { result } = await client.request('skills/list')
    expect(result?.['skills']).toMatchObject([{ resources: 'dynamic' }])
    for (const expected of ['read 1', 'read 2']) {
      const read = await client.request('resources/read', { uri: 'skill://daily/now.txt' })
      expect(read.result?.['contents']).toMatchObject([{ text: expected }])
    }
  })

  test('leaves a skill out of the list, and logs it, if its files cannot be read', async () => {
    verifies('SKILL-40')
    const broken: SkillFile = {
      mimeType: 'text/plain',
      describe: () => Promise.reject(new Error('gone')),
      read: async () => undefined,
    }
    const source: SkillSource = {
      skills: [{ path: ['b'], frontmatter: { name: 'b', description: 'x' }, files: new Map([['SKILL.md', broken]]) }],
      watch: () => () => {},
      serve: serveSkills,
    }
    const { server, logger } = defineServer({ skills: [source, refunds] })
    const client = await connectRaw(server, { revision: '2026-07-28' })
    expect((await client.request('skills/list')).result?.['skills']).toEqual([entry])
    expect(logger.errors.map(({ message }) => message)).toEqual(['skill://b/SKILL.md cannot be listed'])
    expect((await client.request('skills/get', { uri: 'skill://b/SKILL.md' })).error).toMatchObject({ code: -32603 })
  })
})

describe('skills that change', () => {
  const textFile = (content: string): SkillFile => ({
    mimeType: 'text/markdown',
    describe: async () => ({ digest: `sha256:${createHash('sha256').update(content).digest('hex')}`, size: 1 }),
    read: async () => new TextEncoder().encode(content),
  })
  const folder = (files: Record<string, SkillFile>, description = 'x'): SkillFolder => ({
    path: ['a'],
    frontmatter: { name: 'a', description },
    files: new Map(Object.entries(files)),
  })

  /** A server with one skill of two files, and what a legacy client that subscribed to both is told. */
  async function openChanging() {
    const [first, second] = [textFile('1'), textFile('2')]
    const source = { skills: [folder({ 'SKILL.md': first, b: second })], stops: 0, change: () => {} }
    const watch = (onChange: () => void) => {
      source.change = onChange
      return () => {
        source.stops += 1
      }
    }
    const { server, logger } = defineServer({ skills: Object.assign(source, { watch, serve: serveSkills }) })
    const client = await connectRaw(server, { revision: '2025-11-25' })
    for (const file of ['SKILL.md', 'b']) await client.request('resources/subscribe', { uri: `skill://a/${file}` })
    const change = async (skills: SkillFolder[]) => {
      client.messages.length = 0
      source.skills = skills
      source.change()
      await client.settle()
      return client.messages.map(({ method, params }) => (params?.['uri'] === undefined ? method : params['uri']))
    }
    return { server, logger, client, source, first, second, change }
  }

  test('are announced: a file that changed, and a list that did', async () => {
    const { first, second, change, client } = await openChanging()
    expect(await change([folder({ 'SKILL.md': first, b: textFile('3') })])).toEqual(['skill://a/b'])
    const read = await client.request('resources/read', { uri: 'skill://a/b' })
    expect(read.result?.['contents']).toMatchObject([{ text: '3' }])
    const list = 'notifications/resources/list_changed'
    expect(new Set(await change([folder({ 'SKILL.md': first, b: second, c: second })]))).toEqual(
      new Set(['skill://a/b', list]),
    )
    expect(new Set(await change([folder({ 'SKILL.md': first })]))).toEqual(new Set([list]))
    const gone = await client.request('resources/read', { uri: 'skill://a/b' })
    expect(gone.error).toMatchObject({ code: -32002 })
    expect(new Set(await change([folder({ 'SKILL.md': first }, 'other')]))).toEqual(new Set([list]))
  })

  test('are kept as they were if they cannot be served', async () => {
    const { first, logger, change, client } = await openChanging()
    expect(await change([folder({ 'SKILL.md': first }), folder({ 'SKILL.md': first })])).toEqual([])
    expect(logger.errors.map(({ message }) => message)).toEqual([
      'the changed skills cannot be served, the former ones are',
    ])
    const read = await client.request('resources/read', { uri: 'skill://a/b' })
    expect(read.result?.['contents']).toMatchObject([{ text: '2' }])
  })

  test.each([
    ['the name', 'a/mine', 'x:y', 'there is a resource "a/mine", which is the name of skill://a/mine'],
    ['the uri', 'other', 'skill://a/mine', 'the resource "other" has the uri skill://a/mine'],
  ])('are kept whole if a new file has %s of a resource', async (_what, name, uri, problem) => {
    const { server, logger, first, change, client } = await openChanging()
    server.resources.set(name, resource({ uri, read: () => 'own' }))
    await change([folder({ 'SKILL.md': first, mine: first })]) // b is gone, and mine cannot be there
    expect(logger.errors.map(({ error }) => error)).toEqual([new TypeError(`createServer: skills: ${problem}`)])
    const { result } = await client.request('resources/list')
    const listed = listOf<{ uri: string }[]>(result, 'resources').map((one) => one.uri)
    expect(listed).toEqual(['skill://a/SKILL.md', 'skill://a/b', uri])
    const read = await client.request('resources/read', { uri: 'skill://a/b' })
    expect(read.result?.['contents']).toMatchObject([{ text: '2' }])
  })

  test('are watched until the server is closed', async () => {
    const { server, source } = await openChanging()
    expect(source.stops).toBe(0)
    await server.close()
    expect(source.stops).toBe(1)
  })
})

describe('skills that cannot be served', () => {
  const plain = { name: 'a', description: 'x', instructions: '' }

  test.each([
    [{ skills: [skill(plain), skill(plain)] }, 'createServer: skills: there are two skills at skill://a/SKILL.md'],
    [
      { skills: skill(plain), resources: { a: resource({ uri: 'x:y', read: () => '' }) } },
      'createServer: skills: there is a resource "a", which is the name of skill://a/SKILL.md',
    ],
    [{ skills: Promise.resolve(skill(plain)) }, 'createServer: skills: write await before skillsFrom(…)'],
    [
      { skills: './skills' },
      'createServer: skills must be what skill() or skillsFrom() gives, or an array of these, got "./skills"',
    ],
  ])('%#: the server is not made', (options, message) => {
    expect(() => defineServer(options as object)).toThrow(new TypeError(message))
  })

  test.each([
    [
      { ...plain, name: 'A' },
      'skill: name must be lowercase letters, digits and single hyphens, with none at its ends',
    ],
    [{ ...plain, description: '' }, 'skill: description must be text of 1 to 1024 characters'],
    [{ name: 'a', description: 'x' }, 'skill: instructions must be a string, got undefined'],
    [
      { ...plain, prefix: '../b' },
      'skill: prefix must be names of directories with slashes between them, such as "acme/billing", got "../b"',
    ],
    [{ ...plain, frontmatter: { name: 'b' } }, 'skill: frontmatter must not have name: it is an option of its own'],
    [{ ...plain, files: { b: 5 } }, 'skill: files["b"] must be text, bytes or a function, got 5'],
    [
      { ...plain, files: { '../b': '' } },
      'skill: files must be named by paths within the skill, other than SKILL.md, got "../b"',
    ],
    [
      { ...plain, files: { 'SKILL.md': '' } },
      'skill: files must be named by paths within the skill, other than SKILL.md, got "SKILL.md"',
    ],
    [{ ...plain, text: '' }, /^skill: there is no option "text"/],
  ])('%#: the skill is not made', (options, message) => {
    verifies('SKILL-05', 'SKILL-06')
    expect(() => skill(options as never)).toThrow(message)
  })
})
