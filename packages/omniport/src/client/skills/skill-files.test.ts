import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { ResourceContents } from '../../protocol/model/resource.js'
import type { Skill } from '../../skills/skill.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { CallOptions } from '../call-options.js'
import { SkillFiles } from './skill-files.js'

const root = 'skill://acme/refunds'
const notUsed = 'It is not used; if the skill has changed, get its entry again'

function listed(path: string, bytes: string | Uint8Array) {
  const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
  return { uri: `${root}/${path}`, digest, size: Buffer.byteLength(bytes) }
}

/** The files of a skill, which a server sends as `served` says, by path. */
function create(
  resources: Skill['resources'],
  served: Record<string, Partial<ResourceContents<string>> | undefined | readonly object[]>,
) {
  const requests: [string, CallOptions | undefined][] = []
  const frontmatter = { name: 'refunds', description: 'Refunds a customer' }
  const files = new SkillFiles({ uri: `${root}/SKILL.md`, frontmatter, resources }, async (uri, options) => {
    const path = uri.slice(root.length + 1)
    requests.push([path, options])
    const content = served[path]
    const contents = Array.isArray(content) ? content : [{ uri, ...content }]
    return { contents: contents as ResourceContents<string>[] } // a server may send anything
  })
  return { files, requests, paths: () => requests.map(([path]) => path) }
}

const error = (path: string, problem: string, code: 'invalid_result' | 'limit' = 'invalid_result') =>
  new OmniportError(code, `${root}/${path}: ${problem}. ${notUsed}`)

describe('a file that is listed', () => {
  const resources = [listed('a.md', 'text'), listed('b%20c.bin', Uint8Array.of(255, 0))]
  const served = { 'a.md': { text: 'text', mimeType: 'text/markdown' }, 'b%20c.bin': { blob: '/wA=' } }

  test('is requested once, with the options of the first who reads it', async () => {
    const { files, requests } = create(resources, served)
    const options = { timeoutMs: 7 }
    const first = await files.read('a.md', options)
    expect(first).toEqual({
      uri: `${root}/a.md`,
      bytes: new TextEncoder().encode('text'),
      mimeType: 'text/markdown',
      text: 'text',
    })
    expect(await files.read('./a.md')).toEqual(first)
    expect(requests).toEqual([['a.md', options]])
  })

  test('is copied for each who reads it', async () => {
    const { files } = create(resources, served)
    const first = await files.read('a.md')
    first.bytes.fill(0)
    expect((await files.read('a.md')).bytes).toEqual(new TextEncoder().encode('text'))
  })

  test('may be named as in a folder and as in a URI, and have no text and no type', async () => {
    const { files, paths } = create(resources, served)
    for (const path of ['b c.bin', 'b%20c.bin', 'x/../b c.bin']) {
      const file = await files.read(path)
      expect([file.uri, file.bytes, Object.keys(file).sort()]).toEqual([
        `${root}/b%20c.bin`,
        Uint8Array.of(255, 0),
        ['bytes', 'uri'],
      ])
    }
    expect(paths()).toEqual(['b%20c.bin'])
  })

  test('keeps a byte order mark', async () => {
    const { files } = create([listed('a.md', '\ufefftext')], { 'a.md': { text: '\ufefftext' } })
    expect((await files.read('a.md')).text).toBe('\ufefftext')
  })

  test('has no type where that is no text', async () => {
    const { files } = create(resources, { 'a.md': { text: 'text', mimeType: 5 as unknown as string } })
    expect(Object.hasOwn(await files.read('a.md'), 'mimeType')).toBe(false)
  })
})

describe('a file is refused', () => {
  const resources = [listed('a.md', 'hello, world!')]

  test.each<[string, object | readonly object[] | undefined, string]>([
    ['longer', { text: 'hello, world!!' }, 'its size is more than 13 bytes'],
    [
      'longer once it is encoded',
      { text: 'hellö, world!' },
      'its size is 14 bytes, and the entry of the skill says 13',
    ],
    ['shorter', { text: 'hello' }, 'its size is 5 bytes, and the entry of the skill says 13'],
    ['empty', {}, 'its size is 0 bytes, and the entry of the skill says 13'],
    ['different', { text: 'Hello, world!' }, 'its digest is not that of the entry of the skill'],
    ['a blob that is longer', { blob: btoa('x'.repeat(16)) }, 'its size is more than 13 bytes'],
    [
      'a blob that is longer once it is decoded',
      { blob: btoa('x'.repeat(15)) },
      'its size is 15 bytes, and the entry of the skill says 13',
    ],
    [
      'a blob beside the right text',
      { text: 'hello, world!', blob: btoa('x') },
      'its size is 1 bytes, and the entry of the skill says 13',
    ],
    ['not there', [], 'the result must have it once'],
    ['another', [{ uri: `${root}/b.md`, text: 'hello, world!' }], 'the result must have it once'],
    [
      'there twice',
      [
        { uri: `${root}/a.md`, text: 'hello, world!' },
        { uri: `${root}/a.md`, text: 'hello, world!' },
      ],
      'the result must have it once',
    ],
  ])('that is %s, and asked for again', async (_name, content, problem) => {
    const served = { 'a.md': content } as Parameters<typeof create>[1]
    const { files, paths } = create(resources, served)
    await expect(files.read('a.md')).rejects.toThrow(error('a.md', problem))
    served['a.md'] = { text: 'hello, world!' }
    expect((await files.read('a.md')).text).toBe('hello, world!')
    expect(paths()).toEqual(['a.md', 'a.md'])
  })

  test('beside others it is taken', async () => {
    const contents = [
      { uri: `${root}/b.md`, text: 'b' },
      { uri: `${root}/a.md`, text: 'hello, world!' },
    ]
    expect((await create(resources, { 'a.md': contents }).files.read('a.md')).text).toBe('hello, world!')
  })
})

