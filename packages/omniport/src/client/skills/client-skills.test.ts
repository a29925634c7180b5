import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { defineServer } from '#test/support/define-server.js'
import { settled } from '#test/support/virtual-runtime.js'
import { skill } from '../../server/skills/skill.js'
import type { Skill } from '../../skills/skill.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { connect } from '../connect.js'
import { connectFake } from '../fixtures/connect-fake.js'
import { discovered, type Replies } from '../fixtures/fake-server.js'

const manifest = '---\nname: refunds\ndescription: Refunds a customer\n---\n\nSee examples/email.md.\n'
const uri = 'skill://acme/refunds/SKILL.md'
const email = 'skill://acme/refunds/examples/email.md'
const picture = Uint8Array.of(137, 80, 255)

const fileOf = (uri: string, bytes: string | Uint8Array) => ({
  uri,
  digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
  size: Buffer.byteLength(bytes),
})
const logo = 'skill://acme/refunds/a%20b/logo.png'
const entry: Skill = {
  uri,
  frontmatter: { name: 'refunds', description: 'Refunds a customer' },
  resources: [fileOf(uri, manifest), fileOf(email, 'Dear customer'), fileOf(logo, picture)],
}
const dynamic: Skill = { ...entry, resources: 'dynamic' }

type Contents = { readonly text: string } | { readonly blob: string }
const files: Readonly<Record<string, Contents>> = {
  [uri]: { text: manifest },
  [email]: { text: 'Dear customer' },
  [logo]: { blob: Buffer.from(picture).toString('base64') },
}

const complete = (result: object) => ({
  result: { resultType: 'complete', ttlMs: 0, cacheScope: 'private', ...result },
})
const settings = { directoryRead: true }
const discover = (extension: object) => () =>
  discovered({ resources: {}, extensions: { 'io.modelcontextprotocol/skills': extension } })

/** A client of a server that serves these files, and otherwise does what a test says. */
const open = (served: Readonly<Record<string, unknown>> = {}, replies: Replies = {}) =>
  connectFake('2026-07-28', {
    'server/discover': discover(settings),
    'skills/list': () => complete({ skills: [entry] }),
    'skills/get': () => complete({ skill: entry }),
    'resources/read': ({ params }) => {
      const asked = String(params?.['uri'])
      const content = { ...files, ...served }[asked]
      const contents = Array.isArray(content) ? content : [{ uri: asked, ...(content as Contents) }]
      return content === undefined ? { error: { code: -32602, message: 'No' } } : complete({ contents })
    },
    ...replies,
  })

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (reason: unknown) => (OmniportError.is(reason) ? [reason.code, reason.message] : reason),
  )

