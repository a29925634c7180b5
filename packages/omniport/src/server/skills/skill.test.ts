import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { thrownBy } from '#test/support/thrown-by.js'
import { type SkillOptions, skill } from './skill.js'
import type { SkillFolder } from './skill-source.js'

const base = { name: 'refunds', description: 'Refunds', instructions: 'Do it.' }

function folderOf(options: Partial<SkillOptions> = {}): SkillFolder {
  const [folder] = skill({ ...base, ...options }).skills
  if (folder === undefined) throw new Error('there is one')
  return folder
}

const textOf = async (folder: SkillFolder, name = 'SKILL.md') =>
  new TextDecoder().decode(await folder.files.get(name)?.read())

describe('a skill', () => {
  test('is a file with its frontmatter and its instructions', async () => {
    const folder = folderOf()
    expect([folder.path, folder.frontmatter, [...folder.files.keys()]]).toEqual([
      ['refunds'],
      { name: 'refunds', description: 'Refunds' },
      ['SKILL.md'],
    ])
    expect(await textOf(folder)).toBe('---\n"name": "refunds"\n"description": "Refunds"\n---\n\nDo it.\n')
    expect(folder.files.get('SKILL.md')?.mimeType).toBe('text/markdown')
  })

  test('has the directories above, and other fields, as they are when it is made', async () => {
    const metadata = { version: 1 }
    const folder = folderOf({ prefix: 'acme/billing', frontmatter: { metadata, at: new Date(0) } })
    metadata.version = 2
    expect([folder.path, folder.frontmatter]).toEqual([
      ['acme', 'billing', 'refunds'],
      { name: 'refunds', description: 'Refunds', metadata: { version: 1 }, at: '1970-01-01T00:00:00.000Z' },
    ])
    expect(await textOf(folder)).toContain('"metadata": {"version":1}\n"at": "1970-01-01T00:00:00.000Z"\n---\n')
  })

  test('does not change, so that there is nothing to watch', () => {
    const stop = skill(base).watch(() => {})
    expect(stop()).toBeUndefined()
  })
})

describe('the files of a skill', () => {
  test('are read as they were when it was made', async () => {
    const bytes = new Uint8Array([1, 2])
    const folder = folderOf({ files: { 'a/b.png': bytes, 'c.txt': 'ü' } })
    bytes[0] = 9
    const image = folder.files.get('a/b.png')
    expect([image?.mimeType, await image?.read(), await textOf(folder, 'c.txt')]).toEqual([
      'image/png',
      new Uint8Array([1, 2]),
      'ü',
    ])
    const digest = `sha256:${createHash('sha256').update('ü').digest('hex')}`
    const text = folder.files.get('c.txt')
    expect(await text?.describe?.()).toEqual({ digest, size: 2 })
    expect(text?.describe?.()).toBe(text?.describe?.())
  })

  test('may be generated for each read, and are described by nothing then', async () => {
    let count = 0
    const folder = folderOf({
      files: {
        'a.txt': () => {
          count += 1
          return `${count}`
        },
        'b.bin': async () => new Uint8Array([3]),
      },
    })
    const [text, bytes] = [folder.files.get('a.txt'), folder.files.get('b.bin')]
    expect([text?.describe, text?.mimeType]).toEqual([undefined, 'text/plain'])
    expect([await textOf(folder, 'a.txt'), await textOf(folder, 'a.txt'), await bytes?.read()]).toEqual([
      '1',
      '2',
      new Uint8Array([3]),
    ])
    await expect(
      folderOf({ files: { a: () => 5 as never } })
        .files.get('a')
        ?.read(),
    ).rejects.toThrow(new TypeError('skill: a file must be text or bytes, got 5'))
  })

  test('are 512 at most, with SKILL.md', () => {
    const files = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, '']))
    expect(folderOf({ files: files(511) }).files.size).toBe(512)
    expect(thrownBy(() => folderOf({ files: files(512) }))).toEqual(
      new TypeError('skill: files must be 511 or fewer, got 513'),
    )
  })
})

describe('skill()', () => {
  const paths = 'skill: files must be named by paths within the skill, other than SKILL.md, got'
  const prefix = 'skill: prefix must be names of directories with slashes between them, such as "acme/billing", got'

  test.each<[object, string]>([
    [{ name: undefined }, 'skill: name must be text of 1 to 64 characters'],
    [{ name: 'x'.repeat(65) }, 'skill: name must be text of 1 to 64 characters'],
    [{ name: 'A' }, 'skill: name must be lowercase letters, digits and single hyphens, with none at its ends'],
    [{ description: '' }, 'skill: description must be text of 1 to 1024 characters'],
    [{ description: undefined }, 'skill: description must be text of 1 to 1024 characters'],
    [{ instructions: undefined }, 'skill: instructions must be a string, got undefined'],
    [{ prefix: 1 }, `${prefix} 1`],
    [{ prefix: 'a//b' }, `${prefix} "a//b"`],
    [{ prefix: 'a/..' }, `${prefix} "a/.."`],
    [{ prefix: '' }, `${prefix} ""`],
    [{ frontmatter: 1 }, 'skill: frontmatter must be an object, got 1'],
    [{ frontmatter: { name: 'x' } }, 'skill: frontmatter must not have name: it is an option of its own'],
    [{ frontmatter: { description: 'x' } }, 'skill: frontmatter must not have description: it is an option of its own'],
    [{ files: [] }, 'skill: files must be an object, got an array'],
    [{ files: { a: 1 } }, 'skill: files["a"] must be text, bytes or a function, got 1'],
    [{ files: { 'SKILL.md': '' } }, `${paths} "SKILL.md"`],
    [{ files: { 'a/../b': '' } }, `${paths} "a/../b"`],
    [{ files: { '/a': '' } }, `${paths} "/a"`],
  ])('refuses %j', (options, message) => {
    expect(thrownBy(() => folderOf(options))).toEqual(new TypeError(message))
  })
})
