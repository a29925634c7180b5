import { describe, expect, test } from 'vitest'
import { ServedSkills } from './served-skills.js'
import type { SkillFile, SkillFolder, SkillSource } from './skill-source.js'

function file(text: string, more: Partial<SkillFile> = {}): SkillFile {
  return {
    mimeType: 'text/plain',
    describe: async () => ({ size: text.length, digest: `digest of ${text}` }),
    read: async () => new TextEncoder().encode(text),
    ...more,
  } as SkillFile
}

function folder(path: string, files: Readonly<Record<string, SkillFile>>): SkillFolder {
  const segments = path.split('/')
  const frontmatter = { name: segments.at(-1) ?? '', description: `of ${path}` } as SkillFolder['frontmatter']
  return {
    path: segments,
    frontmatter,
    files: new Map(Object.entries({ 'SKILL.md': file(`text of ${path}`), ...files })),
  }
}

function serve(...folders: readonly SkillFolder[]): ServedSkills {
  return new ServedSkills([{ skills: folders } as unknown as SkillSource])
}

describe('skills', () => {
  test('have an entry with all their files', async () => {
    const skills = serve(folder('acme/refunds', { 'a b/c.txt': file('c') }))
    expect(await skills.entry('skill://acme/refunds/SKILL.md')).toEqual({
      uri: 'skill://acme/refunds/SKILL.md',
      frontmatter: { name: 'refunds', description: 'of acme/refunds' },
      resources: [
        { uri: 'skill://acme/refunds/SKILL.md', size: 20, digest: 'digest of text of acme/refunds' },
        { uri: 'skill://acme/refunds/a%20b/c.txt', size: 1, digest: 'digest of c' },
      ],
    })
    expect(skills.entry('skill://none/SKILL.md')).toBeUndefined()
  })

  test('have files that come and go where one is generated', async () => {
    const skills = serve(folder('a', { 'x.txt': file('x', { describe: undefined }) }))
    expect((await skills.entry('skill://a/SKILL.md'))?.resources).toBe('dynamic')
  })

  test('have an entry that is made once, and again after it could not be read', async () => {
    let count = 0
    const flaky = file('x', {
      describe: async () => {
        count += 1
        if (count === 1) throw new Error('gone')
        return { size: 1, digest: 'd' }
      },
    })
    const skills = serve(folder('a', { 'x.txt': flaky }))
    await expect(skills.entry('skill://a/SKILL.md')).rejects.toThrow('gone')
    await skills.entry('skill://a/SKILL.md')
    await skills.entry('skill://a/SKILL.md')
    expect(count).toBe(2)
  })

  test('have one address each', () => {
    expect(() => serve(folder('a', {}), folder('a', {}))).toThrow(
      new TypeError('createServer: skills: there are two skills at skill://a/SKILL.md'),
    )
  })
})

describe('a skill within another', () => {
  const inner = folder('a/b', { 'x.txt': file('of the inner') })
  const copy = { 'b/SKILL.md': file('copy'), 'b/x.txt': file('of the outer') }

  test('keeps its frontmatter, whichever comes first', () => {
    for (const skills of [serve(inner, folder('a', copy)), serve(folder('a', copy), inner)]) {
      const served = skills.files.get('skill://a/b/SKILL.md')
      expect([served?.frontmatter?.name, served?.path]).toEqual(['b', 'a/b/SKILL.md'])
      expect(served?.file).toBe(inner.files.get('SKILL.md'))
      expect(skills.files.size).toBe(3)
    }
  })

  test('shares its files with the outer one: the first counts', async () => {
    const textOf = async (skills: ServedSkills) =>
      new TextDecoder().decode(await skills.files.get('skill://a/b/x.txt')?.file.read())
    expect(await textOf(serve(inner, folder('a', copy)))).toBe('of the inner')
    expect(await textOf(serve(folder('a', copy), inner))).toBe('of the outer')
  })
})

test('directories have their files and directories, each once', () => {
  const skills = serve(folder('acme/a', { 'x/y.txt': file('y'), 'x/z.txt': file('z') }), folder('acme/b', {}))
  const namesIn = (uri: string) => skills.children(uri)?.map(({ name, mimeType }) => `${name} ${mimeType}`)
  expect(namesIn('skill://acme')).toEqual(['a inode/directory', 'b inode/directory'])
  expect(namesIn('skill://acme/a')).toEqual(['SKILL.md text/plain', 'x inode/directory'])
  expect(skills.children('skill://acme/a/x')).toEqual([
    { uri: 'skill://acme/a/x/y.txt', name: 'y.txt', mimeType: 'text/plain' },
    { uri: 'skill://acme/a/x/z.txt', name: 'z.txt', mimeType: 'text/plain' },
  ])
  expect(skills.children('skill://none')).toBeUndefined()
})