describe('the skills of a server', () => {
  test('are listed, got, loaded and read, with the library at both ends', async () => {
    const { server } = defineServer({
      pageSize: 1,
      skills: [
        skill({
          name: 'b',
          description: 'B',
          prefix: 'x',
          instructions: 'Do',
          files: { 'f/a.txt': 'A', 'f/ü.bin': picture },
        }),
        skill({ name: 'c', description: 'C', instructions: 'Do' }),
      ],
    })
    const client = await connect(server)
    const listed = await client.listSkills()
    expect(listed.map(({ frontmatter }) => frontmatter.name)).toEqual(['b', 'c'])
    expect(await client.getSkill('skill://x/b/SKILL.md')).toEqual(listed[0])
    const loaded = await client.skill('skill://x/b/SKILL.md')
    expect(loaded.entry).toEqual(listed[0])
    expect(loaded.text).toContain('Do')
    expect(await loaded.read('./f/a.txt')).toMatchObject({ mimeType: 'text/plain', text: 'A' })
    expect(await loaded.read('f/ü.bin')).toEqual({
      uri: 'skill://x/b/f/%C3%BC.bin',
      mimeType: 'application/octet-stream',
      bytes: picture,
    })
    expect((await client.readDirectory('skill://x/b')).map(({ name, mimeType }) => [name, mimeType])).toEqual([
      ['SKILL.md', 'text/markdown'],
      ['f', 'inode/directory'],
    ])
    await client.close()
  })

  test('are listed without malformed entries, which are reported once', async () => {
    verifies('SKILL-16')
    const skills = [
      entry,
      { ...entry, resources: undefined },
      null,
      JSON.parse('{"__proto__":{"uri":"skill://a/SKILL.md"}}'),
    ]
    const { client, errors } = await open({}, { 'skills/list': () => complete({ skills }) })
    expect(await client.listSkills()).toEqual([entry])
    await client.listSkills({ fresh: true })
    expect(errors).toEqual([
      new OmniportError(
        'invalid_result',
        'skills/list: left out 3 of 4: skills[1]: resources must be an array or "dynamic"; ' +
          'skills[2]: must be an object; skills[3]: uri must be a string',
      ),
    ])
    await client.close()
  })

  test('are cached for as long as the server says, until resources change', async () => {
    const { client, server } = await open(
      {},
      {
        'skills/list': () => complete({ skills: [entry], ttlMs: 60_000 }),
        'skills/get': () => complete({ skill: entry, ttlMs: 60_000 }),
      },
    )
    for (const _round of [1, 2])
      expect([await client.listSkills(), await client.getSkill(uri)]).toEqual([[entry], entry])
    expect(server.methods).toEqual(['skills/list', 'skills/get'])
    server.notify('notifications/resources/list_changed')
    await settled()
    expect([await client.listSkills(), await client.getSkill(uri)]).toEqual([[entry], entry])
    expect(server.methods).toEqual(['skills/list', 'skills/get', 'skills/list', 'skills/get'])
    await client.close()
  })

  test.each([
    ['no entry', undefined, 'skill must be an object'],
    ['a text', 'refunds', 'skill must be an object'],
    ['no resources', { ...entry, resources: undefined }, 'skill: resources must be an array or "dynamic"'],
    [
      'another skill',
      { ...entry, uri: 'skill://refunds/SKILL.md', resources: 'dynamic' },
      'skill: uri must be that of the request',
    ],
  ])('are not got with %s', async (_name, skill, problem) => {
    verifies('SKILL-16')
    const { client } = await open({}, { 'skills/get': () => complete({ skill }) })
    expect(await failure(client.getSkill(uri))).toEqual(['invalid_result', `skills/get: ${problem}`])
    await client.close()
  })

  test('are not asked for where the server did not declare them', async () => {
    verifies('SKILL-08')
    const { client, server } = await open({}, { 'server/discover': () => discovered({ resources: {} }) })
    const calls = [
      client.listSkills(),
      client.getSkill(uri),
      client.skill(uri),
      client.skill(entry),
      client.readDirectory(uri),
    ]
    for (const call of calls) {
      expect(await failure(call)).toEqual([
        'unsupported',
        expect.stringMatching(
          /^The server did not declare io\.modelcontextprotocol\/skills: .+ is not sent\. If it serves/,
        ),
      ])
    }
    expect(server.received).toEqual([])
    await client.close()
  })

  test('have directories only if the server declared that', async () => {
    verifies('SKILL-03')
    const { client, server } = await open({}, { 'server/discover': discover({ directoryRead: 'true' }) })
    expect(await failure(client.readDirectory('skill://acme/refunds'))).toEqual([
      'unsupported',
      expect.stringContaining('did not declare directoryRead'),
    ])
    expect(server.received).toEqual([])
    await client.close()
  })
})