describe('a path', () => {
  const problems = {
    unlisted: 'the entry of the skill does not list it',
    outside: 'the path leaves the skill, or names no file',
  }

  test.each([
    ['b.md', problems.unlisted],
    ['A.md', problems.unlisted],
    ['\ud800', problems.unlisted],
    ['../a.md', problems.outside],
    ['x/../../a.md', problems.outside],
    ['/a.md', problems.outside],
    ['', problems.outside],
    ['.', problems.outside],
  ])('of no file of the skill is not read: %j', async (path, problem) => {
    const { files, paths } = create([listed('a.md', 'text')], {})
    await expect(files.read(path)).rejects.toThrow(
      new OmniportError('invalid_result', `${root}: ${path}: ${problem}; it is not read`),
    )
    expect(paths()).toEqual([])
  })

  test('must be a text', async () => {
    const { files } = create([listed('a.md', 'text')], {})
    await expect(files.read(5 as unknown as string)).rejects.toThrow(
      new TypeError('read: path must be a path within the skill, got 5'),
    )
  })

  test('is not read for one who gave up, though it was read before', async () => {
    const { files, paths } = create([listed('a.md', 'text')], { 'a.md': { text: 'text' } })
    const options = { signal: AbortSignal.abort(new Error('enough')) }
    await expect(files.read('a.md', options)).rejects.toThrow('enough')
    expect(paths()).toEqual([])
    await files.read('a.md')
    await expect(files.read('a.md', options)).rejects.toThrow('enough')
  })
})

describe('a skill that is generated', () => {
  const limit = (path: string) =>
    new OmniportError('limit', `${root}/${path}: what was read of this skill is more than 512 files or 16777216 bytes`)

  test('has any file, each read anew', async () => {
    const served: Parameters<typeof create>[1] = { 'a.md': { text: 'one' } }
    const { files, paths } = create('dynamic', served)
    expect((await files.read('a.md')).text).toBe('one')
    served['a.md'] = { text: 'two' }
    expect((await files.read('a.md')).text).toBe('two')
    expect((await files.read('b c.md')).text).toBe('')
    expect((await files.read('b%20c.md')).uri).toBe(`${root}/b%20c.md`)
    expect(paths()).toEqual(['a.md', 'a.md', 'b%20c.md', 'b%20c.md'])
    await expect(files.read('../a.md')).rejects.toThrow('the path leaves the skill, or names no file; it is not read')
  })

  test('has 512 files at most, and those can be read again', async () => {
    const { files } = create('dynamic', {})
    for (let index = 0; index < 512; index += 1) await files.read(`${index}`)
    await expect(files.read('512')).rejects.toThrow(limit('512'))
    expect((await files.read('511')).bytes).toEqual(new Uint8Array())
    await expect(files.read('513')).rejects.toThrow(limit('513'))
  })

  test('has 16 MiB at most, of what its files have now', async () => {
    const half = 8 * 1024 * 1024
    const served: Parameters<typeof create>[1] = {
      a: { text: 'x'.repeat(half) },
      b: { text: 'x'.repeat(half) },
      c: { text: 'x' },
    }
    const { files } = create('dynamic', served)
    await files.read('a')
    expect((await files.read('b')).bytes.length).toBe(half)
    await expect(files.read('c')).rejects.toThrow(limit('c'))
    served['b'] = { text: '' }
    await files.read('b')
    expect((await files.read('c')).text).toBe('x')
    served['d'] = { text: 'x'.repeat(2 * half + 1) }
    await expect(files.read('d')).rejects.toThrow(error('d', 'its size is more than 16777216 bytes'))
  })
})