describe('a skill that is loaded', () => {
  test('is read only when it is needed, and each file once', async () => {
    verifies('SKILL-24', 'SKILL-28')
    const { client, server } = await open()
    await client.listSkills()
    await client.getSkill(uri)
    expect(server.ofMethod('resources/read')).toEqual([])
    const loaded = await client.skill(entry)
    const read = () => server.ofMethod('resources/read').map(({ params }) => params?.['uri'])
    expect(read()).toEqual([uri])
    const first = await loaded.read('examples/email.md')
    first.bytes.fill(0)
    expect(await loaded.read('examples/../examples/email.md')).toMatchObject({
      text: 'Dear customer',
      bytes: new TextEncoder().encode('Dear customer'),
    })
    expect((await loaded.read('a b/logo.png')).bytes).toEqual(picture)
    expect((await loaded.read('a%20b/logo.png')).text).toBeUndefined()
    expect(read()).toEqual([uri, email, logo])
    await client.close()
  })

  test.each([
    ['longer', { text: `${manifest} ` }, `its size is more than ${manifest.length} bytes`],
    ['shorter', { text: '' }, `its size is 0 bytes, and the entry of the skill says ${manifest.length}`],
    [
      'longer in UTF-8',
      { text: manifest.replace('customer', 'cüstomer') },
      `its size is ${manifest.length + 1} bytes, and the entry`,
    ],
    ['a huge blob', { blob: 'AAAA'.repeat(1_000) }, `its size is more than ${manifest.length} bytes`],
    [
      'another text of its size',
      { text: manifest.replace('See', 'Use') },
      'its digest is not that of the entry of the skill',
    ],
    ['of another URI', [{ uri: email, text: manifest }], 'the result must have it once'],
    [
      'there twice',
      [
        { uri, text: manifest },
        { uri, text: manifest },
      ],
      'the result must have it once',
    ],
    ['missing', [], 'the result must have it once'],
  ])('is refused if its SKILL.md is %s', async (_name, content, problem) => {
    verifies('SKILL-25')
    const { client } = await open({ [uri]: content })
    expect(await failure(client.skill(entry))).toEqual([
      'invalid_result',
      expect.stringContaining(`${uri}: ${problem}`),
    ])
    await client.close()
  })

  test.each([
    ['size', 'Dear customers', 'its size is more than 13 bytes'],
    ['digest', 'Dear Customer', 'its digest is not that of the entry'],
  ])('refuses a file whose %s differs, and reads it again later', async (_name, text, problem) => {
    verifies('SKILL-25')
    const served: Record<string, Contents> = { [uri]: { text: manifest }, [email]: { text } }
    const { client } = await open(served)
    const loaded = await client.skill(entry)
    expect(await failure(loaded.read('examples/email.md'))).toEqual([
      'invalid_result',
      expect.stringContaining(`${email}: ${problem}`),
    ])
    served[email] = { text: 'Dear customer' }
    expect((await loaded.read('examples/email.md')).text).toBe('Dear customer')
    await client.close()
  })

  test.each([
    ['other.md', 'the entry of the skill does not list it'],
    ['examples', 'the entry of the skill does not list it'],
    ['__proto__', 'the entry of the skill does not list it'],
    ['../other/SKILL.md', 'the path leaves the skill, or names no file'],
    ['examples/../../x', 'the path leaves the skill, or names no file'],
    ['/etc/passwd', 'the path leaves the skill, or names no file'],
    ['', 'the path leaves the skill, or names no file'],
    ['\ud800', 'the entry of the skill does not list it'],
  ])('refuses the path %j', async (path, problem) => {
    verifies('SKILL-24', 'SKILL-26')
    const { client, server } = await open()
    const loaded = await client.skill(entry)
    expect(await failure(loaded.read(path))).toEqual(['invalid_result', expect.stringContaining(problem)])
    expect(server.ofMethod('resources/read')).toHaveLength(1)
    await client.close()
  })

  test.each<[string, Skill['resources']]>([
    ['listed', entry.resources],
    ['generated', 'dynamic'],
  ])('is refused if its frontmatter is not that of the entry: %s', async (_name, resources) => {
    verifies('SKILL-27')
    const changed: readonly [Skill['frontmatter'], string][] = [
      [{ ...entry.frontmatter, description: 'Other' }, 'description'],
      [{ ...entry.frontmatter, license: 'MIT' }, 'license'],
      [JSON.parse('{"name":"refunds","description":"Refunds a customer","__proto__":1}'), '__proto__'],
    ]
    const { client } = await open()
    for (const [frontmatter, field] of changed) {
      expect(await failure(client.skill({ ...entry, resources, frontmatter }))).toEqual([
        'invalid_result',
        `${uri}: the field "${field}" of its frontmatter is not that of its entry`,
      ])
    }
    await client.close()
  })

  test('is refused if its SKILL.md has no frontmatter', async () => {
    verifies('SKILL-27')
    const { client } = await open({ [uri]: { text: '# Refunds' } })
    expect(await failure(client.skill(dynamic))).toEqual([
      'invalid_result',
      `${uri}: SKILL.md must begin with frontmatter: YAML between two lines "---"`,
    ])
    await client.close()
  })

  test('is refused before anything is read if it is too large', async () => {
    verifies('SKILL-17')
    const { client, server } = await open()
    const many = Array.from({ length: 512 }, (_, index) => fileOf(`skill://acme/refunds/${index}`, ''))
    const large = { ...fileOf(email, ''), size: 16 * 1024 * 1024 }
    expect(await failure(client.skill({ ...entry, resources: [fileOf(uri, manifest), ...many] }))).toEqual([
      'limit',
      `The skill ${uri} has 513 files, more than 512: it is not read`,
    ])
    expect(await failure(client.skill({ ...entry, resources: [fileOf(uri, manifest), large] }))).toEqual([
      'limit',
      `The skill ${uri} has ${large.size + manifest.length} bytes, more than ${large.size}: it is not read`,
    ])
    expect(server.received).toEqual([])
    await client.close()
  })

  test('is loaded at the limits', async () => {
    verifies('SKILL-17')
    const many = Array.from({ length: 510 }, (_, index) => fileOf(`skill://acme/refunds/${index}`, ''))
    const text = 'x'.repeat(16 * 1024 * 1024 - manifest.length)
    const resources = [fileOf(uri, manifest), fileOf(email, text), ...many]
    const { client } = await open({ [email]: { text } })
    const loaded = await client.skill({ ...entry, resources })
    expect((await loaded.read('examples/email.md')).bytes).toHaveLength(text.length)
    await client.close()
  })

  test('is loaded by its URI alone, over whatever scheme, if the server confirms it, though none is listed', async () => {
    verifies('SKILL-07', 'SKILL-08', 'SKILL-20')
    const other = 'https://unknown.invalid/refunds/SKILL.md'
    const { client, server } = await open(
      { [other]: { text: manifest } },
      {
        'skills/list': () => complete({ skills: [] }),
        'skills/get': ({ params }) =>
          params?.['uri'] === other
            ? complete({ skill: { ...entry, uri: other, resources: [fileOf(other, manifest)] } })
            : { error: { code: -32602, message: 'No skill' } },
      },
    )
    expect(await client.listSkills()).toEqual([])
    expect((await client.skill(other)).text).toBe(manifest)
    server.received.length = 0
    await expect(client.skill(uri)).rejects.toMatchObject({ code: -32602 })
    expect(server.methods).toEqual(['skills/get'])
    await client.close()
  })

  test('does not read what a directory lists and its entry does not', async () => {
    verifies('SKILL-26', 'SKILL-30')
    const added = { uri: 'skill://acme/refunds/new.md', name: 'new.md', mimeType: 'text/markdown' }
    const { client } = await open(
      { [added.uri]: { text: 'new' } },
      { 'resources/directory/read': () => complete({ resources: [added, { uri: 5 }] }) },
    )
    const loaded = await client.skill(entry)
    expect(await client.readDirectory('skill://acme/refunds')).toEqual([added])
    expect(await failure(loaded.read('new.md'))).toEqual([
      'invalid_result',
      'skill://acme/refunds: new.md: the entry of the skill does not list it; it is not read',
    ])
    await client.close()
  })

  test('is loaded as it is now by its URI, and with an entry as that says, which nobody can change', async () => {
    const { client, server } = await open()
    await client.skill(uri)
    expect(server.methods).toEqual(['skills/get', 'resources/read'])
    const given = structuredClone(entry) as { resources: object[] } & Skill
    const loaded = await client.skill(given)
    given.resources.length = 1
    expect((await loaded.read('examples/email.md')).text).toBe('Dear customer')
    await client.close()
  })

  test('is what its blob says, whatever else the contents have', async () => {
    const blob = Buffer.from(manifest).toString('base64')
    const { client } = await open({ [uri]: [{ uri, blob, text: { toString: 1 }, mimeType: 5 }] })
    expect((await client.skill(dynamic)).text).toBe(manifest)
    await client.close()
  })

  test.each([5, null, undefined, [], true])('is a mistake of the caller: %j', async (given) => {
    const { client } = await open()
    await expect(client.skill(given as never)).rejects.toThrow(TypeError)
    await client.close()
  })

  test('may read what it likes if it is generated, up to the limit', async () => {
    const text = 'x'.repeat(9 * 1024 * 1024)
    const { client } = await open({ 'skill://acme/refunds/1': { text }, 'skill://acme/refunds/2': { text } })
    const loaded = await client.skill(dynamic)
    expect((await loaded.read('1')).bytes).toHaveLength(text.length)
    expect((await loaded.read('1')).bytes).toHaveLength(text.length)
    expect(await failure(loaded.read('2'))).toEqual([
      'limit',
      'skill://acme/refunds/2: what was read of this skill is more than 512 files or 16777216 bytes',
    ])
    expect((await loaded.read('examples/email.md')).text).toBe('Dear customer')
    expect(await failure(loaded.read('../x'))).toEqual(['invalid_result', expect.stringContaining('leaves the skill')])
    await client.close()
  })
})
